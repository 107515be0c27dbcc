import { useCallback, useEffect, useRef, useState } from 'react'
import { useReplica } from '../../state/replica.ts'
import { problemOf } from '../../state/action.ts'

/** New rows are fetched together, so long after the window heard of the first of them, in milliseconds. */
const gatherMs = 300
const pageSize = 200
/** As many rows as the host keeps at most. */
const mostRows = 5000

type Page<Row> = { rows: Row[]; more: boolean }
export type AskRing<P extends Page<unknown>> = (page: { before?: number; limit: number }) => Promise<P>

export type Ring<P extends Page<unknown>> = {
  /** Oldest first; absent until the first page came. */
  rows: P['rows'] | undefined
  /** The newest page as it came last, for what else it says. */
  page: P | undefined
  more: boolean
  problem: string | undefined
  loadEarlier(): void
}

type Held<P extends Page<unknown>> = { rows: P['rows']; page: P; more: boolean; of: AskRing<P> }

/**
 * What is kept of a server's reports: the newest page, again when there is more and `isFollowing`, and earlier ones on
 * demand. `ask` is the same each time, or what is held is asked for anew.
 */
export function useRing<Row extends { id: number }, P extends Page<Row>>(
  { server, what, isFollowing }: { server: string; what: 'log' | 'frames'; isFollowing: boolean },
  ask: AskRing<P>,
): Ring<P> {
  const replica = useReplica()
  const [held, setHeld] = useState<Held<P>>()
  const [problem, setProblem] = useState<string>()
  const loading = useRef(false)

  useEffect(() => {
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const fetchNewest = async (): Promise<void> => {
      timer = undefined
      try {
        const page = await ask({ limit: pageSize })
        if (left) return
        setHeld((now) => withNewest<Row, P>(now?.of === ask ? now : undefined, page, ask))
        setProblem(undefined)
      } catch (error) {
        if (!left) setProblem(problemOf(error))
      }
    }
    void fetchNewest()
    const soon = (): void => {
      if (isFollowing && !document.hidden) timer ??= setTimeout(() => void fetchNewest(), gatherMs)
    }
    const leave = replica.onEvents({
      events: (recorded) => {
        const isMore = recorded.some(
          ({ event }) => event.type === 'server.reported' && event.server === server && event[what] !== undefined,
        )
        if (isMore) soon()
      },
      reset: soon,
    })
    document.addEventListener('visibilitychange', soon)
    return () => {
      left = true
      clearTimeout(timer)
      leave()
      document.removeEventListener('visibilitychange', soon)
    }
  }, [replica, server, what, isFollowing, ask])

  const loadEarlier = useCallback(() => {
    const before = held?.rows[0]
    if (!held || !isRow(before) || loading.current) return
    loading.current = true
    ask({ before: before.id, limit: pageSize })
      .then(
        (page) => setHeld((now) => now && { ...now, rows: [...page.rows.toReversed(), ...now.rows], more: page.more }),
        (error: unknown) => setProblem(problemOf(error)),
      )
      .finally(() => (loading.current = false))
  }, [ask, held])

  const { rows, page, more = false } = held ?? {}
  return { rows, page, more, problem, loadEarlier }
}

const isRow = (row: unknown): row is { id: number } => typeof row === 'object' && row !== null && 'id' in row

/** A page may say more of rows that are held; where rows between may be missing, only the page is held. */
function withNewest<Row extends { id: number }, P extends Page<Row>>(
  now: Held<P> | undefined,
  page: P,
  of: AskRing<P>,
): Held<P> {
  const rows = page.rows.toReversed()
  const first = rows[0]?.id ?? 0
  const before = now?.rows.filter((row) => isRow(row) && row.id < first) ?? []
  const isGap = page.more && (now?.rows.length ?? 0) > 0 && before.length === now?.rows.length
  if (!now || !page.more || isGap) return { rows, page, more: page.more, of }
  return { rows: [...before, ...rows].slice(-mostRows), page, more: now.more, of }
}
