import type { JsonObject } from '../../../../shared/schema/json.ts'

/** The message read last: its size is asked for as it is passed on, before the next one is read. */
let last: { message: JsonObject; bytes: number } | undefined

/** Records the size of a message's line, in bytes, without changing the message. */
export const noteSize = (message: JsonObject, bytes: number): void => void (last = { message, bytes })

/** The bytes of a message's line; undefined if none were recorded. */
export const frameSize = (message: JsonObject): number | undefined =>
  last?.message === message ? last.bytes : undefined
