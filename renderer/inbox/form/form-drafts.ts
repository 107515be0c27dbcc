import type { FormValue } from '../../../shared/schema/forms.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'

/**
 * Where drafts of forms are kept: beyond a reload, but not beyond the tab, since whatever answers at the same address
 * later can read what a browser keeps for longer.
 */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export type FormValues = { readonly [field: string]: FormValue }

const prefix = 'atrium.form.'

/** What was written into the form of an ask; what is not of today's shape is left out. */
export function readDraft(storage: DraftStorage, ask: string): FormValues {
  const stored = parsed(storage.getItem(prefix + ask))
  if (!isObject(stored)) return {}
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, FormValue] => isValue(entry[1])))
}

/** Keeps it; false where the storage is full. */
export function writeDraft(storage: DraftStorage, ask: string, values: FormValues): boolean {
  try {
    storage.setItem(prefix + ask, JSON.stringify(values))
    return true
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    storage.removeItem(prefix + ask)
    return false
  }
}

/** Forgets what was written into forms that nobody asks for any more. */
export function forgetDrafts(storage: DraftStorage, open: ReadonlySet<string>): void {
  const keys = Array.from({ length: storage.length }, (_none, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(prefix) && !open.has(key.slice(prefix.length))) storage.removeItem(key)
}

const isValue = (value: JsonValue): boolean =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'))

function parsed(text: string | null): JsonValue | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as JsonValue)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
