import type { NoRoom } from '../../../shared/attachments.ts'
import { isObject, type JsonValue } from '../../../shared/json.ts'
import type { AttachedText, ModelMessage, ModelRequest, UserPart } from './llm.ts'

/** About how many bytes of text stand for a token. It is a guess: what is left out by it is said. */
const bytesPerToken = 3.5

/** What may be left out: a text that was attached, or a part of a result of which its server says how much it matters. */
type Droppable = { what: AttachedText | JsonValue; priority: number; bytes: number; kind: keyof NoRoom }

/**
 * The messages with as many attached texts and weighed parts of results as fit beside everything else: where they do not,
 * those of the lowest priority are left out first, of equals the oldest. One of priority 1 stays. `most` is in bytes,
 * `tokens` 0 where unknown.
 */
export function withinContext(
  request: ModelRequest,
  { tokens, most }: { tokens: number; most: number },
): { messages: ModelMessage[]; noRoom?: NoRoom } {
  const { messages, system, tools } = request
  const candidates = messages.flatMap((message) =>
    message.role === 'user' ? message.content.flatMap(droppableIn) : [],
  )
  if (candidates.length === 0) return { messages }
  const room = Math.min(most, tokens > 0 ? tokens * bytesPerToken : most)
  let excess = textBytes({ messages, system, tools }) - room
  const dropped = new Set<unknown>()
  const noRoom: NoRoom = { attachments: 0, parts: 0 }
  for (const { what, priority, bytes, kind } of candidates.toSorted((a, b) => a.priority - b.priority)) {
    if (excess <= 0 || priority >= 1) break
    dropped.add(what)
    noRoom[kind] += 1
    excess -= bytes
  }
  if (dropped.size === 0) return { messages }
  const without = messages.map((message): ModelMessage =>
    message.role === 'assistant'
      ? message
      : { role: 'user', content: message.content.map((part) => withoutThese(part, dropped)) },
  )
  return { messages: without, noRoom }
}

function droppableIn(part: UserPart): Droppable[] {
  if (part.type === 'attached')
    return [{ what: part, priority: part.priority, bytes: Buffer.byteLength(part.text), kind: 'attachments' }]
  if ((part.type !== 'tool-result' && part.type !== 'shown-result') || typeof part.content === 'string') return []
  return part.content.flatMap((block): Droppable[] => {
    const priority = priorityOf(block)
    if (priority === undefined || !hasText(block)) return []
    return [{ what: block, priority, bytes: Buffer.byteLength(JSON.stringify(block)), kind: 'parts' }]
  })
}

/** How much a part of a result matters, from 0 to 1, where its server says so (schema, Annotations.priority). */
function priorityOf(block: JsonValue): number | undefined {
  const { annotations } = isObject(block) ? block : {}
  const priority = isObject(annotations) ? annotations['priority'] : undefined
  return typeof priority === 'number' && priority >= 0 && priority <= 1 ? priority : undefined
}

const hasText = (block: JsonValue): boolean =>
  isObject(block) &&
  (typeof block['text'] === 'string' || (isObject(block['resource']) && typeof block['resource']['text'] === 'string'))

function withoutThese(part: UserPart, dropped: ReadonlySet<unknown>): UserPart {
  if (part.type === 'attached') return dropped.has(part) ? { type: 'text', text: attachmentLeftOut(part) } : part
  if ((part.type !== 'tool-result' && part.type !== 'shown-result') || typeof part.content === 'string') return part
  if (!part.content.some((block) => dropped.has(block))) return part
  return { ...part, content: part.content.map((block) => (dropped.has(block) ? partLeftOut(block) : block)) }
}

const attachmentLeftOut = ({ name, priority }: AttachedText): string =>
  `[Atrium: I attached ${name}. It is left out here, because there is no room for all; its priority is ${priority}.]`

const partLeftOut = (block: JsonValue): JsonValue => ({
  type: 'text',
  text: `[Atrium: A part of this result stood here. It is left out, because there is no room for all; its priority is ${priorityOf(block) ?? 0}.]`,
})

/** Images have a budget of their own. */
const textBytes = (value: object): number =>
  Buffer.byteLength(JSON.stringify(value, (_key, it: unknown) => (isImage(it) ? null : it)))

const isImage = (it: unknown): boolean =>
  typeof it === 'object' && it !== null && 'type' in it && it.type === 'image' && 'data' in it
