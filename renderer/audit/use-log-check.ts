import { useCallback, useEffect, useRef, useState } from 'react'
import type { LogCheck, LogCheckStopped, LogChecking } from '../../shared/contract/log.ts'
import { useLink } from '../state/replica.ts'
import { problemOf } from '../state/action.ts'

/** The state of the check: not run, running, its findings, or why it failed. */
export type LogCheckState =
  LogCheck | LogCheckStopped | LogChecking | { state: 'unchecked' } | { state: 'failed'; problem: string }

type Checked = {
  check: LogCheckState
  verify(): void
  /** Ends the check for every window waiting for it. */
  cancel(): void
}

/** A check of the whole log, started only by the user. */
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
  const cancel = useCallback(async () => {
    const self = Symbol()
    waiting.current = self
    setCheck({ state: 'unchecked' })
    try {
      await link.call('stopCheck', {})
    } catch (error) {
      if (waiting.current === self) setCheck({ state: 'failed', problem: problemOf(error) })
    }
  }, [link])
  return { check, verify: () => void run(), cancel: () => void cancel() }
}
