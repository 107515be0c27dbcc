import type { Database } from 'better-sqlite3'

/** `sources` as in `conversation.imported`; `ids` are those of conversations that may have begun here. */
export type ImportedQuery = { sources: string[]; ids: string[] }

/** A conversation that is here. `key` is the source or the ID that was asked for, `at` when it came or began. */
export type ImportedBefore = { key: string; conversation: string; at: number }

/**
 * The conversations here that match these sources or IDs, without deleted ones. A source's latest import comes last.
 */
export function importedBefore(db: Database, { sources, ids }: ImportedQuery): ImportedBefore[] {
  const imported = db.prepare<[string], ImportedBefore>(
    `SELECT body ->> '$.source' AS key, conversation, at
     FROM events JOIN bodies USING (seq) JOIN conversations ON conversations.id = conversation
     WHERE type = 'conversation.imported' AND deleted_at IS NULL
     AND body ->> '$.source' IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  )
  const own = db.prepare<[string], ImportedBefore>(
    `SELECT id AS key, id AS conversation, created_at AS at FROM conversations
     WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?))`,
  )
  return [...imported.all(JSON.stringify(sources)), ...own.all(JSON.stringify(ids))]
}
