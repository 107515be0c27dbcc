import { useMemo } from 'react'
import { consentOf } from '../../../shared/state/consents.ts'
import { useHost } from '../replica.ts'
import { standingOf } from './standing.ts'
import type { ServerSummary } from './summary.ts'
import { useHistory } from './use-history.ts'

/** Each item's state; a stable function while nothing about it changes. */
export function useStanding({ id, quarantine, review }: ServerSummary): ReturnType<typeof standingOf> {
  const keptOff = useHost((state) => consentOf(state, id).keptOff)
  const pins = useHost((state) => consentOf(state, id).pins)
  const expected = useHost((state) => consentOf(state, id).passport?.items)
  const pinned = useHistory(id, pins)?.pinned
  return useMemo(
    () => standingOf({ quarantine, review, keptOff, pinned, expected }),
    [quarantine, review, keptOff, pinned, expected],
  )
}
