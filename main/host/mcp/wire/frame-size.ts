import type { JsonObject } from '../../../../shared/schema/json.ts'

const sizes = new WeakMap<JsonObject, number>()

/** Records the size of a message's line, in bytes, without changing the message. */
export const noteSize = (message: JsonObject, bytes: number): void => void sizes.set(message, bytes)

/** The bytes of a message's line; undefined if none were recorded. */
export const frameSize = (message: JsonObject): number | undefined => sizes.get(message)
