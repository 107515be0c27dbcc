import type { JsonObject } from '../../../../shared/schema/json.ts'

const sizes = new WeakMap<JsonObject, number>()

/** Notes beside a message, which stays as it is, how many bytes its line had. */
export const noteSize = (message: JsonObject, bytes: number): void => void sizes.set(message, bytes)

export const sizeOf = (message: JsonObject): number | undefined => sizes.get(message)
