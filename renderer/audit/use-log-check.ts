import { useCallback, useEffect, useRef, useState } from 'react'
import type { LogCheck, LogChecking } from '../../shared/log.ts'
import { useLink } from '../host.ts'
import { problemOf } from '../ui/action.ts'

/** What is known of the log: nothing, how far a check is, what it found, or why there is no finding. */
export type LogCheckState = LogCheck | LogChecking | { state: 'unchecked' } | { state: 'failed'; problem: string }

/** A check of the whole log, which only a person starts. */
export function useLogCheck(): { check: LogCheckState; verify(): void } {
  const link = useLink()
  const [check, setCheck] = useState<LogCheckState>({ state: 'unchecked' })
  const isOn = useRef(false)
  useEffect(
    () => () => {
      isOn.current = false
    },
    [],
  )
  const run = useCallback(async () => {
    isOn.current = true
    setCheck({ state: 'checking', checked: 0, records: 0 })
    try {
      while (isOn.current) {
        const found = await link.call('verifyLog', {})
        if (!isOn.current) return
        setCheck(found)
        if (found.state !== 'checking') return
      }
    } catch (error) {
      if (isOn.current) setCheck({ state: 'failed', problem: problemOf(error) })
    }
  }, [link])
  return { check, verify: () => void run() }
}
