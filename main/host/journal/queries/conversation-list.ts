import type { Database } from 'better-sqlite3'
import type { ConversationRow, Parsed } from '../../../../shared/contract/commands.ts'

/** `before` is the key of the previous page's last row; without it a list begins with the newest. */
export type ConversationPage = Parsed<'listConversations'>

type Listed = Omit<ConversationRow, 'starred' | 'project'> & { starred: 0 | 1; project: string | null }

/**
 * A page of conversations, newest activity first, keyed by `activeAt`; the starred are all in front of the first page.
 * A page exceeds its limit by these, and if several rows share its last moment. A search by title also finds the
 * archived; a project's starred are not in front.
 */
export function readConversationList(
  db: Database,
  { before, limit, title, archived, project }: ConversationPage,
): { rows: ConversationRow[]; more: boolean } {
  const named = titleCondition(title)
  const member = project === undefined ? { where: 'TRUE', values: [] } : { where: 'project = ?', values: [project] }
  const place = title ? 'TRUE' : `archived = ${Number(archived ?? false)}`
  const paged = title || archived || project !== undefined ? 'TRUE' : 'NOT starred'
  const list = (where: string, most: number, ...keys: (string | number)[]): ConversationRow[] =>
    db
      .prepare<(string | number)[], Listed>(
        `SELECT id, title, created_at AS createdAt, active_at AS activeAt, last_end AS end, starred, project
         FROM conversations WHERE deleted_at IS NULL AND ${place} AND ${where} AND ${named.where} AND ${member.where}
         ORDER BY active_at DESC, id DESC LIMIT ?`,
      )
      .all(...keys, ...named.values, ...member.values, most)
      .map(({ starred, project: of, ...row }) => ({
        ...row,
        ...(starred === 1 && { starred: true as const }),
        ...(of !== null && { project: of }),
      }))
  const top = before === undefined && paged !== 'TRUE' ? list('starred', -1) : []
  const rows = list(`${paged} AND active_at < ?`, limit, before ?? Number.MAX_SAFE_INTEGER)
  const last = rows.at(-1)
  if (!last) return { rows: top, more: false }
  rows.push(...list(`${paged} AND active_at = ? AND id < ?`, -1, last.activeAt, last.id))
  return { rows: [...top, ...rows], more: list(`${paged} AND active_at < ?`, 1, last.activeAt).length > 0 }
}

/** Titles that have every word, ignoring case. */
function titleCondition(title = ''): { where: string; values: string[] } {
  const words = title.split(/\s+/).filter(Boolean)
  const has = 'instr(lower_text(title), ?) > 0'
  return { where: [...words.map(() => has), 'TRUE'].join(' AND '), values: words.map((word) => word.toLowerCase()) }
}
