import { useEffect, useEffectEvent, useState } from 'react'
import type { Completion } from '../../../shared/contract/offer-commands.ts'
import { useLink } from '../../state/replica.ts'

/** So long after the last key a server is asked, in milliseconds. */
const waitMs = 150

/** Whose argument it is. */
export type CompletedOf = { template: string } | { prompt: string }

type Asked = { server: string; of: CompletedOf; argument: string; value: string; given: Record<string, string> }

/**
 * What a server proposes for one argument of a prompt or a template, given the others, while `wanted`. It is asked once typing
 * pauses; what it said of another value is not shown. A server that proposes nothing, or fails, leaves the field as it is.
 */
export function useCompletion(asked: Asked, wanted: boolean): Completion | undefined {
  const link = useLink()
  const key = JSON.stringify(asked)
  const [known, setKnown] = useState<{ key: string; completion: Completion }>()
  const ask = useEffectEvent(() => {
    const { server, of, argument, value, given } = asked
    return link.call('complete', { server, of, argument, value, given })
  })
  useEffect(() => {
    if (!wanted) return undefined
    let current = true
    const timer = setTimeout(() => {
      ask().then(
        (completion) => current && setKnown({ key, completion }),
        () => current && setKnown(undefined),
      )
    }, waitMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [key, wanted])
  return wanted && known?.key === key ? known.completion : undefined
}
