import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ResourceEntry } from '../../../shared/content/listed.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { useHost, useLink } from '../replica.ts'
import { problemOf } from '../action.ts'

/** A server whose resources can be listed. `listing` counts its lists: another number means another list. */
type Offering = { server: string; name: string; listing: number; incomplete: string | undefined }

type Fetched = { resources: ResourceEntry[] } | { problem: string }

/** One server's resources, as far as loaded. The old list stays until the new one arrives. */
export type ResourceListing = Pick<Offering, 'server' | 'name' | 'incomplete'> & {
  resources: ResourceEntry[] | undefined
  problem: string | undefined
}

/** Servers that list resources, by display name. */
export const offeringOf = ({ configured, servers }: Pick<HostState, 'configured' | 'servers'>): Offering[] =>
  Object.entries(servers)
    .flatMap(([server, { status, resources }]) =>
      status.state === 'ready' && resources
        ? [
            {
              server,
              name: displayName(server, configured.servers[server]),
              listing: resources.listing,
              incomplete: resources.incomplete,
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.name.localeCompare(b.name))

/** Servers that are on but can't be asked now. */
export const awayOf = ({ configured, servers }: Pick<HostState, 'configured' | 'servers'>) =>
  Object.entries(configured.servers)
    .filter(([server, { enabled }]) => enabled && servers[server]?.status.state !== 'ready')
    .map(([server, config]) => ({ server, name: displayName(server, config) }))

/** Whether two values have the same JSON, members in the same order. */
export const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The resources of every ready server, or of one. Fetches a changed list again, but nothing until it is wanted. */
export function useListings(
  only?: string,
  isWanted = true,
): { listings: ResourceListing[]; retry(server: string): void } {
  const link = useLink()
  const offering = useHost(offeringOf, sameJson)
  const [fetched, setFetched] = useState<Record<string, Fetched>>({})
  const [asked] = useState(() => new Map<string, number>())
  const fetch = useCallback(
    (server: string, listing: number) => {
      asked.set(server, listing)
      const keep = (result: Fetched): void => {
        if (asked.get(server) === listing) setFetched((now) => ({ ...now, [server]: result }))
      }
      link.call('listResources', { server }).then(
        ({ resources }) => keep({ resources }),
        (error: unknown) => keep({ problem: problemOf(error) }),
      )
    },
    [link, asked],
  )
  useEffect(() => {
    for (const { server, listing } of isWanted ? offering : [])
      if ((only === undefined || only === server) && asked.get(server) !== listing) fetch(server, listing)
  }, [offering, only, isWanted, fetch, asked])
  const listings = useMemo(
    () =>
      offering.flatMap(({ server, name, incomplete }): ResourceListing[] => {
        if (only !== undefined && only !== server) return []
        const known = fetched[server]
        return [
          {
            server,
            name,
            incomplete,
            resources: known && 'resources' in known ? known.resources : undefined,
            problem: known && 'problem' in known ? known.problem : undefined,
          },
        ]
      }),
    [offering, only, fetched],
  )
  const retry = (server: string): void => {
    const listing = offering.find((one) => one.server === server)?.listing
    if (listing === undefined) return
    setFetched(({ [server]: _failed, ...others }) => others)
    fetch(server, listing)
  }
  return { listings, retry }
}
