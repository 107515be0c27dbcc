import type { ConversationRow } from '../../../shared/contract/commands.ts'
import { useQuery } from '../../state/query.ts'

/** The last ones are searched here, also by abbreviation; the others by the host. */
const mostRecent = 200
const mostFound = 20
const searchAfterMs = 120

type Found = { rows: ConversationRow[]; problem: string | undefined }

/** The last conversations, and of all the others those whose title has the words of the query. */
export function useConversations(query: string): Found {
  const recent = useListed('', mostRecent)
  const found = useListed(query.replace(/^[>@#]/, '').trim(), mostFound)
  const known = new Set(recent.rows.map(({ id }) => id))
  return {
    rows: [...recent.rows, ...found.rows.filter(({ id }) => !known.has(id))],
    problem: recent.problem ?? found.problem,
  }
}

const none: ConversationRow[] = []

function useListed(title: string, limit: number): Found {
  const input = { limit, ...(title && { title }) }
  const { answer, problem } = useQuery('listConversations', input, { waitMs: title === '' ? 0 : searchAfterMs })
  return { rows: answer?.rows ?? none, problem }
}
