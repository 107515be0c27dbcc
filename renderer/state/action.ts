import { useCallback, useState } from 'react'
import { HostError } from '../../shared/contract/errors.ts'
import { strings } from '../strings/strings.ts'

/** The sentence for a person in what was thrown. */
export const problemOf = (error: unknown): string =>
  error instanceof HostError
    ? error.message
    : strings.ui.windowFailed(error instanceof Error ? error.message : String(error))

export type Action<A extends unknown[]> = {
  /** Does it unless it is under way; true when it succeeded. */
  run(...args: A): Promise<boolean>
  busy: boolean
  /** Why the last try failed, until the next one or `clear`. */
  problem: string | undefined
  clear(): void
}

/** Something a person starts that takes time and may be refused: at most one at a time, and the refusal is kept. */
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
