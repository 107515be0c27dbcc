import { useEffect, useState } from 'react'
import type { ConversationRow } from '../../../shared/contract/commands.ts'
import { useLink } from '../../state/replica.ts'
import { problemOf } from '../../state/action.ts'

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

function useListed(title: string, limit: number): Found {
  const link = useLink()
  const [found, setFound] = useState<Found>({ rows: [], problem: undefined })
  useEffect(() => {
    let left = false
    const search = (): void => {
      link.call('listConversations', { limit, ...(title && { title }) }).then(
        ({ rows }) => left || setFound({ rows, problem: undefined }),
        (error: unknown) => left || setFound((now) => ({ ...now, problem: problemOf(error) })),
      )
    }
    const timer = setTimeout(search, title === '' ? 0 : searchAfterMs)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [link, title, limit])
  return found
}
