import { useEffect, useState } from 'react'
import type { Result } from '../../shared/contract/commands.ts'
import { useLink } from '../state/replica.ts'

/** What this installation says of itself; undefined until it has. */
export function useAbout(): Result<'getAbout'> | undefined {
  const link = useLink()
  const [about, setAbout] = useState<Result<'getAbout'>>()
  useEffect(() => {
    let current = true
    link.call('getAbout', {}).then(
      (said) => current && setAbout(said),
      // Without an answer the connection is gone, and the banner says so.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [link])
  return about
}
