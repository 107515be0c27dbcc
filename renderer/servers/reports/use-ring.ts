import { useCallback, useEffect, useRef, useState } from 'react'
import { useReplica } from '../../state/replica.ts'
import { problemOf } from '../../state/action.ts'

/** Milliseconds after the first new row before all of them are fetched together. */
const gatherMs = 300
const pageSize = 200
/** The host's limit on stored rows. */
const mostRows = 5000

type Page<Row> = { rows: Row[]; more: boolean }
/** Asks the host for the rows before a sequence number, or for the newest. */
export type AskRing<P extends Page<unknown>> = (page: { before?: number; limit: number }) => Promise<P>

/** The rows loaded so far of a list whose oldest rows the host drops. */
export type Ring<P extends Page<unknown>> = {
  /** Oldest first; absent until the first page arrives. */
  rows: P['rows'] | undefined
  /** The latest newest page, for its other members. */
  page: P | undefined
  more: boolean
  problem: string | undefined
  loadEarlier(): void
}

type Held<P extends Page<unknown>> = { rows: P['rows']; page: P; more: boolean; of: AskRing<P> }

/**
 * The stored part of a server's reports: the newest page, fetched again on news while `isFollowing`, and earlier ones
 * on demand. A new `ask` function fetches everything again.
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

/** A page can update existing rows; if rows in between may be missing, only the page is kept. */
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
