import type { SpokenPlace, Speaker } from '../../../../../shared/contract/find-commands.ts'
import type { HostEvent } from '../../../../../shared/events/events.ts'
import { isTurnOfView } from '../../../../../shared/events/app-events.ts'
import type { CallOutcome } from '../../../../../shared/events/turn-events.ts'
import type { Part } from '../../../../../shared/content/attachments.ts'
import { pagesIn } from '../../../../../shared/content/extracted.ts'
import { textOfResult } from '../../../../../shared/content/result-part.ts'
import { isObject, type JsonValue, type StoredValue } from '../../../../../shared/schema/json.ts'
import { head } from '../../../../../shared/text/clip.ts'
import { readMarkdown } from '../../../../../shared/text/read-markdown.ts'

/** How many characters of one message, call or result are searched. */
export const searched = 64_000

/** The first characters of a stored text, by its hash; undefined if it was erased. */
export type BlobText = (hash: string, characters: number) => string | undefined

/** Characters read of a stored value: about half of them are escapes and keys. */
const readOfBlob = 4 * searched

/** An event with text of a conversation. */
export type Spoken = Extract<HostEvent, { type: keyof typeof speakerOf }>

const speakerOf = {
  'turn.started': 'person',
  'message.finished': 'model',
  'call.requested': 'call',
  'call.cleared': 'call',
  'call.finished': 'result',
  'turn.imported': 'person',
  'message.imported': 'model',
  'call.imported': 'call',
} as const satisfies Partial<Record<HostEvent['type'], Speaker>>

/** The types of events with text of a conversation. */
export const spokenTypes = Object.keys(speakerOf)

/** The types of events in which these speakers say something. */
export const typesOf = (speakers: readonly Speaker[]): string[] =>
  Object.entries(speakerOf).flatMap(([type, speaker]) => (speakers.includes(speaker) ? [type] : []))

/** Whether an event has text of a conversation. Messages between a page and its server don't count. */
export const isSpoken = (event: HostEvent): event is Spoken =>
  event.type in speakerOf && !('turn' in event && isTurnOfView(event.turn))

/** An event's place in its conversation. */
export function spokenPlaceOf(event: Spoken, seq: number): SpokenPlace {
  const speaker = speakerOf[event.type]
  if (event.type === 'turn.started' || event.type === 'turn.imported') return { seq, speaker, turn: event.turn }
  if (event.type === 'message.finished' || event.type === 'message.imported')
    return { seq, speaker, turn: event.turn, message: event.message }
  if (event.type === 'call.imported') return { seq, speaker, turn: event.turn, call: event.made.id }
  return { seq, speaker, turn: event.turn, call: event.call }
}

/** A text of an event, as people read it. */
export type SpokenPart = { text: string; isReasoning?: true }

/** The first texts of an event, in order. */
export function spokenParts(event: Spoken, blob: BlobText): SpokenPart[] {
  let rest = searched
  return textsOf(event, blob).flatMap((given) => {
    const part = typeof given === 'string' ? { text: given } : given
    const text = head(part.text, Math.max(0, rest))
    rest -= part.text.length + 1
    return text === '' ? [] : { ...part, text }
  })
}

/**
 * The text of an event, as one. To remove an event, the index needs exactly the text it was given, so changing this
 * function or the parts requires a higher `viewsVersion`.
 */
export const spokenText = (parts: readonly SpokenPart[]): string => parts.map(({ text }) => text).join('\n')

function textsOf(event: Spoken, blob: BlobText): (string | SpokenPart)[] {
  switch (event.type) {
    case 'turn.started':
    case 'turn.imported':
      return (event.message?.parts ?? []).flatMap((part) => ofPart(part, blob))
    case 'message.finished':
    case 'message.imported':
      return ofBlocks(event.blocks, blob)
    case 'call.requested':
      return [event.title ?? event.tool, ...ofValue(event.arguments, blob, leavesOf)]
    case 'call.cleared':
      return [event.edited, event.filled?.arguments].flatMap((kept) => (kept ? ofValue(kept, blob, leavesOf) : []))
    case 'call.finished':
      return ofOutcome(event.outcome, blob)
    case 'call.imported': {
      const { title, tool, arguments: input, outcome } = event.made
      return [title ?? tool, ...ofValue(input, blob, leavesOf), ...(outcome ? ofOutcome(outcome, blob) : [])]
    }
    default:
      return event satisfies never
  }
}

