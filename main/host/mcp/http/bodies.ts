import { isObject, parseJson, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { LineBuffer } from '../wire/line-buffer.ts'
import { revisionMember } from '../wire/wire.ts'
import { HttpProblem } from './http-problem.ts'

/** The ID, method and era in a request's body. */
export type RequestHead = { id?: JsonValue | undefined; method?: string | undefined; isModern?: boolean }

/** Max bytes read of an error's body. */
const longestText = 64 * 1024

/** A body of already limited length, in little more memory than that, however small its pieces. */
export async function readWhole({ body }: Response): Promise<Buffer> {
  const whole = new LineBuffer()
  const pieces: AsyncIterable<Uint8Array> | null = body
  if (pieces) for await (const piece of pieces) whole.append(bufferOf(piece))
  return whole.take()
}

/** A Buffer over the same bytes, without a copy. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** The start of an error's body, complete or not; for quoting only. */
export async function readErrorBody(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    const body: AsyncIterable<Uint8Array> | null = response.body
    if (body === null) return ''
    for await (const piece of body) {
      pieces.push(piece)
      size += piece.length
      if (size > longestText) break
    }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
  }
  return Buffer.concat(pieces).toString('utf8', 0, longestText)
}

/** A response with the same status and headers and another body. */
export const copyOf = ({ status, headers }: Response, body: string): Response => new Response(body, { status, headers })

/** The ID and method of one of Atrium's requests; undefined for a response. */
export function askedIn(body: string): RequestHead {
  const value = parseJson(body)
  if (!isObject(value) || typeof value['method'] !== 'string') return {}
  const { id, method, params } = value
  const meta = isObject(params) ? params['_meta'] : undefined
  return { id, method, isModern: isObject(meta) && meta[revisionMember] !== undefined }
}

/** The protocol error in a rejection's body, if it is one. */
export function protocolErrorIn(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isObject(value) && isObject(value['error']) ? value : undefined
}

/** An error in a body; `isRpc` if it is a JSON-RPC response, so another one can follow in a stream. */
type SaidInstead = { error: JsonObject; isRpc: boolean }

/** Some servers write an error that answers none of the requests; undefined if this isn't one. */
export function errorIn(data: Buffer): SaidInstead | undefined {
  const value = data.length <= longestText ? parseJson(data.toString('utf8')) : undefined
  if (!isObject(value) || (value['method'] ?? value['id'] ?? value['result'] ?? undefined) !== undefined)
    return undefined
  const { error } = value
  const isRpc = value['jsonrpc'] === '2.0'
  if (typeof error === 'string' && error !== '') return { error: { code: unknownError, message: error }, isRpc }
  return isObject(error) && typeof error['message'] === 'string' ? { error, isRpc } : undefined
}

/** The code of errors without one (JSON-RPC 2.0, section 5.1: implementation-defined). */
const unknownError = -32000

/** Whether an error's words say that the session is gone, for which the transport has HTTP 404. */
export const isSessionLoss = ({ message }: JsonObject): boolean => typeof message === 'string' && saysLoss(message)

/** Whether a rejection's body says so of the protocol's session; a call is only sent again if it names its ID. */
export function refusesSession(body: string, method: string | undefined): boolean {
  const { message = body } = errorIn(Buffer.from(body))?.error ?? {}
  return (
    typeof message === 'string' && saysLoss(message) && (method !== 'tools/call' || /session[- ]?id/i.test(message))
  )
}

const session = String.raw`(?:mcp[- ])?session(?:[- ]?id)?`
const gone =
  'not found|expired|invalid|not valid|no longer valid|unknown|terminated|missing|(?:does.?n.t|no longer) exists?'
const lossForms = [
  `${session}(?: header)? (?:(?:is|was|has|has been) )?(?:${gone}|required)`,
  `(?:no valid|no such|invalid|invalid or expired|unknown|missing|expired) ${session}(?: header)?(?: provided)?`,
].map((form) => new RegExp(String.raw`^(?:(?:bad request|not found|error): ?)?${form}(?:: ?["'\w-]+)?[.!]?$`, 'i'))

/** The words of known servers, and no others: a tool has sessions too, such as a browser's. */
const saysLoss = (words: string): boolean => words.length < 200 && lossForms.some((form) => form.test(words.trim()))
