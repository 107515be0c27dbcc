import { z } from 'zod'
import type { FormValue } from '../../../shared/schema/forms.ts'
import { persisted } from '../../state/persisted.ts'

/**
 * Where drafts of forms are kept: beyond a reload, but not beyond the tab, since whatever answers at the same address
 * later can read what a browser keeps for longer.
 */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export type FormValues = { readonly [field: string]: FormValue }

const prefix = 'atrium.form.'

const value = z.union([z.string(), z.boolean(), z.array(z.string())])

/** What is not of today's shape is left out. */
const values: z.ZodType<FormValues> = z.record(z.string(), z.unknown()).transform((fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, stored]): [string, FormValue][] => {
      const { success, data } = value.safeParse(stored)
      return success ? [[field, data]] : []
    }),
  ),
)

const storedIn = (storage: DraftStorage, ask: string) => persisted(storage, prefix + ask, values)

/** What was written into the form of an ask. */
export const readDraft = (storage: DraftStorage, ask: string): FormValues => storedIn(storage, ask).read() ?? {}

/** Keeps it; false where the storage is full. */
export const writeDraft = (storage: DraftStorage, ask: string, written: FormValues): boolean =>
  storedIn(storage, ask).write(written)

/** Forgets what was written into forms that nobody asks for any more. */
export function forgetDrafts(storage: DraftStorage, open: ReadonlySet<string>): void {
  const keys = Array.from({ length: storage.length }, (_none, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(prefix) && !open.has(key.slice(prefix.length))) storage.removeItem(key)
}