function ofPart(part: Part, blob: BlobText): string[] {
  switch (part.type) {
    case 'text':
      return [part.text]
    case 'image':
      return [part.name]
    case 'audio':
      return [part.name]
    case 'file':
      return [part.name, ...ofValue(part.data, blob, leavesOf)]
    case 'document':
      return [part.name, ...ofValue(part.text, blob, (text) => pagesIn(text).map((page) => page.text))]
    case 'prompt':
      return [part.title ?? part.name, ...Object.values(part.arguments), ...ofValue(part.data, blob, textsIn)]
    case 'resource':
      return [part.name, part.uri, ...ofValue(part.data, blob, textsIn)]
    default:
      return part satisfies never
  }
}

function ofOutcome(outcome: CallOutcome, blob: BlobText): string[] {
  const said = 'problem' in outcome ? [outcome.problem] : []
  if (outcome.status === 'denied') return outcome.reason === undefined ? [] : [outcome.reason]
  return 'result' in outcome && outcome.result ? [...said, ...ofValue(outcome.result, blob, ofResult)] : said
}

function ofResult(result: JsonValue): string[] {
  if (!isObject(result)) return leavesOf(result)
  const text = textOfResult(result, 'person')
  const structuredContent = result['structuredContent'] ?? undefined
  if (structuredContent === undefined || text.includes(JSON.stringify(structuredContent))) return [text]
  return [text, ...leavesOf(structuredContent).filter((leaf) => !text.includes(leaf))]
}

/** The text and reasoning among a model's content blocks. Of blocks read in part, it isn't known which is which. */
const ofBlocks = (kept: StoredValue, blob: BlobText): SpokenPart[] =>
  ofValue(kept, blob, partsOfBlocks).map((part) => (typeof part === 'string' ? { text: readMarkdown(part) } : part))

const partsOfBlocks = (blocks: JsonValue): SpokenPart[] =>
  (Array.isArray(blocks) ? blocks : []).flatMap((block) => {
    if (!isObject(block)) return []
    const { type, text, thinking } = block
    if (type === 'thinking' && typeof thinking === 'string') return { text: readMarkdown(thinking), isReasoning: true }
    return type === 'text' && typeof text === 'string' ? { text: readMarkdown(text) } : []
  })

/** The members named `text` of anything inside. */
const textsIn = (value: JsonValue): string[] => {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isObject(value)) return []
  const { text } = value
  return [...(typeof text === 'string' ? [text] : []), ...Object.values(value).flatMap(textsIn)]
}

/** Encoded bytes: users don't search for words in them, and they'd make up most of the index. */
const encoded = /^[\w+/-]{200,}={0,2}$/

const leavesOf = (value: JsonValue): string[] => {
  if (typeof value === 'string') return encoded.test(value.slice(0, 4096)) ? [] : [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : []
}

/** The texts of a stored value. One kept outside its event is read in part, so its beginning can be cut anywhere. */
function ofValue<Read>(kept: StoredValue, blob: BlobText, read: (value: JsonValue) => Read[]): (Read | string)[] {
  if ('json' in kept) return read(kept.json)
  const text = blob(kept.blob, readOfBlob)
  if (text === undefined) return []
  return kept.bytes <= readOfBlob ? read(JSON.parse(text)) : literalsIn(text)
}

/** Words of the protocol that are values, and so would pass for text of a result. */
const kinds = new Set(['text', 'image', 'audio', 'resource', 'resource_link'])

/**
 * The strings in the beginning of a JSON text, without keys. A string that the text's end cuts, even inside an escape,
 * matches up to there: a search that failed would begin again at each quotation mark in it.
 */
const literalsIn = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)(\s*:)?/gs)].flatMap(([, inside = '', isKey]) => {
    const value = isKey === undefined ? parsedLiteral(inside) : undefined
    return value === undefined || kinds.has(value) ? [] : leavesOf(value)
  })

function parsedLiteral(inside: string): string | undefined {
  // The last one can be cut inside the digits of an escape.
  for (const whole of [inside, inside.replace(/\\u[\da-f]{0,3}$/i, '')])
    try {
      const value: unknown = JSON.parse(`"${whole}"`)
      return typeof value === 'string' ? value : undefined
    } catch {
      continue
    }
  return undefined
}
