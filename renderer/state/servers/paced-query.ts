import { useEffect, useEffectEvent, useState } from 'react'
import type { HostEvent } from '../../../shared/events/events.ts'
import { useReplica } from '../replica.ts'

/** Milliseconds between two reads, after events that change the answer. */
const pauseMs = 2000

/**
 * The latest answer, read again after an event that `changes` it, at most every two seconds. Undefined until known, or
 * if it can't be read. `key` identifies the question.
 */
export function usePacedQuery<T>(
  key: string,
  ask: () => Promise<T>,
  changes: (event: HostEvent) => boolean,
): T | undefined {
  const replica = useReplica()
  const [known, setKnown] = useState<{ key: string; answer: T | undefined }>()
  const read = useEffectEvent(async (isCurrent: () => boolean) => {
    const answer = await ask().catch(() => undefined)
    if (isCurrent()) setKnown({ key, answer })
  })
  const matters = useEffectEvent(changes)
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
        if (recorded.some(({ event }) => matters(event))) timer ??= setTimeout(readNow, pauseMs)
      },
      reset: readNow,
    })
    return () => {
      isHere = false
      clearTimeout(timer)
      leave()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another question has another answer
  }, [replica, key])
  return known?.key === key ? known.answer : undefined
}
