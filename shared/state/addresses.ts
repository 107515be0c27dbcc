import type { Ask } from '../asks/asks.ts'
import { canonical } from '../schema/canonical.ts'
import type { EventOf } from '../events/events.ts'
import { isObject } from '../schema/json.ts'
import type { HttpConfig } from '../config/server-config.ts'

/** A server's URL, and what every request to it carries. */
export type ServerAddress = Pick<HttpConfig, 'url' | 'headers'>

/** The part of a configuration that the user confirms as an address. */
export const addressOf = ({ url, headers }: HttpConfig): ServerAddress => ({ url, headers })

/** Whether two addresses are equal, whatever the order of their headers. */
export const isSameAddress = (a: ServerAddress | undefined, b: ServerAddress): boolean =>
  a !== undefined && canonical({ url: a.url, headers: a.headers }) === canonical({ url: b.url, headers: b.headers })

/** A change of the servers in their file. */
export type ConfiguredServers = Extract<EventOf<'configured'>, { file: 'servers' }>

/** The addresses that the user entered. Earlier releases recorded them without asking and don't say which: all are. */
export const enteredAddresses = ({ after, entered }: ConfiguredServers): { server: string; address: ServerAddress }[] =>
  Object.entries(after).flatMap(([server, config]) =>
    config.type === 'http' && (entered === undefined || entered.includes(server))
      ? [{ server, address: addressOf(config) }]
      : [],
  )

/** The question about an address, if this is the user's answer and allows it. */
export function allowedAddress(
  asks: readonly Ask[],
  event: EventOf<'ask.opened' | 'ask.closed'>,
): { server: string; address: ServerAddress } | undefined {
  if (event.type === 'ask.opened' || event.kind !== 'address' || event.by !== 'person') return undefined
  const ask = asks.find(({ id }) => id === event.ask)
  const isAllowed = isObject(event.answer) && event.answer['decision'] === 'connect'
  return ask?.kind === 'address' && isAllowed ? ask.question : undefined
}
