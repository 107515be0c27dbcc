import type { EventOf } from '../events/events.ts'
import { without } from './records.ts'
import type { ServerConfig, ServerConfigs } from '../config/server-config.ts'
import type { SignedIn } from '../events/server-events.ts'

/** By server, as what Atrium is signed in there, and since when. */
export type SignIns = Record<string, SignedIn & { at: number }>

export function foldSignIns(
  signedIn: SignIns,
  event: EventOf<'server.signed-in' | 'server.signed-out'>,
  at: number,
): SignIns {
  if (event.type === 'server.signed-out') return without(signedIn, event.server)
  const { issuer, scopes, account, expiresAt } = event
  return { ...signedIn, [event.server]: { issuer, scopes, account, expiresAt, at } }
}

/** Whoever signed in did so at an address: at another one nobody has. */
export function stillSignedIn(signedIn: SignIns, before: ServerConfigs, after: ServerConfigs): SignIns {
  const kept = Object.entries(signedIn).filter(
    ([id]) => urlOf(after[id]) === urlOf(before[id]) && Object.hasOwn(after, id),
  )
  return kept.length === Object.keys(signedIn).length ? signedIn : Object.fromEntries(kept)
}

const urlOf = (config: ServerConfig | undefined): string | undefined =>
  config?.type === 'http' ? config.url : undefined
