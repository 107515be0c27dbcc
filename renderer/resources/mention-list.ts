import { isFolder, type ResourceEntry } from '../../shared/content/listed.ts'
import { resourceTitle } from '../state/resources/resource-tree.ts'
import type { ResourceListing } from '../state/resources/use-listings.ts'
import { fitOf } from '../ui/search/score.ts'

/** A resource that matches; `at` are the match's positions in its title. */
export type FoundResource = { server: string; serverName: string; resource: ResourceEntry; at: number[] }

/** The best matches, how many others there are, and which servers' lists are still loading or failed. */
export type FoundResources = { items: FoundResource[]; more: number; isLoading: boolean; failed: string[] }

/** Max entries; the picker lists all. */
const most = 8

/** Above the ranks of matches in a title. */
const uriRank = 1000

/**
 * The resources, without folders, whose title, or else URI, has every word of the query: the best first, then in the servers' order.
 * Without a query, the first ones.
 */
export function findResources(listings: readonly ResourceListing[], query: string): FoundResources {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const best: (FoundResource & { rank: number })[] = []
  let all = 0
  for (const { server, name: serverName, resources = [] } of listings)
    for (const resource of resources) {
      const fit = isFolder(resource) ? undefined : fitIn(resource, query, words)
      if (!fit) continue
      all += 1
      const last = best[most - 1]
      if (last && last.rank <= fit.rank) continue
      const before = best.findIndex(({ rank }) => rank > fit.rank)
      best.splice(before === -1 ? best.length : before, 0, { server, serverName, resource, ...fit })
      best.length = Math.min(best.length, most)
    }
  return {
    items: best.map(({ rank: _rank, ...one }) => one),
    more: all - best.length,
    isLoading: listings.some(({ resources, problem }) => !resources && problem === undefined),
    failed: listings.flatMap(({ name, problem }) => (problem === undefined ? [] : [name])),
  }
}

function fitIn(resource: ResourceEntry, query: string, words: string[]): { rank: number; at: number[] } | undefined {
  if (words.length === 0) return { rank: 0, at: [] }
  const fit = fitOf(query, resourceTitle(resource))
  if (fit) return fit
  const uri = resource.uri.toLowerCase()
  return words.every((word) => uri.includes(word)) ? { rank: uriRank, at: [] } : undefined
}
