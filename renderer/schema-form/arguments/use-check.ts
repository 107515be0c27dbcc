import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { useLink } from '../../state/replica.ts'
import type { Read } from './arguments-of.ts'
import type { Filled } from '../../state/forms/desk.ts'
import { hostViolations, type SchemaViolation } from './placed.ts'

/** Milliseconds after an edit before existing errors are checked again. */
const settleMs = 250

/** The host's check of arguments against their schema, shown no earlier than the user has left a field. */
export type ArgumentCheck = {
  /** Errors in fields the user has left, or in what they tried to run. */
  violations: SchemaViolation[]
  /** Why only the server can tell whether the values fit. */
  unchecked: string | undefined
  /** The user has left the field at this position. */
  leave(path: string): void
  /** Checks everything, as before a call; returns the arguments if there are no errors. Rejects if the host refuses. */
  all(): Promise<JsonObject | undefined>
  /** Starts over, as after a call. */
  clear(): void
}

type Found = { violations: SchemaViolation[]; unchecked?: string | undefined }
const nothing: Found = { violations: [] }

/**
 * Checks a form against its schema, in the host: when a field is left, before a call, and from then on with every
 * change.
 */
export function useCheck({ server, tool, definition, view }: Filled, read: Read): ArgumentCheck {
  const link = useLink()
  const [found, setFound] = useState(nothing)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const round = useRef(0)

  const look = async (): Promise<JsonObject | undefined> => {
    const own = ++round.current
    const keep = (next: Found): void => {
      if (own === round.current) setFound(next)
    }
    if ('violations' in read) {
      keep({ violations: read.violations })
      return undefined
    }
    const answer = await link.call('checkArguments', { server, tool, definition, arguments: read.arguments })
    keep({ violations: hostViolations(answer.problems), unchecked: answer.unchecked })
    return answer.problems.length === 0 ? read.arguments : undefined
  }
  /** An automatic check stays silent if it can't run. */
  const glance = useEffectEvent(() => void look().catch(() => undefined))

  const violations = useMemo(
    () => found.violations.filter(({ path }) => tried || left.has(path) || (view === 'JSON' && left.has(''))),
    [found, left, tried, view],
  )
  const isWatched = violations.length > 0
  const content = 'arguments' in read ? JSON.stringify(read.arguments) : JSON.stringify(read.violations)
  useEffect(() => {
    if (!isWatched) return undefined
    const timer = setTimeout(() => glance(), settleMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other content is checked again
  }, [isWatched, content])
  useEffect(() => {
    if (left.size > 0) glance()
  }, [left])

  return {
    violations,
    unchecked: tried || left.size > 0 ? found.unchecked : undefined,
    leave: (path) => setLeft(new Set([...left, path])),
    all: () => {
      setTried(true)
      return look()
    },
    clear: () => {
      round.current++
      setFound(nothing)
      setLeft(new Set())
      setTried(false)
    },
  }
}
