import type { EventOf } from '../events/events.ts'
import { without } from '../schema/records.ts'

/** A resource in a conversation whose changes Atrium follows; `changed` since the conversation got `handle`. */
export type Followed = { server: string; uri: string; name: string; handle: string; changed: boolean }

type All = Record<string, Followed[]>

/** Folds the followed resources, by conversation. */
export function foldFollowed(
  all: All,
  event: EventOf<'resource.followed' | 'resource.unfollowed' | 'resource.updated'>,
): All {
  const { server, uri } = event
  const isIt = (one: Followed): boolean => one.server === server && one.uri === uri
  if (event.type === 'resource.updated')
    return mapValues(all, (list) =>
      list.some(isIt) ? list.map((one) => (isIt(one) ? { ...one, changed: true } : one)) : list,
    )
  const { conversation } = event
  const others = (all[conversation] ?? []).filter((one) => !isIt(one))
  if (event.type === 'resource.unfollowed')
    return others.length > 0 ? { ...all, [conversation]: others } : without(all, conversation)
  const { name, handle } = event
  return { ...all, [conversation]: [...others, { server, uri, name, handle, changed: false }] }
}

/** The followed resources left if only these servers are configured. */
export const stillFollowed = (all: All, configured: Record<string, unknown>): All =>
  Object.fromEntries(
    Object.entries(mapValues(all, (list) => list.filter(({ server }) => Object.hasOwn(configured, server)))).filter(
      ([, list]) => list.length > 0,
    ),
  )

const mapValues = (all: All, change: (list: Followed[]) => Followed[]): All =>
  Object.fromEntries(Object.entries(all).map(([conversation, list]) => [conversation, change(list)]))
