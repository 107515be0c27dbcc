import { isObject, parseJson, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { head } from '../../../../shared/text/clip.ts'
import { faultWords as faults } from '../api/words.ts'

/**
 * An error in the words of whatever sent it, as far as it gave any; all of it is untrusted. `status` is the response's,
 * or one the error names.
 */
export type Said = {
  status: number | undefined
  headers: Headers | undefined
  message: string
  type: string
  code: string
  param: string
  /** The whole error, for facts that only some servers give. */
  details: JsonObject
}

/** Max characters kept of an error's message. */
const longest = 2048

/** A server's error: an HTTP response, a part of a stream, or the whole answer of status 200. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly said: Said
  constructor(data: JsonValue, response?: Response) {
    super(faults.error)
    this.said = readSaid(data, response)
  }
}

/** The error in an event, chunk or body, if it is one. */
export function apiErrorIn(data: JsonValue, name?: string): JsonValue | undefined {
  if (name === 'error') return data
  if (Array.isArray(data)) return data.find((it) => apiErrorIn(it) !== undefined)
  if (!isObject(data)) return undefined
  const { error, object, type, response, choices } = data
  // Nearly all parts of a stream.
  if (choices !== undefined && error === undefined && object !== 'error') return undefined
  if (typeof error === 'string' ? error !== '' : isObject(error)) return data
  if (object === 'error' || type === 'error') return data
  if (isObject(response) && isObject(response['error'])) return response
  return choices === undefined && 'detail' in data ? data : undefined
}

function readSaid(data: JsonValue, response: Response | undefined): Said {
  const details = detailsOf(data)
  const { message, type, code, param, status_code: inner } = details
  const status = response && response.status >= 300 ? response.status : (statusIn(inner) ?? statusIn(code))
  return {
    status,
    headers: response?.headers,
    message: head(
      [textOf(message ?? details['detail'] ?? details['error'] ?? data), causeIn(details)].join(' ').trim(),
      longest,
    ),
    type: word(type),
    code: word(code),
    param: word(param),
    details,
  }
}

/** The object that describes the error, whatever it is wrapped in. */
function detailsOf(data: JsonValue): JsonObject {
  if (Array.isArray(data)) return detailsOf(data.find((it) => apiErrorIn(it) !== undefined) ?? data[0] ?? {})
  if (!isObject(data)) return {}
  const { error } = data
  return isObject(error) || Array.isArray(error) ? detailsOf(error) : data
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.slice(0, 5).map(lineOf).join('; ')
  return isObject(value) && value['detail'] !== undefined ? textOf(value['detail']) : ''
}

/** One complaint of a validator: the place, then the problem. */
function lineOf(item: JsonValue): string {
  if (!isObject(item)) return textOf(item)
  const { loc, msg } = item
  return [Array.isArray(loc) ? loc.map(word).join('.') : '', typeof msg === 'string' ? msg : '']
    .filter(Boolean)
    .join(': ')
}

/** The provider's error that a router passes on as text, often JSON itself. */
function causeIn({ metadata }: JsonObject): string {
  const raw = isObject(metadata) ? metadata['raw'] : undefined
  if (typeof raw !== 'string') return ''
  const inner = parseJson(raw)
  return isObject(inner) || Array.isArray(inner) ? textOf(detailsOf(inner)['message'] ?? '') || raw : raw
}

function statusIn(value: JsonValue | undefined): number | undefined {
  const status = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined
}

const word = (value: JsonValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 100) : ''
