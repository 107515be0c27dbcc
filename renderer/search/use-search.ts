import { useEffect, useState } from 'react'
import type { Result } from '../../shared/contract/commands.ts'
import type { FoundText } from '../../shared/contract/find-commands.ts'
import { problemOf } from '../state/action.ts'
import { spanStart, type SearchFilter } from '../state/routes.ts'
import { useLink } from '../state/replica.ts'
import { defined } from '../../shared/schema/json.ts'

/** Milliseconds without typing before the search starts, and until it asks again while records are still being read. */
const searchAfterMs = 150
const againAfterMs = 1000

/** How many matches are looked for at a time. */
const mostAtOnce = 30

type Found = {
  rows: FoundText[]
  /** Older records may have more. */
  more: boolean
  unread: number
  isAsking: boolean
  problem: string | undefined
}

const nothing: Found = { rows: [], more: false, unread: 0, isAsking: false, problem: undefined }

/** Matches, newest first: page after page until there are enough of them. */
export function useSearch({ text, of, server, span }: SearchFilter): Found & { further(): void } {
  const link = useLink()
  const [found, setFound] = useState(nothing)
  const [wanted, setWanted] = useState(mostAtOnce)
  const [round, setRound] = useState(0)
  const query = text.trim()
  const [asked, setAsked] = useState(query)
  if (asked !== query) {
    setAsked(query)
    setWanted(mostAtOnce)
  }
  useEffect(() => {
    if (query === '') return undefined
    let isOver = false
    let again: ReturnType<typeof setTimeout> | undefined
    const conditions = {
      text: query,
      ...(of && { speakers: [of] }),
      ...defined({ server }),
      ...(span && { since: spanStart(span, Date.now()) }),
    }
    const search = async (): Promise<void> => {
      setFound((now) => ({ ...now, isAsking: true, problem: undefined }))
      const rows: FoundText[] = []
      let page: Result<'findText'> | undefined
      do {
        // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
        page = await link.call('findText', { ...conditions, limit: mostAtOnce, ...(page && { before: page.next }) })
        if (isOver) return
        rows.push(...page.rows)
      } while (page.more && rows.length < wanted)
      setFound({ rows, more: page.more, unread: page.unread, isAsking: false, problem: undefined })
      if (page.unread > 0) again = setTimeout(() => setRound((now) => now + 1), againAfterMs)
    }
    const timer = setTimeout(
      () =>
        void search().catch(
          (error: unknown) => isOver || setFound((now) => ({ ...now, isAsking: false, problem: problemOf(error) })),
        ),
      searchAfterMs,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(again)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs again when these change
  }, [link, query, of, server, span, wanted, round])
  return { ...(query === '' ? nothing : found), further: () => setWanted((now) => now + mostAtOnce) }
}
