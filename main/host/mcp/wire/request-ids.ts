import { randomInt } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'

export type RequestId = string | number

/** Longer than any that a server has a reason to send; an id is repeated in the answer to it. */
const longestId = 256

/** Texts and whole numbers; `"7"` is not `7` (JSON-RPC 2.0, specification basic/index#requests). */
export const isId = (value: JsonValue | undefined): value is RequestId =>
  typeof value === 'string' ? value.length <= longestId : typeof value === 'number' && Number.isSafeInteger(value)

/**
 * The client library numbers its requests from 0 on each connection. On the wire the numbers of a connection begin at
 * a random one, so that no server can guess those of another.
 */
export class RequestIds {
  readonly #first = randomInt(2 ** 20, 2 ** 40)

  /** A message of the library as the server gets it. */
  outward(message: JsonObject): JsonObject {
    const { id, method, params } = message
    if (typeof method !== 'string') return message
    const moved = typeof id === 'number' ? { ...message, id: id + this.#first } : message
    if (!isObject(params)) return moved
    return { ...moved, params: this.#movedParams(params) }
  }

  /** The library's name for a request that has this id on the wire. */
  inward(id: RequestId): RequestId {
    return typeof id === 'number' ? id - this.#first : id
  }

  #movedParams(params: JsonObject): JsonObject {
    const { _meta: meta, requestId } = params
    const token = isObject(meta) ? meta['progressToken'] : undefined
    return {
      ...params,
      ...(typeof requestId === 'number' && { requestId: requestId + this.#first }),
      ...(isObject(meta) && typeof token === 'number' && { _meta: { ...meta, progressToken: token + this.#first } }),
    }
  }
}
