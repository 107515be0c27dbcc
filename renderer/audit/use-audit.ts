import { useCallback, useEffect, useRef, useState } from 'react'
import { useReplica } from '../state/replica.ts'
import { problemOf } from '../state/action.ts'
import { queryOf, readFilter } from '../state/audit-filter.ts'
import { addNewer, addOlder, fetchFirst, fetchNewer, fetchOlder, type AuditList, type ListAudit } from './audit-rows.ts'

/** Milliseconds after the first new record before all of them are fetched together. */
const gatherMs = 300

export type Audit = {
  list: AuditList | undefined
  problem: string | undefined
  /** Fetches the next older page, unless that is already running. */
  loadOlder(): void
  /** Retries after a failure. */
  retry(): void
}

/**
 * The audit table as it grows: newest first, older pages on demand, new records as they are written. `written` is the
 * filter as in the URL.
 */
export function useAudit(written: string): Audit {
  const replica = useReplica()
  const [list, setList] = useState<AuditList>()
  const [problem, setProblem] = useState<string>()
  const [round, setRound] = useState(0)
  const ask = useCallback<ListAudit>(
    (page) => replica.link.call('listAudit', { ...queryOf(readFilter(written)), ...page }),
    [replica, written],
  )
  const held = useRef<AuditList>(undefined)
  const loadingOlder = useRef<AuditList>(undefined)

  const hold = useCallback((next: AuditList) => {
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
      const newer = await fetchNewer(ask, held.current.asOf)
      if (!left && held.current) hold(addNewer(held.current, newer))
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
  }, [replica, ask, round, hold])

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
