import type { Database } from 'better-sqlite3'
import { HostError } from '../../../../shared/contract/errors.ts'
import { upcast } from '../../../../shared/events/upcast.ts'
import { foldConversation } from '../../../../shared/state/conversation-fold.ts'
import { emptyConversation, type Conversation } from '../../../../shared/state/conversation.ts'
import { queryWords } from './words.ts'

type Stored = { seq: number; at: number; version: number; body: string }

/** A whole conversation, including a deleted one while it can be restored; `not-found` after that. */
export function readConversation(
  db: Database,
  { conversation: id }: { conversation: string },
): { conversation: Conversation } {
  assertConversation(db, id)
  const conversation = emptyConversation(id)
  const read = <Value extends string[]>(where: string) =>
    db.prepare<Value, Stored>(
      `SELECT seq, at, version, body FROM events JOIN bodies USING (seq) WHERE ${where} ORDER BY seq`,
    )
  const renames = read<[]>("type = 'server.renamed'").all()
  const fold = ({ seq, at, version, body }: Stored): void => {
    const event = upcast(version, JSON.parse(body))
    if (event) foldConversation(conversation, { seq, at, event })
  }
  for (const row of read<[string]>('conversation = ?').iterate(id)) {
    while (renames[0] && renames[0].seq < row.seq) renames.splice(0, 1).forEach(fold)
    fold(row)
  }
  renames.forEach(fold)
  return { conversation }
}

/** Throws `not-found` unless there is such a conversation. */
export function assertConversation(db: Database, id: string): void {
  if (!db.prepare<[string]>('SELECT 1 FROM conversations WHERE id = ?').get(id))
    throw new HostError('not-found', queryWords.noConversation)
}
