import { useMemo } from 'react'
import { passportOf } from '../../../shared/state/state.ts'
import { useHost } from '../replica.ts'
import { standingOf } from './standing.ts'
import type { ServerSummary } from './summary.ts'
import { useHistory } from './use-history.ts'

/** Each item's state; a stable function while nothing about it changes. */
export function useStanding({ id, quarantine, review }: ServerSummary): ReturnType<typeof standingOf> {
  const keptOff = useHost((state) => state.keptOff[id])
  const pins = useHost((state) => state.pins[id])
  const expected = useHost((state) => passportOf(state, id)?.items)
  const pinned = useHistory(id, pins)?.pinned
  return useMemo(
    () => standingOf({ quarantine, review, keptOff, pinned, expected }),
    [quarantine, review, keptOff, pinned, expected],
  )
}
