import type { Ask } from '../asks/asks.ts'
import { canonical } from '../schema/canonical.ts'
import type { EventOf } from '../events/events.ts'
import { isObject } from '../schema/json.ts'
import type { HttpConfig, ServerConfig } from '../config/server-config.ts'

/** A server's URL, and what every request to it carries. */
export type ServerAddress = Pick<HttpConfig, 'url' | 'headers'>

/** The part of a configuration that the user confirms as an address. */
export const addressOf = ({ url, headers }: HttpConfig): ServerAddress => ({ url, headers })

/** Whether two addresses are equal, whatever the order of their headers. */
export const isSameAddress = (a: ServerAddress | undefined, b: ServerAddress): boolean =>
  a !== undefined && canonical({ url: a.url, headers: a.headers }) === canonical({ url: b.url, headers: b.headers })

/** By server, the address the user last entered or confirmed. */
export type KnownAddresses = Record<string, ServerAddress>

/** Earlier releases recorded addresses without asking; from now on, only addresses the user entered count as known. */
export function afterConfiguring(known: KnownAddresses, { after, entered }: ConfiguredServers): KnownAddresses {
  const address = (id: string, config: ServerConfig): ServerAddress | undefined => {
    if (config.type !== 'http') return undefined
    return entered === undefined || entered.includes(id) ? addressOf(config) : known[id]
  }
  return Object.fromEntries(
    Object.entries(after).flatMap(([id, config]) => {
      const now = address(id, config)
      return now ? [[id, now]] : []
    }),
  )
}

type ConfiguredServers = Extract<EventOf<'configured'>, { file: 'servers' }>

type Asked = { asks: Ask[]; addresses: KnownAddresses }

/** An address the user allowed counts as known from then on. */
export function afterAnswer({ asks, addresses }: Asked, event: EventOf<'ask.opened' | 'ask.closed'>): KnownAddresses {
  if (event.type === 'ask.opened' || event.kind !== 'address' || event.by !== 'person') return addresses
  const ask = asks.find(({ id }) => id === event.ask)
  const isAllowed = isObject(event.answer) && event.answer['decision'] === 'connect'
  if (ask?.kind !== 'address' || !isAllowed) return addresses
  return { ...addresses, [ask.question.server]: ask.question.address }
}
