import type { Database } from 'better-sqlite3'
import { isObject, type JsonObject, type JsonValue, type StoredValue } from '../../../../shared/schema/json.ts'
import { upcast } from '../../../../shared/events/upcast.ts'

/** How many of the latest records are searched. */
export const recordsRead = 100_000

/** Arguments above this many bytes aren't read again. */
const largest = 1024 * 1024

/** The event of a stored body. */
export const eventOf = ({ version, body }: { version: number; body: string }) => upcast(version, JSON.parse(body))

/** Arguments stored by an event; undefined if they're gone or too large. */
export function readArguments(db: Database, kept: StoredValue): JsonObject | undefined {
  const value = 'json' in kept ? kept.json : readBlob(db, kept)
  return isObject(value) ? value : undefined
}

function readBlob(db: Database, { blob, bytes }: Extract<StoredValue, { blob: string }>): JsonValue | undefined {
  if (bytes > largest) return undefined
  const stored = db.prepare<[string], Buffer>('SELECT bytes FROM blobs WHERE hash = ?').pluck().get(blob)
  return stored && JSON.parse(stored.toString())
}
