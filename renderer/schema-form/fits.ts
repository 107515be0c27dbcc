import type { JsonValue } from '../../shared/schema/json.ts'
import type { Control, Described, Option } from './describe.ts'
import { isDraftObject, isEmptyDraft, settled, Written, type Draft } from '../state/forms/form-draft.ts'

/** Up to this many items have fields; a longer list is written as JSON. */
export const mostItemFields = 200

/** Whether a control can show this value. Values that no control can show are written as JSON, so nothing is hidden. */
export function canShow(value: Draft | undefined, control: Control): boolean {
  if (value === undefined || isEmptyDraft(value)) return true
  switch (control.kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' || value instanceof Written
    case 'yes-no':
      return typeof value === 'boolean'
    case 'nothing':
      return value === null
    case 'constant':
      return isSame(value, control.value)
    case 'choice':
      return isAmong(value, control.options)
    case 'choices':
      return Array.isArray(value) && value.every((item) => isAmong(item, control.options))
    case 'list':
      return Array.isArray(value) && value.length <= mostItemFields
    case 'object':
      return isDraftObject(value)
    case 'variants':
    case 'json':
      return true
    default:
      return control satisfies never
  }
}

/** Whether a value could belong to this variant: by its type, and by members with a constant value. */
export function looksLike(value: Draft, control: Control, describeMember: (schema: JsonValue) => Described): boolean {
  if (isEmptyDraft(value) || !canShow(value, control)) return false
  if (control.kind !== 'object' || !isDraftObject(value)) return true
  return control.properties.every(({ name, schema, required }) => {
    if (!Object.hasOwn(value, name)) return !required
    const it = describeMember(schema)
    return it.kind !== 'constant' || isSame(value[name], it.value)
  })
}

const isAmong = (value: Draft, options: Option[]): boolean => options.some((option) => isSame(value, option.value))

/** Whether a draft equals this value. */
export function isSame(draft: Draft | undefined, value: JsonValue): boolean {
  const json = draft === undefined ? undefined : settled(draft)
  return json !== undefined && JSON.stringify(json) === JSON.stringify(value)
}
