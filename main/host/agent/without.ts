import type { Without } from '../../../shared/events/turn-events.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { Conversation } from '../../../shared/state/conversation.ts'
import { note } from '../llm/request/notes.ts'
import type { ModelFault, RequestMessage, UserPart } from '../llm/llm.ts'
import { modelWords as words } from './model-words.ts'

/** Faults of a model that can't take a part of the request, and the part. */
const offers: Partial<Record<ModelFault, Without>> = { 'no-tools': 'tools', 'no-images': 'images' }

/** The part that a turn with this fault can continue without. Only the user decides that it does. */
export const offerOf = (fault: ModelFault): Without | undefined => offers[fault]

/** The parts a turn leaves out: those of the turns before it with the same model, and the one the user leaves out now. */
export function leftOut(
  { choice, without = [] }: Pick<Conversation, 'choice' | 'without'>,
  { endpoint, model }: ModelChoice,
  now: Without | undefined,
): Without[] | undefined {
  const before = choice?.endpoint === endpoint && choice.model === model ? without : []
  const all = new Set([...before, ...(now ? [now] : [])])
  return all.size > 0 ? [...all] : undefined
}

/** The messages with a note in each image's place. */
export const withoutImages = (messages: RequestMessage[]): RequestMessage[] =>
  messages.map((message) =>
    message.role === 'user' ? { ...message, content: message.content.map(withoutImage) } : message,
  )

function withoutImage(part: UserPart): UserPart {
  if (part.type === 'image') return { type: 'text', text: note(words.imageLeftOut(JSON.stringify(part.name))) }
  if ((part.type !== 'tool-result' && part.type !== 'shown-result') || typeof part.content === 'string') return part
  return { ...part, content: part.content.map(blockWithoutImage) }
}

const blockWithoutImage = (block: JsonValue): JsonValue =>
  isObject(block) && block['type'] === 'image' ? { type: 'text', text: note(words.resultImageLeftOut) } : block

/**
 * The model whose reasoning can't go to this one: the latest of those that answered since this one did last. Undefined
 * if they showed none.
 */
export function foreignReasoning(messages: RequestMessage[], { endpoint, model }: ModelChoice): string | undefined {
  for (const message of messages.toReversed()) {
    if (message.role === 'user') continue
    if (message.endpoint === endpoint && message.model === model) return undefined
    if (message.blocks.some(isReasoning)) return message.model
  }
  return undefined
}

const isReasoning = (block: JsonValue): boolean =>
  isObject(block) && (block['type'] === 'thinking' || block['type'] === 'redacted_thinking')
