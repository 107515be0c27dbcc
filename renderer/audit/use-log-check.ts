import { useCallback, useEffect, useRef, useState } from 'react'
import type { LogCheck, LogChecking } from '../../shared/log.ts'
import { useLink } from '../host.ts'
import { problemOf } from '../ui/action.ts'

/** What is known of the log: nothing, how far a check is, what it found, or why there is no finding. */
export type LogCheckState = LogCheck | LogChecking | { state: 'unchecked' } | { state: 'failed'; problem: string }

type Checked = {
  check: LogCheckState
  verify(): void
  /** Waits no longer for what a check finds. */
  leave(): void
}

/** A check of the whole log, which only a person starts. */
export function useLogCheck(): Checked {
  const link = useLink()
  const [check, setCheck] = useState<LogCheckState>({ state: 'unchecked' })
  const waiting = useRef<symbol>(undefined)
  useEffect(
    () => () => {
      waiting.current = undefined
    },
    [],
  )
  const run = useCallback(async () => {
    const self = Symbol()
    waiting.current = self
    setCheck({ state: 'checking', checked: 0, records: 0 })
    try {
      while (waiting.current === self) {
        const found = await link.call('verifyLog', {})
        if (waiting.current !== self) return
        setCheck(found)
        if (found.state !== 'checking') return
      }
    } catch (error) {
      if (waiting.current === self) setCheck({ state: 'failed', problem: problemOf(error) })
    }
  }, [link])
  const leave = useCallback(() => {
    waiting.current = undefined
    setCheck({ state: 'unchecked' })
  }, [])
  return { check, verify: () => void run(), leave }
}
