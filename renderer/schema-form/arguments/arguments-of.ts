import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { settled, unsettled, type Draft } from '../../state/forms/form-draft.ts'
import { readJson } from '../../state/forms/exact-json.ts'
import { manual } from '../../strings/manual.ts'
import type { Filled } from '../../state/forms/desk.ts'
import { ownViolations, type SchemaViolation } from './placed.ts'

/** A form's value: the arguments exactly as sent, or why there are none yet. */
export type Read = { arguments: JsonObject } | { violations: SchemaViolation[] }

const { noObject } = manual.violations

/** The arguments as typed, in fields or as JSON, or what keeps them from being read. Checks no schema. */
export function readForm(filled: Pick<Filled, 'view' | 'text'>, draft: Draft): Read {
  if (filled.view === 'JSON') return readArgumentText(filled.text ?? '')
  const value = settled(draft)
  if (value === undefined) return { violations: ownViolations(unsettled(draft)) }
  return isObject(value) ? { arguments: value } : { violations: [{ path: '', sentence: noObject }] }
}

/** Arguments must be one JSON object, with numbers that can be sent exactly. */
export function readArgumentText(text: string): Read {
  const read = readJson(text)
  if ('problem' in read) return { violations: [{ path: '', sentence: read.problem }] }
  return isObject(read.value) ? { arguments: read.value } : { violations: [{ path: '', sentence: noObject }] }
}

/** The arguments' text in the JSON view: as written there before, if it still has the same value. */
export function textFor(value: JsonObject, before: string | undefined): string {
  const read = before === undefined ? undefined : readArgumentText(before)
  const isSame = read && 'arguments' in read && JSON.stringify(read.arguments) === JSON.stringify(value)
  return isSame && before !== undefined ? before : JSON.stringify(value, null, 2)
}
