import { useEffect, useState } from 'react'
import type { Result } from '../../../shared/contract/commands.ts'
import { useLink } from '../replica.ts'

type History = Result<'serverHistory'>

/** Since when a server is as it is; absent while it is not known. `moment` is anything that changes with its state. */
export function useHistory(server: string, moment: unknown): History | undefined {
  const link = useLink()
  const [history, setHistory] = useState<History>()
  useEffect(() => {
    let isCurrent = true
    link.call('serverHistory', { server }).then(
      (found) => isCurrent && setHistory(found),
      // The facts stand without their dates.
      () => isCurrent && setHistory(undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [link, server, moment])
  return history
}
