import { useEffect, useRef, useState } from 'react'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { useLink } from '../../state/replica.ts'
import { problemOf } from '../../state/action.ts'

type Folders = {
  /** Resolves when saved or refused. */
  change(by: (folders: string[]) => string[]): Promise<boolean>
  /** Why the last change wasn't saved. */
  problem: string | undefined
}

/** A server's folders as the user wants them: each change is saved after the previous one, and on top of it. */
export function useFolders(id: string, config: ServerConfig): Folders {
  const link = useLink()
  const [problem, setProblem] = useState<string>()
  const now = useRef(config)
  /** The folders saved last, until this window gets the event. */
  const saved = useRef<string[]>(undefined)
  const last = useRef<Promise<boolean>>(Promise.resolve(true))
  useEffect(() => {
    now.current = config
    if (JSON.stringify(config.roots ?? []) === JSON.stringify(saved.current)) saved.current = undefined
  }, [config])
  const save = async (by: (folders: string[]) => string[]): Promise<boolean> => {
    const { roots = [], ...rest } = now.current
    const next = by(saved.current ?? roots)
    try {
      await link.call('updateServer', { id, config: { ...rest, ...(next.length > 0 && { roots: next }) } })
      saved.current = next
      setProblem(undefined)
      return true
    } catch (error) {
      setProblem(problemOf(error))
      return false
    }
  }
  const change: Folders['change'] = (by) => (last.current = last.current.then(() => save(by)))
  return { change, problem }
}
