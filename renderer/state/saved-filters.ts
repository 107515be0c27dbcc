import { z } from 'zod'
import { isNarrowed, readFilter, writeFilter, type AuditFilter } from './audit-filter.ts'
import { storedList, persisted } from './persisted.ts'
import { createStore, useStore } from './store.ts'

/** The user's saved filters of the audit log, as written in URLs. They stay in this browser or window. */
const stored = persisted(globalThis.localStorage, 'atrium.auditFilters', storedList(z.string().max(8000)))
const saved = createStore<string[]>(stored.read() ?? [])

const mostSaved = 12

/** A saved filter as written, and read. */
type SavedFilter = { written: string; filter: AuditFilter }

/** The saved filters, oldest first; one that this release can't read is skipped. */
export const useSavedFilters = (): SavedFilter[] =>
  useStore(saved)
    .map((written) => ({ written, filter: readFilter(written) }))
    .filter(({ filter }) => isNarrowed(filter))

/** Saves a filter, or removes a saved one; false if there is no room. */
export function toggleSaved(filter: AuditFilter): boolean {
  const written = writeFilter(filter)
  const before = saved.get()
  const next = before.includes(written)
    ? before.filter((each) => each !== written)
    : [...before, written].slice(-mostSaved)
  const isKept = stored.write(next)
  saved.set(isKept ? next : [])
  return isKept
}
