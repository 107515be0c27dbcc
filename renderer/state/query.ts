import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { CommandName, Input, Result } from '../../shared/contract/commands.ts'
import { problemOf } from './action.ts'
import { useLink } from './replica.ts'

/** A query's result. An answer stays until the next one, which can be to another question. */
export type QueryResult<T> = {
  answer: T | undefined
  /** Why the last attempt failed, in a sentence, until another succeeds. */
  problem: string | undefined
  /** Whether these belong to the current question. */
  isCurrent: boolean
  /** Asks again. */
  again(): void
}

type When = {
  /** Asks only once the question hasn't changed for this many milliseconds. */
  waitMs?: number
  /** Asks again whenever this changes. */
  moment?: unknown
}

/** Asks whenever the question changes, which `key` identifies; without a key, doesn't ask. */
export function useLookup<T>(key: string | undefined, ask: () => Promise<T>, when: When = {}): QueryResult<T> {
  const { waitMs = 0, moment } = when
  const [known, setKnown] = useState<{ key: string; answer?: T | undefined; problem?: string | undefined }>()
  const [round, setRound] = useState(0)
  const currentAsk = useEffectEvent(ask)
  useEffect(() => {
    if (key === undefined) return undefined
    let isOver = false
    const begin = (): void =>
      void currentAsk().then(
        (answer) => isOver || setKnown({ key, answer }),
        (error: unknown) => isOver || setKnown((now) => ({ key, answer: now?.answer, problem: problemOf(error) })),
      )
    const timer = waitMs > 0 ? setTimeout(begin, waitMs) : undefined
    if (timer === undefined) begin()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs again when these change
  }, [key, waitMs, moment, round])
  const again = useCallback(() => {
    setKnown((now) => now && { ...now, problem: undefined })
    setRound((now) => now + 1)
  }, [])
  return {
    answer: known?.answer,
    problem: known?.problem,
    isCurrent: key !== undefined && known?.key === key,
    again,
  }
}

/** Asks the host, and again whenever the input changes; without an input, doesn't ask. */
export function useQuery<N extends CommandName>(
  name: N,
  input: Input<N> | undefined,
  when?: When,
): QueryResult<Result<N>> {
  const link = useLink()
  const ask = (): Promise<Result<N>> =>
    input === undefined ? Promise.reject(new Error('Nothing is asked.')) : link.call(name, input)
  return useLookup(input === undefined ? undefined : `${name} ${JSON.stringify(input)}`, ask, when)
}
