import type { Call, ModelMessage } from '../../../shared/state/conversation.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { chat } from '../../strings/chat.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'

const words = chat.message

type CompleteMessage = Extract<ModelMessage, { state: 'complete' }>

/**
 * A displayed part of a message. `block` is its index among the provider's blocks. The text is absent while deltas
 * arrive.
 */
export type ShownBlock =
  | { kind: 'text' | 'thinking'; block: number; text?: string }
  | { kind: 'calls'; block: number; calls: Call[] }
  | { kind: 'line'; block: number; text: string }

/** A complete message's blocks in order; its calls appear together at the first one's position. */
export function shownBlocks(blocks: JsonValue, calls: Call[]): ShownBlock[] {
  const out: ShownBlock[] = []
  const list = Array.isArray(blocks) ? blocks : []
  for (const [block, raw] of list.entries()) {
    const one = shownBlock(raw, block, calls)
    if (one && !(one.kind === 'calls' && out.some(({ kind }) => kind === 'calls'))) out.push(one)
  }
  if (calls.length > 0 && !out.some(({ kind }) => kind === 'calls'))
    out.push({ kind: 'calls', block: list.length, calls })
  return out
}

/** One of the provider's content blocks (Messages API), as received. */
function shownBlock(raw: JsonValue, block: number, calls: Call[]): ShownBlock | undefined {
  if (!isObject(raw)) return { kind: 'line', block, text: words.unreadablePart }
  const { type, text, thinking, id, name } = raw
  if (type === 'text' && typeof text === 'string') return text === '' ? undefined : { kind: 'text', block, text }
  if (type === 'thinking' && typeof thinking === 'string')
    return thinking === '' ? undefined : { kind: 'thinking', block, text: thinking }
  if (type === 'redacted_thinking') return { kind: 'line', block, text: words.encrypted }
  if (type === 'tool_use') {
    if (calls.some(({ modelCall }) => modelCall === id)) return { kind: 'calls', block, calls }
    const tool = typeof name === 'string' ? plainLabel(name) : words.someTool
    return { kind: 'line', block, text: words.unmadeCall(tool) }
  }
  const what = typeof type === 'string' ? plainLabel(type, 40) : words.unknownKind
  return { kind: 'line', block, text: words.unknownPart(what) }
}

/** The text of a message's blocks, without thinking and calls, as the model wrote it. */
export const textOfBlocks = (blocks: ShownBlock[]): string[] =>
  blocks.flatMap((one) => (one.kind === 'text' && one.text !== undefined ? [one.text.trim()] : []))

/** The blocks left of a message that was cut off. */
export const draftBlocks = (message: Extract<ModelMessage, { state: 'partial' }>): ShownBlock[] => [
  ...message.draft.flatMap(({ kind, text }, block) => (text === '' ? [] : [{ kind, text, block }])),
  ...(message.calls.length > 0 ? [{ kind: 'calls', block: message.draft.length, calls: message.calls } as const] : []),
]

/** The last complete message before this one in its turn. */
export const completeBefore = (messages: ModelMessage[], id: string): CompleteMessage | undefined =>
  messages
    .slice(
      0,
      messages.findIndex((message) => message.id === id),
    )
    .findLast((message) => message.state === 'complete')

/** One line for each kind of content that the model didn't get, unless the message before it in its turn has the same. */
export function withheldLines(message: CompleteMessage, before?: CompleteMessage): string[] {
  const { noRoom, cut, leftOut = [], unseenImages = 0, refusedFiles = [] } = message
  const tools = listOf(leftOut)
  const files = listOf(refusedFiles)
  return [
    ...(cut && !before?.cut ? [words.cut(figure(cut.sent), figure(cut.read))] : []),
    ...(noRoom ? [words.noRoom(noRoom)] : []),
    ...(leftOut.length > 0 && listOf(before?.leftOut) !== tools ? [words.leftOut(tools, leftOut.length)] : []),
    ...(unseenImages > (before?.unseenImages ?? 0) ? [words.unseenImages(unseenImages)] : []),
    ...(refusedFiles.length > 0 && listOf(before?.refusedFiles) !== files
      ? [words.refusedFiles(files, refusedFiles.length)]
      : []),
  ]
}

const listOf = (names: string[] = []): string =>
  new Intl.ListFormat('en').format(names.map((name) => plainLabel(name, 64)))

const figure = (count: number): string => count.toLocaleString('en')

/** Explains a stop reason to the user; undefined if the message simply ended. */
export function stopSentence(message: CompleteMessage): string | undefined {
  const detail = message.detail ? ` ${message.detail}` : ''
  if (message.unmadeCall !== undefined) return words.callAsText(message.unmadeCall)
  switch (message.stop) {
    case 'end-turn':
    case 'tool-use':
    case 'stop-sequence':
    case 'pause-turn':
      return undefined
    case 'max-tokens':
      return words.cutOff
    case 'refusal':
      return `${words.declined}${detail}`
    case 'context-full':
      return words.contextFull
    case 'other':
      return `${words.unknownStop}${detail}`
    default:
      return message.stop satisfies never
  }
}
