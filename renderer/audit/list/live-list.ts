import { useCallback, useEffect, useRef, useState } from 'react'
import { useReplica } from '../../state/replica.ts'
import { problemOf } from '../../state/action.ts'

/**
 * One filter's rows, newest first, complete down to `next`; `more` says whether older ones exist. `asOf` is the newest
 * record examined, matching or not.
 */
export type LoadedRows<Row> = { rows: Row[]; more: boolean; next: number; asOf: number }

type Page = { before?: number | undefined; seq?: number | undefined; limit?: number | undefined }

/** The query behind a list, with the filter applied. */
export type ListQuery<Row> = (page: Page) => Promise<LoadedRows<Row>>

/** Fetches the rows that are new since a list was fetched. The result adds them to the list as it is by then. */
export type Follow<Row> = (
  ask: ListQuery<Row>,
  list: LoadedRows<Row>,
) => Promise<(now: LoadedRows<Row>) => LoadedRows<Row>>

const pageSize = 100

/** The newest page. Rejects as the query does. */
export const fetchFirst = <Row>(ask: ListQuery<Row>): Promise<LoadedRows<Row>> => ask({ limit: pageSize })

/** The page after the oldest record examined. */
export const fetchOlder = <Row>(ask: ListQuery<Row>, { next }: LoadedRows<Row>): Promise<LoadedRows<Row>> =>
  ask({ limit: pageSize, before: next })

/** Appends a page from `fetchOlder`. */
export function addOlder<Row extends { seq: number }>(list: LoadedRows<Row>, page: LoadedRows<Row>): LoadedRows<Row> {
  const rows = page.rows.filter(({ seq }) => seq < list.next)
  return { ...list, rows: [...list.rows, ...rows], more: page.more, next: Math.min(list.next, page.next) }
}

/** Milliseconds after the first new record before all of them are fetched together. */
const gatherMs = 300

/** A list that gets new records at its top; `list` is undefined until the first page arrives. */
export type LiveList<Row> = {
  list: LoadedRows<Row> | undefined
  problem: string | undefined
  /** Fetches the next older page, unless that is already running. */
  loadOlder(): void
  /** Retries after a failure. */
  retry(): void
}

/**
 * A list as it grows: newest first, older pages on demand, new records as they are written. Both functions must be
 * stable; another `ask` begins another list.
 */
export function useLiveList<Row extends { seq: number }>(ask: ListQuery<Row>, bring: Follow<Row>): LiveList<Row> {
  const replica = useReplica()
  const [list, setList] = useState<LoadedRows<Row>>()
  const [problem, setProblem] = useState<string>()
  const [round, setRound] = useState(0)
  const held = useRef<LoadedRows<Row>>(undefined)
  const loadingOlder = useRef<LoadedRows<Row>>(undefined)

  const hold = useCallback((next: LoadedRows<Row>) => {
    held.current = next
    setList(next)
    setProblem(undefined)
  }, [])

  useEffect(() => {
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const failed = (error: unknown): void => {
      if (!left) setProblem(problemOf(error))
    }
    const begin = (): void => {
      fetchFirst(ask).then((first) => left || hold(first), failed)
    }
    const follow = async (): Promise<void> => {
      timer = undefined
      if (!held.current) return begin()
      const update = await bring(ask, held.current)
      if (!left && held.current) hold(update(held.current))
    }
    const leave = replica.onEvents({
      events: (recorded) => {
        if (recorded.some(({ seq }) => seq !== null)) timer ??= setTimeout(() => follow().catch(failed), gatherMs)
      },
      reset: begin,
    })
    held.current = undefined
    // oxlint-disable-next-line react/set-state-in-effect -- another filter has another list
    setList(undefined)
    begin()
    return () => {
      left = true
      clearTimeout(timer)
      leave()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs again when these change
  }, [replica, ask, bring, round, hold])

  const loadOlder = useCallback(() => {
    const before = held.current
    if (loadingOlder.current === before || !before?.more) return
    loadingOlder.current = before
    fetchOlder(ask, before)
      .then((page) => {
        if (held.current && held.current.next === before.next) hold(addOlder(held.current, page))
      })
      .catch((error: unknown) => setProblem(problemOf(error)))
  }, [ask, hold])

  return { list, problem, loadOlder, retry: useCallback(() => setRound((now) => now + 1), []) }
}
