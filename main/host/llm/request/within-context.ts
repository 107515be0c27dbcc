import { priorityOf } from '../../../../shared/content/annotations.ts'
import type { NoRoom } from '../../../../shared/content/attachments.ts'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { note } from './notes.ts'
import { bytesPerToken } from '../../../../shared/text/tokens.ts'
import { bytesOfMessages, bytesOnce } from './sizes.ts'
import type { AttachedText, RequestMessage, ModelRequest, UserPart } from '../llm.ts'
import { Shortening } from './shortening.ts'
import { noteWords as words } from '../model-words.ts'

/** Content that can be left out: an attached text, or a part of a result or prompt that its server gave a priority. */
type Droppable = { what: AttachedText | JsonValue; priority: number; bytes: number; kind: 'attachments' | 'parts' }

/**
 * The messages with as much as fits. Attached texts and prioritised parts of results and prompts are left out first, lowest
 * priority first, oldest first among equals; priority 1 stays. If that isn't enough, results and answers are shortened,
 * then the oldest messages are left out: a request is refused for its size only if the newest message alone is too
 * large. `most` is in bytes, `tokens` 0 if unknown; `tools` are those sent; `left` are the
 * bytes of room that remain. Never changes the user's text.
 */
export function withinContext(
  request: Pick<ModelRequest, 'messages' | 'system'> & { tools: object[] },
  { tokens, most }: { tokens: number; most: number },
): { messages: RequestMessage[]; noRoom?: NoRoom; left: number } {
  const { messages, system, tools } = request
  const candidates = messages.flatMap((message) =>
    message.role === 'user' ? message.content.flatMap(droppableIn) : droppableBlocks(message.blocks, 'attachments'),
  )
  const room = Math.min(most, tokens > 0 ? tokens * bytesPerToken : most)
  const fixed = Buffer.byteLength(system) + tools.reduce((sum: number, tool) => sum + bytesOnce(tool), 0)
  let excess = bytesOfMessages(messages) + fixed - room
  const dropped = new Set<unknown>()
  const noRoom: NoRoom = { attachments: 0, parts: 0 }
  for (const { what, priority, bytes, kind } of candidates.toSorted((a, b) => a.priority - b.priority)) {
    if (excess <= 0 || priority >= 1) break
    dropped.add(what)
    noRoom[kind]++
    excess -= bytes
  }
  const without = messages.map((message): RequestMessage => {
    if (dropped.size === 0) return message
    if (message.role === 'user')
      return { role: 'user', content: message.content.map((part) => withoutThese(part, dropped)) }
    const isWhole = !message.blocks.some((block) => dropped.has(block))
    return isWhole ? message : { ...message, blocks: withoutBlocks(message.blocks, dropped, words.messageLeftOut) }
  })
  if (excess <= 0) return { ...(dropped.size === 0 ? { messages } : { messages: without, noRoom }), left: -excess }
  const shortening = new Shortening(excess)
  const shortened = shortening.of(without)
  if (shortening.count > 0) noRoom.shortened = shortening.count
  const { left, count } = withoutOldest(shortened, shortening.excess, room)
  if (count > 0) noRoom.messages = count
  return { ...(dropped.size + shortening.count + count === 0 ? { messages } : { messages: left, noRoom }), left: 0 }
}

/** The share of the room up to which the first message stays: it says what all is about, or summarises it. */
const firstShare = 0.1

/**
 * The last resort: leaves out the oldest messages, with a note. The user's newest words and all after them stay, and so
 * does the first message if it is short.
 */
function withoutOldest(
  messages: RequestMessage[],
  excess: number,
  room: number,
): { left: RequestMessage[]; count: number } {
  const [first] = messages
  const isSaidByUser = (message?: RequestMessage) => message?.role === 'user' && message.content.some(isSaid)
  let newest = messages.findLastIndex(isSaidByUser)
  // Attachments come before the user's words.
  while (isSaidByUser(messages[newest - 1])) newest--
  const from = first && bytesOnce(first) <= room * firstShare ? 1 : 0
  let [upTo, rest] = [from, excess]
  while (rest > 0 && upTo < newest) rest -= bytesOnce(messages[upTo++] ?? {})
  const count = upTo - from
  if (count === 0) return { left: messages, count }
  const gone: RequestMessage = { role: 'user', content: [{ type: 'text', text: note(words.oldestLeftOut(count)) }] }
  return { left: [...messages.slice(0, from), gone, ...messages.slice(upTo)], count }
}

const isSaid = ({ type }: UserPart): boolean => type !== 'tool-result'

function droppableIn(part: UserPart): Droppable[] {
  if (part.type === 'attached')
    return [{ what: part, priority: part.priority, bytes: Buffer.byteLength(part.text), kind: 'attachments' }]
  if ((part.type !== 'tool-result' && part.type !== 'shown-result') || typeof part.content === 'string') return []
  return droppableBlocks(part.content, 'parts')
}

/** Blocks with a priority: parts of results, and a prompt's messages as the model. A model's own have none. */
const droppableBlocks = (blocks: JsonValue[], kind: Droppable['kind']): Droppable[] =>
  blocks.flatMap((block): Droppable[] => {
    const priority = priorityOf(block)
    if (priority === undefined || !hasText(block)) return []
    return [{ what: block, priority, bytes: Buffer.byteLength(JSON.stringify(block)), kind }]
  })

const hasText = (block: JsonValue): boolean =>
  isObject(block) &&
  (typeof block['text'] === 'string' || (isObject(block['resource']) && typeof block['resource']['text'] === 'string'))

function withoutThese(part: UserPart, dropped: ReadonlySet<unknown>): UserPart {
  if (part.type === 'attached') return dropped.has(part) ? { type: 'text', text: attachmentLeftOut(part) } : part
  if ((part.type !== 'tool-result' && part.type !== 'shown-result') || typeof part.content === 'string') return part
  if (!part.content.some((block) => dropped.has(block))) return part
  return { ...part, content: withoutBlocks(part.content, dropped, words.partLeftOut) }
}

const attachmentLeftOut = ({ name, priority }: AttachedText): string => note(words.attachmentLeftOut(name, priority))

const withoutBlocks = (
  blocks: JsonValue[],
  dropped: ReadonlySet<unknown>,
  leftOut: (priority: number) => string,
): JsonValue[] =>
  blocks.map((block) => (dropped.has(block) ? { type: 'text', text: note(leftOut(priorityOf(block) ?? 0)) } : block))
