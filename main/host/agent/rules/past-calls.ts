import type { Database } from 'better-sqlite3'
import { isObject, type JsonObject, type JsonValue, type Kept } from '../../../../shared/schema/json.ts'
import { upcast } from '../../../../shared/events/upcast.ts'

/** So many of the latest records are looked through. */
export const recordsRead = 100_000

/** Arguments that are larger than this, in bytes, are not read again. */
const largest = 1024 * 1024

/** The event of a stored body. */
export const eventOf = ({ version, body }: { version: number; body: string }) => upcast(version, JSON.parse(body))

/** Arguments as an event keeps them; undefined where they are gone, or too large. */
export function readArguments(db: Database, kept: Kept): JsonObject | undefined {
  const value = 'json' in kept ? kept.json : readBlob(db, kept)
  return isObject(value) ? value : undefined
}

function readBlob(db: Database, { blob, bytes }: Extract<Kept, { blob: string }>): JsonValue | undefined {
  if (bytes > largest) return undefined
  const stored = db.prepare<[string], Buffer>('SELECT bytes FROM blobs WHERE hash = ?').pluck().get(blob)
  return stored && JSON.parse(stored.toString())
}
