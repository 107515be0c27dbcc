import type { JsonObject, JsonValue } from '../../shared/schema/json.ts'
import { describeSchema } from './describe.ts'
import { nothingYet, type Draft, isDraftObject } from '../state/forms/form-draft.ts'

/** Deeper levels stay empty until the user asks for them; a schema can contain itself. */
const deepest = 4

/** A form's initial value: the server's defaults, and an empty frame for what is required. */
export function initialDraft(schema: JsonValue | undefined, root: JsonObject, depth = 0): Draft | undefined {
  const it = describeSchema(schema, root)
  if (it.initial !== undefined) return it.initial
  switch (it.kind) {
    case 'constant':
      return it.value
    case 'nothing':
      return null
    case 'yes-no':
      return false
    case 'object':
      return depth >= deepest ? undefined : initialMembers(it.properties, root, depth)
    case 'list':
      return depth >= deepest
        ? undefined
        : it.first.map((place) => initialDraft(place, root, depth + 1) ?? nothingYet())
    case 'choices':
      return []
    case 'text':
    case 'number':
    case 'choice':
    case 'variants':
    case 'json':
      return undefined
    default:
      return it satisfies never
  }
}

/** Optional members are left out unless the server gives a default for them. */
function initialMembers(
  properties: { name: string; schema: JsonValue; required: boolean }[],
  root: JsonObject,
  depth: number,
): Draft {
  const members = properties.flatMap(({ name, schema, required }): [string, Draft][] => {
    const value = required ? initialDraft(schema, root, depth + 1) : describeSchema(schema, root).initial
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(members)
}

/**
 * Carries values over to a new definition: those whose names it still has stay as typed; returns the names of the
 * others.
 */
export function carryOver(draft: Draft, schema: JsonObject): { draft: Draft; dropped: string[] } {
  const it = describeSchema(schema, schema)
  if (it.kind !== 'object' || !isDraftObject(draft)) return { draft, dropped: [] }
  const named = new Set(it.properties.map(({ name }) => name))
  const stays = ([name]: [string, Draft]): boolean => it.rest !== undefined || named.has(name)
  const entries = Object.entries(draft)
  const initial = initialDraft(schema, schema)
  const fresh = isDraftObject(initial) ? Object.entries(initial).filter(([name]) => !Object.hasOwn(draft, name)) : []
  return {
    draft: Object.fromEntries([...entries.filter(stays), ...fresh]),
    dropped: entries.filter((entry) => !stays(entry)).map(([name]) => name),
  }
}
