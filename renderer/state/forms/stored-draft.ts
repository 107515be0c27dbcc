import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { isDraftObject, Written, type Draft } from './form-draft.ts'

/**
 * A draft as JSON, and back. A typed text is an object of one member with this name, and an object that has such a
 * member itself is wrapped, so that nothing is taken for another.
 */
const mark = '$written'
const wrapped = '$object'

export function storedDraft(draft: Draft): JsonValue {
  if (draft instanceof Written) return { [mark]: draft.text, ...(draft.value !== undefined && { value: draft.value }) }
  if (Array.isArray(draft)) return draft.map(storedDraft)
  if (!isDraftObject(draft)) return draft
  const members = Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, storedDraft(value)]))
  return Object.hasOwn(draft, mark) || Object.hasOwn(draft, wrapped) ? { [wrapped]: members } : members
}

export function restoredDraft(stored: JsonValue): Draft {
  if (Array.isArray(stored)) return stored.map(restoredDraft)
  if (!isObject(stored)) return stored
  const text = Object.hasOwn(stored, mark) ? stored[mark] : undefined
  if (typeof text === 'string') return new Written(text, Object.hasOwn(stored, 'value') ? stored['value'] : undefined)
  const inner = Object.hasOwn(stored, wrapped) ? stored[wrapped] : undefined
  const members = isObject(inner) ? inner : stored
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, restoredDraft(value)]))
}
