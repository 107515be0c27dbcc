import { cornerOf, destinationOf, forProgram, parseStored, storedName } from '../../../shared/risk/secret-names.ts'
import { displayName, type ServerConfig } from '../../../shared/config/server-config.ts'
import type { SecretStore } from '../platform.ts'

/** A configured server whose values are requested. */
export type Owner = { id: string; config: ServerConfig; store: SecretStore }

/** Why a value can't be used: the sentence shown to the user, and what follows "a secret that". */
type Unusable = { problem: string; because: string }

/**
 * The value a server's configuration references, if it's the server's own and was entered for its current destination.
 * Nothing is sent without it. `what` is the header, variable or credential.
 */
export async function ownSecret(
  name: string,
  what: string,
  { id, config, store }: Owner,
): Promise<{ value: string } | Unusable> {
  if (!name.startsWith(cornerOf(id))) return foreign(name, what, displayName(id, config))
  const destination = destinationOf(config)
  const value = await store.get(storedName(name, destination))
  if (value !== undefined) return { value }
  const kept = (await store.names()).map(parseStored).find((it) => it.name === name)
  return kept ? moved(what, displayName(id, config), { from: kept.destination, to: destination }) : missing(what)
}

function foreign(name: string, what: string, who: string): Unusable {
  const because = "isn't one of its own"
  const secret = JSON.stringify(name.slice(0, 200))
  return {
    because,
    problem: `${what} of ${who} refers to the secret ${secret}, which ${because}, so nothing was sent. Enter a value for it in this server's settings.`,
  }
}

const missing = (what: string): Unusable => ({
  because: 'is not on this machine',
  problem: `The secret for ${what} is not on this machine: enter it again in this server's settings.`,
})

function moved(what: string, who: string, { from, to }: { from: string | undefined; to: string }): Unusable {
  const now = to === forProgram ? 'a program' : `at ${to}`
  return {
    because: `was entered for ${placeOf(from)} and not for ${placeOf(to)}`,
    problem: `The secret for ${what} was entered for ${placeOf(from)}, and ${who} is now ${now}, so nothing was sent. Enter it again in this server's settings, or confirm on its page that it may be used.`,
  }
}

function placeOf(destination: string | undefined): string {
  if (destination === undefined) return 'an unknown place'
  return destination === forProgram ? 'a program' : destination
}
