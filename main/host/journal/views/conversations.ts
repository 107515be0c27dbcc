import type { Database } from 'better-sqlite3'
import type { Recorded } from '../../../../shared/events/events.ts'

/** Creates the function that writes one event into the list of conversations. */
export function conversationProjection(db: Database): (recorded: Recorded) => void {
  const create = db.prepare<[string, string, number, number]>(
    `INSERT INTO conversations (id, title, created_at, active_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET title = excluded.title`,
  )
  const rename = db.prepare<[string, string]>('UPDATE conversations SET title = ? WHERE id = ?')
  const begin = db.prepare<[number, string]>(
    'UPDATE conversations SET active_at = ?, last_end = NULL, archived = 0 WHERE id = ?',
  )
  const end = db.prepare<[string, string]>('UPDATE conversations SET last_end = ? WHERE id = ?')
  const hide = db.prepare<[number | null, string]>('UPDATE conversations SET deleted_at = ? WHERE id = ?')
  const star = db.prepare<[number, string]>('UPDATE conversations SET starred = ? WHERE id = ?')
  const archive = db.prepare<[number, string]>('UPDATE conversations SET archived = ? WHERE id = ?')
  const move = db.prepare<[string | null, string]>('UPDATE conversations SET project = ? WHERE id = ?')
  const forget = db.prepare<[string]>('DELETE FROM conversations WHERE id = ?')
  return ({ at, event }) => {
    switch (event.type) {
      case 'conversation.created':
        return void create.run(event.conversation, event.title, at, at)
      case 'conversation.imported':
        return void create.run(event.conversation, event.title, event.createdAt, event.activeAt)
      case 'conversation.renamed':
        return void rename.run(event.title, event.conversation)
      case 'conversation.starred':
        return void star.run(Number(event.starred), event.conversation)
      case 'conversation.archived':
        return void archive.run(Number(event.archived), event.conversation)
      case 'conversation.project':
        return void move.run(event.project, event.conversation)
      case 'conversation.deleted':
        return void hide.run(at, event.conversation)
      case 'conversation.restored':
        return void hide.run(null, event.conversation)
      case 'conversation.erased':
        return void forget.run(event.conversation)
      case 'turn.started':
        return void begin.run(at, event.conversation)
      case 'turn.finished':
        return void end.run(event.end, event.conversation)
      default:
        return undefined
    }
  }
}
