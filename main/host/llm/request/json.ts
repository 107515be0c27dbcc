import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'

/** Max nesting of JSON sent to a model, counted in arrays and objects. */
export const deepest = 64

/**
 * Whether a value nests deeper than `depth` or has more than `nodes` parts. Works without recursion, so any value can
 * be tested.
 */
export function exceeds(value: JsonValue, depth: number, nodes: number): boolean {
  let level: JsonValue[] = [value]
  let seen = 0
  for (let at = 0; level.length > 0; at++) {
    seen += level.length
    if (at > depth || seen > nodes) return true
    const next: JsonValue[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      const parts = Object.values(item)
      if (seen + next.length + parts.length > nodes) return true
      for (const part of parts) next.push(part)
    }
    level = next
  }
  return false
}

/**
 * Whether a value has a number that JSON can't carry. A text can: `1e400` is read as infinity, and would be sent as
 * null.
 */
export function hasEndlessNumber(value: JsonValue): boolean {
  const open: JsonValue[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'number' && !Number.isFinite(next)) return true
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) open.push(part)
  }
  return false
}

/** The same value with every unpaired surrogate replaced, in keys too: the API rejects a request that has one. */
export function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key.toWellFormed(), wellFormed(part)]))
}
