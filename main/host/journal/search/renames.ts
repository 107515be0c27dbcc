import type { Database } from 'better-sqlite3'
import type { Rename } from '../../../../shared/config/secret-prefixes.ts'

/** A record that says that a server got another ID. */
type RenamedAt = Rename & { seq: number }

/** A condition in SQL, with its values. */
export type SqlCondition = { where: string; values: (string | number)[] }

/** Every change of a server's ID, oldest first. */
const renamesIn = (db: Database): RenamedAt[] =>
  db
    .prepare<[], RenamedAt>(
      `SELECT seq, body ->> '$.from' AS "from", server AS "to" FROM events JOIN bodies USING (seq)
       WHERE type = 'server.renamed' ORDER BY seq`,
    )
    .all()

/** Tells the changes of its ID that a record's server had later, oldest first. */
export function laterRenames(db: Database): (server: string, seq: number) => Rename[] {
  const renames = renamesIn(db)
  return (server, seq) => {
    const later: Rename[] = []
    for (const { seq: at, from, to } of renames)
      if (at > seq && from === (later.at(-1)?.to ?? server)) later.push({ from, to })
    return later
  }
}

/** A time in which a server had this ID: its records are those from `first` on and before `end`. */
type TimeOfName = { name: string; first: number; end: number }

/** The IDs of the server that has this one now, oldest first. */
export function idsOfServer(db: Database, server: string): TimeOfName[] {
  const times: TimeOfName[] = [{ name: server, first: 0, end: Number.MAX_SAFE_INTEGER }]
  for (const { seq, from, to } of renamesIn(db).toReversed()) {
    const [now] = times
    if (now?.name !== to || seq >= now.end) continue
    now.first = seq
    times.unshift({ name: from, first: 0, end: seq })
  }
  return times
}

/** A condition for the records of the server that has this ID now. */
export function ofServer(db: Database, server: string): SqlCondition {
  const times = idsOfServer(db, server)
  if (times.length === 1) return { where: 'server = ?', values: [server] }
  return {
    where: `(${times.map(() => '(server = ? AND seq >= ? AND seq < ?)').join(' OR ')})`,
    values: times.flatMap(({ name, first, end }) => [name, first, end]),
  }
}

/** A condition for all records with a server's ID: also earlier ones, and the changes from this ID to another. */
export function withName(db: Database, server: string): SqlCondition {
  const own = ofServer(db, server)
  const left = renamesIn(db).flatMap(({ seq, from }) => (from === server ? [seq] : []))
  if (own.values.length === 1 && left.length === 0) return own
  return {
    where: `(server = ? OR ${own.where} OR seq IN (${left.map(() => '?').join()}))`,
    values: [server, ...own.values, ...left],
  }
}
