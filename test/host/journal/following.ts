import Database from 'better-sqlite3'
import { Erasing } from '../../../main/host/journal/queries/erasing.ts'
import type { Journal } from '../../../main/host/journal/journal.ts'
import { QueryConnection } from '../../../main/host/journal/queries/connection.ts'
import { queries } from '../../../main/host/journal/queries/queries.ts'
import { CurrentViews } from '../../../main/host/journal/queries/current-views.ts'

const opened = new WeakMap<Journal, { connection: QueryConnection; close: () => void }>()

/** A journal's log and views for queries, here instead of in their own thread. Close them with `closeViews`. */
export function connectionOf(journal: Journal): QueryConnection {
  journal.flush()
  journal.reports.flush()
  const before = opened.get(journal)
  if (before) return before.connection
  const log = new Database(journal.file, { readonly: true })
  const views = new CurrentViews(log)
  const connection = new QueryConnection(log, views)
  const close = (): void => {
    views.close()
    log.close()
    opened.delete(journal)
  }
  opened.set(journal, { connection, close })
  return connection
}

export const closeViews = (journal: Journal): void => opened.get(journal)?.close()

/** Lets a journal's views and indexes read everything appended so far. */
export function readOn(journal: Journal): void {
  while (queries.readOn(connectionOf(journal)));
}

/** Erases a deleted conversation. */
export const erasing = (journal: Journal): Erasing =>
  new Erasing(journal, {
    ask: async (name, ...input) => Reflect.apply(queries[name], undefined, [connectionOf(journal), ...input]),
  })
