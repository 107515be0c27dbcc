import { isObject, parseJson, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { LineBuffer } from '../wire/line-buffer.ts'
import { revisionMember } from '../wire/wire.ts'
import { HttpProblem } from './http-problem.ts'

/** What the body of a request says that it asks for. */
export type RequestHead = { id?: JsonValue | undefined; method?: string | undefined; isModern?: boolean }

/** Bytes of an error's body that are read. */
const longestText = 64 * 1024

/** A body whose length is bounded already, in little more memory than that, however small its pieces are. */
export async function readWhole({ body }: Response): Promise<Buffer> {
  const whole = new LineBuffer()
  const pieces: AsyncIterable<Uint8Array> | null = body
  if (pieces) for await (const piece of pieces) whole.append(bufferOf(piece))
  return whole.take()
}

/** The same bytes, not a copy. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** The beginning of an error's body; broken off or not, it only serves to be quoted. */
export async function readText(response: Response): Promise<string> {
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

export const copyOf = ({ status, headers }: Response, body: string): Response => new Response(body, { status, headers })

/** What a request of ours asks for; nothing for an answer. */
export function askedIn(body: string): RequestHead {
  const value = parseJson(body)
  if (!isObject(value) || typeof value['method'] !== 'string') return {}
  const { id, method, params } = value
  const meta = isObject(params) ? params['_meta'] : undefined
  return { id, method, isModern: isObject(meta) && meta[revisionMember] !== undefined }
}

/** The protocol error that the body of a refusal is, if it is one. */
export function errorIn(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isObject(value) && isObject(value['error']) ? value : undefined
}
