/** A value as JSON carries it. Everything a server or model sends is one of these until parsed. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue }

/**
 * A JSON value in an event: whole, or — above 64 KiB — the hash of its bytes in the blob store, with its first
 * characters for display. The bytes are the value's JSON text.
 */
export type StoredValue = { json: JsonValue } | { blob: string; bytes: number; preview: string }

/** Parses a JSON text; undefined if it isn't JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/** Whether a value is an object, and neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object without its null members: from outside, null is absence. Values inside its members stay as they are. */
export const withoutNulls = (value: JsonObject): JsonObject =>
  Object.values(value).includes(null)
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
    : value

/** A record's own value under a key that someone else chose: never what every object inherits, as `constructor`. */
export const ownOf = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** These members without those that are undefined, for objects whose optional members must be absent. */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(members).filter(([, value]) => value !== undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only undefined members are left out
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
