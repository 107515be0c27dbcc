import type { ImportRefusal, LeftOutOfImport } from '../../../../shared/contract/conversation-import-commands.ts'
import type { ImageType } from '../../../../shared/content/attachments.ts'
import type { ImportOrigin } from '../../../../shared/events/import-events.ts'
import type { CallOutcome, StopReason, TurnEnd } from '../../../../shared/events/turn-events.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'

/** Bounds of one conversation, and of one text in it. Larger ones are refused, never cut. */
export const mostMessages = 10_000
const mostCharacters = 16_000_000
const longestSaid = 1_000_000

/** Max levels of a value in a file; conversations have fewer. */
const mostLevels = 100

/** The outcome of a call, with values instead of stored ones. */
export type ReadOutcome =
  | Exclude<CallOutcome, { result?: unknown }>
  | { status: 'succeeded'; result: JsonValue }
  | { status: 'failed'; problem: string; mayHaveRun: boolean; result?: JsonValue | undefined }

/** One call of an imported message. `at`: epoch milliseconds. It never runs again. */
export type ReadCall = {
  modelCall?: string | undefined
  modelName?: string | undefined
  server?: string | undefined
  tool: string
  title?: string | undefined
  arguments: JsonValue
  at?: number | undefined
  outcome?: ReadOutcome | undefined
}

/** A part of the user's message. `data` is Base64, `bytes` its length before that. */
export type ReadPart =
  | { type: 'text'; text: string }
  | { type: 'file'; name: string; text: string }
  | { type: 'image'; name: string; mediaType: ImageType; bytes: number; width: number; height: number; data: string }

/** A model's message, with the calls it asked for. `at`: epoch milliseconds. */
export type ReadMessage = {
  model: string
  at?: number | undefined
  blocks: JsonValue[]
  stop: StopReason
  calls: ReadCall[]
}

/** The user's message and what followed it, by the file's own IDs. `call`: one that the user made. */
export type ReadTurn = {
  id: string
  parent?: string | undefined
  at?: number | undefined
  said: ReadPart[]
  absent: string[]
  messages: ReadMessage[]
  call?: ReadCall | undefined
  end: TurnEnd
}

/** A conversation as a file has it: third-party text. Parents come before the turns that continue from them. */
export type ReadConversation = {
  from: ImportOrigin
  /** Its ID in the app that wrote it; empty if it has none. */
  original: string
  title: string
  /** The name of its project there. */
  project?: string | undefined
  createdAt?: number | undefined
  activeAt?: number | undefined
  turns: ReadTurn[]
  head?: string | undefined
  leftOut: LeftOutOfImport
}

/** A conversation that can't be imported. */
export type RefusedConversation = { title: string; why: ImportRefusal }

/** Counts a part that isn't imported. */
export const leave = (leftOut: LeftOutOfImport, part: keyof LeftOutOfImport, count = 1): void => {
  if (count > 0) leftOut[part] = (leftOut[part] ?? 0) + count
}

/** Why a conversation that was read can't be imported, if it can't. */
export function importRefusal({ turns }: ReadConversation): ImportRefusal | undefined {
  const messages = turns.reduce((sum, turn) => sum + 1 + turn.messages.length, 0)
  if (turns.every(({ said, messages: replies, call }) => said.length + replies.length === 0 && !call)) return 'empty'
  if (messages > mostMessages) return 'too-large'
  let characters = 0
  for (const value of turns.flatMap(valuesOf)) {
    characters += lengthOf(value)
    if (characters > mostCharacters) return 'too-large'
  }
  return turns.some(isLong) ? 'too-large' : undefined
}

const valuesOf = ({ said, messages, call }: ReadTurn): JsonValue[] => [
  ...said.map((part) => (part.type === 'image' ? part.data : part.text)),
  ...messages.flatMap(({ blocks, calls }) => [...blocks, ...calls.flatMap(ofCall)]),
  ...(call ? ofCall(call) : []),
]

const ofCall = ({ arguments: input, outcome }: ReadCall): JsonValue[] => [
  input,
  ...(outcome && 'result' in outcome && outcome.result !== undefined ? [outcome.result] : []),
]

const isLong = ({ said, messages }: ReadTurn): boolean =>
  said.some((part) => part.type !== 'image' && part.text.length > longestSaid) ||
  messages.some(({ blocks }) => blocks.some((block) => lengthOf(block) > longestSaid))

/** About how many characters a value has; infinite if it's too deep to be handled. Doesn't recurse. */
function lengthOf(value: JsonValue): number {
  let length = 0
  const left: [value: JsonValue, level: number][] = [[value, 0]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [one, level] = next
    if (level > mostLevels) return Infinity
    if (typeof one === 'string') length += one.length
    else if (typeof one !== 'object' || one === null) length += 4
    else if (Array.isArray(one)) for (const item of one) left.push([item, level + 1])
    else
      for (const [name, item] of Object.entries(one)) {
        length += name.length
        left.push([item, level + 1])
      }
  }
  return length
}

/** Milliseconds of a moment in a file, if it's one that can have been. */
export function momentOf(value: JsonValue | undefined, unit: 1 | 1000 = 1): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? Math.round(value * unit) : NaN
  return at > 0 && at <= Date.now() + 86_400_000 ? at : undefined
}

/** A member's text; empty if it is anything else. */
export const textIn = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
