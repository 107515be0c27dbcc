import type { JsonObject } from '../../shared/schema/json.ts'
import { describe } from '../schema-form/describe.ts'
import { isDraftObject, type Draft } from '../state/forms/form-draft.ts'
import { initialDraft } from '../schema-form/initial.ts'

/**
 * What was filled in for one definition, for the next one: values whose names it still has stay as they were typed;
 * the names of the others are told.
 */
export function carryOver(draft: Draft, schema: JsonObject): { draft: Draft; dropped: string[] } {
  const it = describe(schema, schema)
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
