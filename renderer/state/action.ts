import { useCallback, useRef, useState } from 'react'
import { HostError } from '../../shared/contract/errors.ts'
import { ui } from '../strings/ui.ts'

/** The sentence for the user in a thrown error. */
export const problemOf = (error: unknown): string =>
  error instanceof HostError ? error.message : ui.windowFailed(error instanceof Error ? error.message : String(error))

/** A user's action, with its last refusal. */
export type Action<A extends unknown[]> = {
  /** True if it succeeded. */
  run(...args: A): Promise<boolean>
  busy: boolean
  /** Why the last attempt failed, until the next one or `clear`. */
  problem: string | undefined
  clear(): void
}

/** A user's action that takes time and can be refused: it is never started while it runs. */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<unknown>): Action<A> {
  const { attempt, ...attempts } = useAttempts()
  const run = async (...args: A): Promise<boolean> => !attempts.busy && attempt(() => act(...args))
  return { ...attempts, run }
}

/** A user’s choices that apply at once: one made while another is being saved is saved after it. None is lost. */
export function useInOrder<A extends unknown[]>(save: (...args: A) => Promise<unknown>): Action<A> {
  const { attempt, ...attempts } = useAttempts()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const run = (...args: A): Promise<boolean> => {
    const before = last.current
    const done = attempt(() => before.then(() => save(...args)))
    last.current = done
    return done
  }
  return { ...attempts, run }
}

/** How many attempts run, and why the last one failed. */
function useAttempts() {
  const [{ running, problem }, setState] = useState<{ running: number; problem?: string }>({ running: 0 })
  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    setState((now) => ({ running: now.running + 1 }))
    try {
      await act()
      setState((now) => ({ ...now, running: now.running - 1 }))
      return true
    } catch (error) {
      setState((now) => ({ running: now.running - 1, problem: problemOf(error) }))
      return false
    }
  }
  const clear = useCallback(() => setState((now) => (now.problem === undefined ? now : { running: now.running })), [])
  return { attempt, busy: running > 0, problem, clear }
}
