import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { clip } from '../../../shared/text/clip.ts'

/** Registries of 2025 write `registry_type` for `registryType`. */
const camel = (key: string): string => key.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** An object's members under today's names; empty for anything else. */
export function recordFields(value: JsonValue | undefined): JsonObject {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [camel(key), member]))
}

/** A text of the record; numbers and booleans count as their text. Undefined if it's empty or something else. */
export function recordText(value: JsonValue | undefined, limit = 1000): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? clip(value, limit) : undefined
}

/** Up to `limit` members of a list. */
export const listOf = (value: JsonValue | undefined, limit = 100): JsonValue[] =>
  Array.isArray(value) ? value.slice(0, limit) : []
