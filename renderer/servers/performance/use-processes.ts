import { useEffect, useState } from 'react'
import type { ProcessSample } from '../../../shared/contract/figure-commands.ts'
import { useLink } from '../../state/replica.ts'

/** Milliseconds between two samples. */
const pauseMs = 2000

/** `load` is processor time per time, 1 for one busy core; undefined after one sample. Null: there is no sample. */
export type TreeUsage = { sample: ProcessSample; load: number | undefined } | null

/** Processor time per time between two samples; the time of a process that ended in between can be missing. */
export const loadBetween = (before: ProcessSample, after: ProcessSample): number | undefined =>
  after.at > before.at ? Math.max(0, (after.cpuMs - before.cpuMs) / (after.at - before.at)) : undefined

/** Samples a server's processes every two seconds while the page is visible; undefined before the first sample. */
export function useProcesses(server: string): TreeUsage | undefined {
  const link = useLink()
  const [usage, setUsage] = useState<TreeUsage>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let round = 0
    const look = async (): Promise<void> => {
      const mine = ++round
      const { sample } = await link.call('sampleProcesses', { server }).catch(() => ({ sample: null }))
      if (mine !== round) return
      setUsage(
        (before) =>
          sample && { sample, load: before ? (loadBetween(before.sample, sample) ?? before.load) : undefined },
      )
      timer = setTimeout(() => void look(), pauseMs)
    }
    const follow = (): void => {
      round++
      clearTimeout(timer)
      if (document.visibilityState === 'visible') void look()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      round++
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [link, server])
  return usage
}
