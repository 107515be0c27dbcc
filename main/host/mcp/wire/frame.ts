import { isObject, parseJson, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Digest, RequestKind } from '../results/digest.ts'
import { noteSize } from './frame-size.ts'
import { isId, type RequestId } from './request-ids.ts'
import { withoutOversizedItems } from './oversized-items.ts'
import { prescan } from './prescan.ts'
import type { Violation } from './violation.ts'

/** Limits of one line from a server. Depth and number of values are counted before anything is parsed. */
export const lineLimits = { bytes: 32 * 1024 * 1024, nodes: 200_000, depth: 64 }

/** Lines above this many bytes are read in a separate thread. */
export const longLine = 1024 * 1024

/** The readable parts of a dropped answer. */
export type Remains = { id?: RequestId; remains?: JsonObject; digest?: Digest }

/** A line's content. With `digest`, the message contains little more than its ID. */
export type Frame = { message: JsonObject; digest?: Digest } | ({ violation: Violation } & Remains)

/** Reads a long line in another thread; undefined if it is blank. Never rejects. Transfers the line's bytes. */
export type ReadLong = (line: Buffer, wanted: WantedBy) => Promise<Frame | undefined>

/** The open request with this ID: another thread reads a long answer according to its request. */
export type WantedBy = (id: RequestId) => RequestKind | undefined

/** One line, without its newline; undefined if it is blank. Never throws. */
export function readLine(line: Buffer): Frame | undefined {
  const text = withoutByteOrderMark(line)
  if (isBlank(text)) return undefined
  const { depth, nodes, idAt } = prescan(text)
  const refuse = (violation: Violation): Frame => {
    const id = readId(text, idAt)
    return id === undefined ? { violation } : { violation, id }
  }
  if (depth > lineLimits.depth || nodes > lineLimits.nodes) {
    const remains = parse(withoutOversizedItems(text, lineLimits))
    const refused = refuse(depth > lineLimits.depth ? 'nested-too-deeply' : 'too-many-values')
    return isMessage(remains) ? { ...refused, remains } : refused
  }
  const value = parse(text)
  if (value === undefined) return refuse('not-json')
  if (Array.isArray(value)) return { violation: 'batch' }
  if (!isMessage(value)) return { violation: 'not-a-message' }
  noteSize(value, line.length)
  return { message: value }
}

const isMessage = (value: JsonValue | undefined): value is JsonObject => isObject(value) && value['jsonrpc'] === '2.0'

/** Invalid UTF-8 becomes U+FFFD. */
const parse = (text: Buffer | undefined): JsonValue | undefined => text && parseJson(text.toString('utf8'))

function readId(text: Buffer, at: number): RequestId | undefined {
  if (at < 0) return undefined
  const [, written] = /^\s*(\d{1,15}|"[^"\\]{0,200}")\s*[,}]/.exec(text.toString('utf8', at, at + 220)) ?? []
  // A match can still be an invalid ID: with a control character or a leading zero.
  const id = written === undefined ? undefined : parse(Buffer.from(written))
  return isId(id) ? id : undefined
}

const withoutByteOrderMark = (line: Buffer): Buffer =>
  line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
