import { useEffect, useEffectEvent, useState } from 'react'
import { useLink } from '../host.ts'
import { problemOf } from '../ui/action.ts'

/** How often the lines are read while the page is looked at, in milliseconds. */
const everyMs = 1000

export type Log = { lines: string[] | undefined; problem: string | undefined }

/**
 * The last lines a server wrote to its error output. There is no event for a line: they are read again each second
 * while this can be seen and `isLive`, and whenever `moment` is another.
 */
export function useLog(server: string, isLive: boolean, moment: unknown): Log {
  const link = useLink()
  const [log, setLog] = useState<Log>({ lines: undefined, problem: undefined })
  const read = useEffectEvent(async () => {
    if (document.hidden) return
    try {
      const { lines } = await link.call('readStderr', { server })
      setLog((now) =>
        now.lines && now.problem === undefined && sameLines(now.lines, lines) ? now : { lines, problem: undefined },
      )
    } catch (error) {
      setLog((now) => ({ ...now, problem: problemOf(error) }))
    }
  })
  useEffect(() => {
    void read()
    if (!isLive) return undefined
    const timer = setInterval(() => void read(), everyMs)
    return () => clearInterval(timer)
  }, [server, isLive, moment])
  return log
}

const sameLines = (a: string[], b: string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index])
