import { z } from 'zod'
import type { FormValue } from '../../../shared/schema/forms.ts'
import { persisted } from '../../state/persisted.ts'

/**
 * Storage for form drafts: survives a reload but not the tab, since whatever later runs at the same address could read
 * longer-lived browser storage.
 */
export type FormStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** A server's form as filled in so far, by field name. It stays in this tab. */
export type FormValues = { readonly [field: string]: FormValue }

const prefix = 'atrium.form.'

const value = z.union([z.string(), z.boolean(), z.array(z.string())])

/** Leaves out values of another shape. */
const values: z.ZodType<FormValues> = z.record(z.string(), z.unknown()).transform((fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, stored]): [string, FormValue][] => {
      const { success, data } = value.safeParse(stored)
      return success ? [[field, data]] : []
    }),
  ),
)

const storedIn = (storage: FormStorage, ask: string) => persisted(storage, prefix + ask, values)

/** The draft of a question's form; empty if none is stored. */
export const readStoredForm = (storage: FormStorage, ask: string): FormValues => storedIn(storage, ask).read() ?? {}

/** Saves a draft; false if the storage is full. */
export const storeForm = (storage: FormStorage, ask: string, written: FormValues): boolean =>
  storedIn(storage, ask).write(written)

/** Deletes drafts of forms that are no longer open. */
export function forgetForms(storage: FormStorage, open: ReadonlySet<string>): void {
  const keys = Array.from({ length: storage.length }, (_none, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(prefix) && !open.has(key.slice(prefix.length))) storage.removeItem(key)
}
