import { useCallback, useMemo, useState } from 'react'
import type { ReadResource } from '../../../shared/contract/offer-commands.ts'
import { useLink } from '../replica.ts'
import { problemOf } from '../action.ts'
import { keyOf } from './resource-tree.ts'

/** A resource being read. */
export type Reading = { state: 'loading' } | { state: 'failed'; problem: string } | ({ state: 'ready' } & ReadResource)

/** Reads previews, each once. */
export type Readings = {
  of(server: string, uri: string): Reading | undefined
  /** Reads it, or returns the earlier result unless asked to read again. Never rejects. */
  read(server: string, uri: string, anew?: boolean): Promise<Exclude<Reading, { state: 'loading' }>>
  /** Fetches it from its address, which the user has seen and agreed to. Never rejects. */
  fetch(server: string, uri: string): Promise<Exclude<Reading, { state: 'loading' }>>
}

/** The contents read during this component's lifetime. The user attaches exactly the previewed ones. */
export function useReadings(): Readings {
  const link = useLink()
  const [known, setKnown] = useState<Record<string, Reading>>({})
  const [running] = useState(() => new Map<string, ReturnType<Readings['read']>>())
  const start = useCallback(
    (server: string, uri: string, reading: Promise<ReadResource>) => {
      const key = keyOf(server, uri)
      setKnown((now) => ({ ...now, [key]: { state: 'loading' } }))
      const result = reading.then(
        (got) => ({ state: 'ready' as const, ...got }),
        (error: unknown) => ({ state: 'failed' as const, problem: problemOf(error) }),
      )
      running.set(key, result)
      return result.then((end) => {
        if (end.state === 'failed') running.delete(key)
        setKnown((now) => ({ ...now, [key]: end }))
        return end
      })
    },
    [running],
  )
  const read = useCallback<Readings['read']>(
    (server, uri, anew = false) => {
      const under = running.get(keyOf(server, uri))
      return under && !anew ? under : start(server, uri, link.call('readResource', { server, uri }))
    },
    [link, running, start],
  )
  const fetch = useCallback<Readings['fetch']>(
    (server, uri) => start(server, uri, link.call('fetchResource', { server, uri })),
    [link, start],
  )
  return useMemo(() => ({ of: (server, uri) => known[keyOf(server, uri)], read, fetch }), [known, read, fetch])
}
