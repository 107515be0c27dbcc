import { useEffect, useEffectEvent, useState } from 'react'
import type { CallTimes } from '../../../shared/contract/commands.ts'
import { useReplica } from '../replica.ts'

/** Milliseconds between two reads of the durations, after calls ended. */
const pauseMs = 2000

/** By server, the duration of its last calls. Empty until known, or if they can't be read. */
export function useCallTimes(): Record<string, CallTimes> {
  const replica = useReplica()
  const [times, setTimes] = useState<Record<string, CallTimes>>({})
  const read = useEffectEvent(async (isCurrent: () => boolean) => {
    const found = await replica.link.call('serverTimes', {}).catch(() => ({ times: {} }))
    if (isCurrent()) setTimes(found.times)
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
  }, [replica])
  return times
}
