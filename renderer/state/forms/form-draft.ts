import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { pointerTo } from '../../../shared/schema/pointer.ts'
import { typedNumber } from '../../../shared/schema/typed-number.ts'
import { readJson } from './exact-json.ts'

/** Text as typed, if it isn't yet, or isn't exactly, its value: `1.`, `{"a"`, `0007`. */
export class Written {
  readonly text: string
  /** The text's value; absent while it isn't valid. */
  readonly value: JsonValue | undefined

  constructor(text: string, value: JsonValue | undefined) {
    this.text = text
    this.value = value
  }
}

/** A value being written: JSON, with the typed text kept wherever the two differ. */
export type Draft = JsonValue | Written | Draft[] | DraftObject
export type DraftObject = { [key: string]: Draft }

/** Whether the draft is an object whose members are drafts. */
export const isDraftObject = (draft: Draft | undefined): draft is DraftObject =>
  isObject(draft) && !(draft instanceof Written)

/** The member of this name, ignoring inherited ones. */
export const member = (object: DraftObject, name: string): Draft | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** A copy with that member; `undefined` removes it. Other members keep their order. */
export function withMember(object: DraftObject, name: string, value: Draft | undefined): DraftObject {
  if (value !== undefined) return { ...object, [name]: value }
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
}

/** An existing but empty position, such as a list's new item. */
export const nothingYet = (): Draft => new Written('', undefined)

/** Whether nothing but spaces was typed; an empty object or list isn't empty. */
export const isEmptyDraft = (draft: Draft): boolean => draft instanceof Written && draft.text.trim() === ''

/** A number as typed. Keeps text that would otherwise display differently. */
export function writtenNumber(text: string): Draft | undefined {
  if (text.trim() === '') return undefined
  const number = typedNumber(text)
  if (typeof number !== 'number') return new Written(text, undefined)
  return String(number) === text ? number : new Written(text, number)
}

/** Any JSON as typed. */
export function writtenJson(text: string): Draft | undefined {
  if (text.trim() === '') return undefined
  const read = readJson(text)
  return new Written(text, 'value' in read ? read.value : undefined)
}

/** A draft's text in a field for numbers, or for text. */
export function draftText(draft: Draft | undefined): string {
  if (draft === undefined) return ''
  if (draft instanceof Written) return draft.text
  return typeof draft === 'string' ? draft : JSON.stringify(settled(draft) ?? draft)
}

/** A draft's text in a JSON field. */
export const jsonTextOf = (draft: Draft | undefined): string =>
  draft instanceof Written ? draft.text : draft === undefined ? '' : JSON.stringify(settled(draft) ?? draft, null, 2)

/** A text that isn't valid yet, and its position (RFC 6901). */
export type Unsettled = { path: string; text: string }

/** All invalid texts in a draft, in order. */
export function unsettled(draft: Draft | undefined, path = ''): Unsettled[] {
  if (draft instanceof Written) return draft.value === undefined ? [{ path, text: draft.text }] : []
  if (Array.isArray(draft)) return draft.flatMap((item, index) => unsettled(item, `${path}/${index}`))
  if (!isDraftObject(draft)) return []
  return Object.entries(draft).flatMap(([key, value]) => unsettled(value, pointerTo(path, key)))
}

/** A draft's value; undefined while it contains an invalid text. */
export function settled(draft: Draft): JsonValue | undefined {
  if (draft instanceof Written) return draft.value
  if (Array.isArray(draft)) {
    const items = draft.map(settled)
    return items.every((item) => item !== undefined) ? items : undefined
  }
  if (!isDraftObject(draft)) return draft
  const members = Object.entries(draft).map(([key, value]) => [key, settled(value)] as const)
  const known = members.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
  return known.length === members.length ? Object.fromEntries(known) : undefined
}
