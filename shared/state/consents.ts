import type { Launch } from '../asks/asks.ts'
import { renamedHeaders } from '../config/secret-prefixes.ts'
import { isSameLaunch, type ServerConfig, type ServerConfigs } from '../config/server-config.ts'
import type { EventOf } from '../events/events.ts'
import type { PinnedItems, SignedIn, TakenPassport } from '../events/server-events.ts'
import { ownOf } from '../schema/json.ts'
import { type ConfiguredServers, enteredAddresses, type ServerAddress } from './addresses.ts'
import { type AllowedApp, withAllowed } from './allowed-apps.ts'

/** The user's consents for one server. */
export type ServerConsent = {
  /** The command the user trusts. */
  trusted?: Launch | undefined
  /** The URL and headers the user last entered or confirmed; others need their answer. */
  address?: ServerAddress | undefined
  /** The definitions that can be used; absent before the first are. */
  pins?: PinnedItems | undefined
  /** The definitions the user left in quarantine. */
  keptOff?: PinnedItems | undefined
  /** The passport it was added with. */
  passport?: NonNullable<TakenPassport> | undefined
  /** The hash of the instructions that models get. */
  guided?: string | undefined
  /** The apps that the user lets be shown, latest last. */
  allowedApps?: AllowedApp[] | undefined
  /** The sign-in, and since when. */
  signedIn?: (SignedIn & { at: number }) | undefined
}

/** By server, the user's consents. */
export type Consents = Record<string, ServerConsent>

type Lasts = (before: ServerConfig | undefined, after: ServerConfig) => boolean

const untilRemoved: Lasts = () => true
const whileSameUrl: Lasts = (before, after) => urlOf(before) === urlOf(after)

/** Whether a consent outlasts a change of its server's configuration. All end with their server; a rename moves all. */
const lasts: Readonly<Record<keyof ServerConsent, Lasts>> = {
  trusted: untilRemoved,
  address: (_before, after) => after.type === 'http',
  pins: untilRemoved,
  keptOff: untilRemoved,
  passport: untilRemoved,
  guided: untilRemoved,
  allowedApps: isSameLaunch,
  signedIn: whileSameUrl,
}

const none: ServerConsent = {}

/** The user's consents for a server. */
export const consentOf = ({ consents }: { consents: Consents }, server: string): ServerConsent =>
  ownOf(consents, server) ?? none

/** The consents that outlast a change of servers' configuration. */
export function lastingConsents(consents: Consents, before: ServerConfigs, after: ServerConfigs): Consents {
  const lasting = Object.entries(consents).flatMap(([id, consent]) => {
    const config = ownOf(after, id)
    return config ? [[id, lastingOf(consent, before[id], config)] as const] : []
  })
  return Object.fromEntries(lasting)
}

function lastingOf(consent: ServerConsent, before: ServerConfig | undefined, after: ServerConfig): ServerConsent {
  const ended = Object.entries(lasts).flatMap(([name, isLasting]) => (isLasting(before, after) ? [] : [name]))
  if (!ended.some((name) => Object.hasOwn(consent, name))) return consent
  return Object.fromEntries(Object.entries(consent).filter(([name]) => !ended.includes(name)))
}

/** An address that the user entered in a configuration is known from then on. */
export const withEntered = (consents: Consents, event: ConfiguredServers): Consents =>
  enteredAddresses(event).reduce((all, { server, address }) => changed(all, server, { address }), consents)

/** An address that the user allowed is known from then on. */
export const withAddress = (consents: Consents, server: string, address: ServerAddress): Consents =>
  changed(consents, server, { address })

type ConsentEvent = EventOf<
  | 'command.trusted'
  | 'definitions.kept-off'
  | 'definitions.pinned'
  | 'instructions.shared'
  | 'page.allowed'
  | 'server.passport'
  | 'server.signed-in'
  | 'server.signed-out'
>

/** Folds what the user agreed to, or took back. */
export function foldConsents(consents: Consents, event: ConsentEvent, at: number): Consents {
  return changed(consents, event.server, changeOf(consentOf({ consents }, event.server), event, at))
}

function changeOf({ pins, keptOff, allowedApps }: ServerConsent, event: ConsentEvent, at: number): ServerConsent {
  switch (event.type) {
    case 'command.trusted':
      return { trusted: event.launch }
    case 'definitions.pinned':
      return { pins: { ...pins, ...event.items } }
    case 'definitions.kept-off':
      return { keptOff: { ...keptOff, ...event.items } }
    case 'instructions.shared':
      return { guided: event.shared ? event.hash : undefined }
    case 'page.allowed':
      return { allowedApps: withAllowed(allowedApps, event) }
    case 'server.passport':
      return { passport: event.passport ?? undefined }
    case 'server.signed-out':
      return { signedIn: undefined }
    case 'server.signed-in': {
      const { issuer, scopes, account, expiresAt } = event
      return { signedIn: { issuer, scopes, account, expiresAt, at } }
    }
    default:
      return event satisfies never
  }
}

const changed = (consents: Consents, server: string, change: ServerConsent): Consents => ({
  ...consents,
  [server]: { ...consentOf({ consents }, server), ...change },
})

/** A server's consents under its new ID: the event has the trust as made for it, and the address its secrets' names. */
export function renamedConsent(
  { address, ...consent }: ServerConsent,
  { from, server: to, launch }: EventOf<'server.renamed'>,
): ServerConsent {
  const moved = { ...consent, trusted: launch }
  return address ? { ...moved, address: { ...address, headers: renamedHeaders(address.headers, { from, to }) } } : moved
}

const urlOf = (config: ServerConfig | undefined): string | undefined =>
  config?.type === 'http' ? config.url : undefined
