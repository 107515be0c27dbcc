import type { EventOf } from '../../../../shared/events/events.ts'
import type { Without } from '../../../../shared/events/turn-events.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import type { ModelChoice } from '../../../../shared/config/settings.ts'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Conversation } from '../../../../shared/state/conversation.ts'
import { note } from '../../llm/request/notes.ts'
import type { ModelFault, RequestMessage, UserPart } from '../../llm/llm.ts'
import { modelWords as words } from './model-words.ts'

/** By fault, the part of a request that the model can't take. */
const offers: Partial<Record<ModelFault, Without>> = { 'no-tools': 'tools', 'no-images': 'images' }

/** The part that a turn with this fault can continue without. Only the user decides that it does. */
export const offerOf = (fault: ModelFault): Without | undefined => offers[fault]

/** The parts a turn leaves out, and `told`: how its beginning says so. */
export type LeftOutParts = { all: Without[] | undefined; told: Pick<EventOf<'turn.started'>, 'without' | 'toolless'> }

/**
 * The parts a turn leaves out: those of the turns before it with the same model, and the one the user leaves out now.
 * Tools too if the user's own fact says that the model takes none, and its server doesn't say.
 */
export function leftOut(
  { choice, without = [] }: Pick<Conversation, 'choice' | 'without'>,
  { endpoint, model }: ModelChoice,
  now: Without | undefined,
  { models, configured }: Pick<HostState, 'models' | 'configured'>,
): LeftOutParts {
  const before = choice?.endpoint === endpoint && choice.model === model ? without : []
  const chosen = new Set([...before, ...(now ? [now] : [])])
  const listed = models[endpoint]?.models.find(({ id }) => id === model)
  const fact = configured.settings.models.facts?.[endpoint]?.[model]?.tools
  const toolless = fact === false && listed?.tools === undefined && !chosen.has('tools')
  const all = [...chosen, ...(toolless ? (['tools'] as const) : [])]
  return {
    all: all.length > 0 ? all : undefined,
    told: { ...(chosen.size > 0 && { without: [...chosen] }), ...(toolless && { toolless }) },
  }
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
