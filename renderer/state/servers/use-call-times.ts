import { useEffect, useEffectEvent, useState } from 'react'
import type { Result } from '../../../shared/contract/commands.ts'
import { useReplica } from '../replica.ts'
import { useNow } from '../use-now.ts'

/** Milliseconds between two reads of the durations, after calls ended. */
const pauseMs = 2000

type Calls = Result<'serverTimes'>

const none: Calls = { times: {}, counts: {} }

/** By server, the duration of its last calls and today's count. Empty until known, or if they can't be read. */
export function useCallTimes(): Calls {
  const replica = useReplica()
  const [calls, setCalls] = useState(none)
  const midnight = new Date(useNow(60_000)).setHours(0, 0, 0, 0)
  const read = useEffectEvent(async (isCurrent: () => boolean) => {
    const found = await replica.link.call('serverTimes', { since: midnight }).catch(() => none)
    if (isCurrent()) setCalls(found)
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHere = true
    const readNow = (): void => {
      timer = undefined
      void read(() => isHere)
    }
    readNow()
    const leave = replica.onEvents({
      events: (recorded) => {
        if (recorded.some(({ event }) => event.type === 'call.finished')) timer ??= setTimeout(readNow, pauseMs)
      },
      reset: readNow,
    })
    return () => {
      isHere = false
      clearTimeout(timer)
      leave()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new day has its own count
  }, [replica, midnight])
  return calls
}
