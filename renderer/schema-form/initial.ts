import type { JsonObject, JsonValue } from '../../shared/schema/json.ts'
import { describe } from './describe.ts'
import { nothingYet, type Draft } from '../state/forms/form-draft.ts'

/** Below this, nothing is filled in before the person asks for it; a schema may contain itself. */
const deepest = 4

/** What a form begins with: the server's defaults, and an empty frame for what must be there. */
export function initialDraft(schema: JsonValue | undefined, root: JsonObject, depth = 0): Draft | undefined {
  const it = describe(schema, root)
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

/** Optional members are left out unless the server names a default for them. */
function initialMembers(
  properties: { name: string; schema: JsonValue; required: boolean }[],
  root: JsonObject,
  depth: number,
): Draft {
  const members = properties.flatMap(({ name, schema, required }): [string, Draft][] => {
    const value = required ? initialDraft(schema, root, depth + 1) : describe(schema, root).initial
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(members)
}
