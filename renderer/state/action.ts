import { useCallback, useState } from 'react'
import { HostError } from '../../shared/contract/errors.ts'
import { strings } from '../strings/strings.ts'

/** The sentence for the user in a thrown error. */
export const problemOf = (error: unknown): string =>
  error instanceof HostError
    ? error.message
    : strings.ui.windowFailed(error instanceof Error ? error.message : String(error))

/** A user's action, with its last refusal. */
export type Action<A extends unknown[]> = {
  /** Starts it unless it is running; true if it succeeded. */
  run(...args: A): Promise<boolean>
  busy: boolean
  /** Why the last attempt failed, until the next one or `clear`. */
  problem: string | undefined
  clear(): void
}

/** A user's action that takes time and can be refused: runs at most once at a time, and keeps the refusal. */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<unknown>): Action<A> {
  const [state, setState] = useState<{ busy: boolean; problem: string | undefined }>({
    busy: false,
    problem: undefined,
  })
  const run = async (...args: A): Promise<boolean> => {
    if (state.busy) return false
    setState({ busy: true, problem: undefined })
    try {
      await act(...args)
      setState({ busy: false, problem: undefined })
      return true
    } catch (error) {
      setState({ busy: false, problem: problemOf(error) })
      return false
    }
  }
  const clear = useCallback(
    () => setState((now) => (now.problem === undefined ? now : { ...now, problem: undefined })),
    [],
  )
  return { run, busy: state.busy, problem: state.problem, clear }
}
