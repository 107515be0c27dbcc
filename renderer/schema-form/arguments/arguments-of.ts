import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { settled, unsettled, type Draft } from '../../state/forms/form-draft.ts'
import { readJson } from '../../state/forms/exact-json.ts'
import { strings } from '../../strings/strings.ts'
import type { Filled } from '../../state/forms/desk.ts'
import { ownMisfits, type Misfit } from './placed.ts'

/** What a form stands for: the arguments exactly as they are sent, or why it stands for none yet. */
export type Read = { arguments: JsonObject } | { misfits: Misfit[] }

const { noObject } = strings.manual.misfits

export function readForm(filled: Pick<Filled, 'view' | 'text'>, draft: Draft): Read {
  if (filled.view === 'JSON') return readText(filled.text ?? '')
  const value = settled(draft)
  if (value === undefined) return { misfits: ownMisfits(unsettled(draft)) }
  return isObject(value) ? { arguments: value } : { misfits: [{ path: '', sentence: noObject }] }
}

export function readText(text: string): Read {
  const read = readJson(text)
  if ('problem' in read) return { misfits: [{ path: '', sentence: read.problem }] }
  return isObject(read.value) ? { arguments: read.value } : { misfits: [{ path: '', sentence: noObject }] }
}

/** The text of arguments in the JSON view: as it was written there before, where it still says the same. */
export function textFor(value: JsonObject, before: string | undefined): string {
  const read = before === undefined ? undefined : readText(before)
  const isSame = read && 'arguments' in read && JSON.stringify(read.arguments) === JSON.stringify(value)
  return isSame && before !== undefined ? before : JSON.stringify(value, null, 2)
}
