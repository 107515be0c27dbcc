import { secretPrefixOf } from '../../../shared/config/secret-prefixes.ts'
import { destinationOf, forProgram, parseStored, storedName } from '../../../shared/risk/secret-names.ts'
import { displayName, type ServerConfig } from '../../../shared/config/server-config.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { SecretStore } from '../platform.ts'
import { secretWords as words } from './words.ts'

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
  if (!name.startsWith(secretPrefixOf(id))) return foreign(name, what, displayName(id, config))
  const destination = destinationOf(config)
  const value = await store.get(storedName(name, destination)).catch(unavailable)
  if (typeof value === 'object') return value
  if (value !== undefined) return { value }
  const kept = (await store.names()).map(parseStored).find((it) => it.name === name)
  return kept ? moved(what, displayName(id, config), { from: kept.destination, to: destination }) : missing(what)
}

/** A store that can't be read for now says why. */
function unavailable(error: unknown): Unusable {
  if (!(error instanceof HostError) || error.code !== 'unavailable') throw error
  return { because: words.notNow, problem: error.message }
}

/**
 * Values as configured, and those of secrets from the store; or the sentence shown to the user if one can't be used.
 */
export async function resolveValues(
  configured: Readonly<Record<string, string | { secret: string }>>,
  owner: Owner,
): Promise<{ values: Record<string, string> } | { problem: string }> {
  const values: Record<string, string> = {}
  for (const [name, setting] of Object.entries(configured)) {
    const found = typeof setting === 'string' ? { value: setting } : await ownSecret(setting.secret, name, owner)
    if ('problem' in found) return { problem: found.problem }
    values[name] = found.value
  }
  return { values }
}

/**
 * The headers of every request, including secrets. A sentence if one is missing, isn't the server's own, or can't be
 * sent.
 */
export async function resolveHeaders(
  configured: Parameters<typeof resolveValues>[0],
  owner: Owner,
): Promise<{ headers: Record<string, string> } | { problem: string }> {
  const found = await resolveValues(configured, owner)
  if ('problem' in found) return found
  const unfit = Object.entries(found.values).find(([, value]) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
  return unfit ? { problem: words.notForHeader(unfit[0]) } : { headers: found.values }
}

function foreign(name: string, what: string, who: string): Unusable {
  const because = words.notItsOwn
  const secret = JSON.stringify(name.slice(0, 200))
  return {
    because,
    problem: words.foreign(what, who, secret),
  }
}

const missing = (what: string): Unusable => ({
  because: words.notHere,
  problem: words.missing(what),
})

function moved(what: string, who: string, { from, to }: { from: string | undefined; to: string }): Unusable {
  const now = to === forProgram ? words.program : words.at(to)
  return {
    because: words.enteredFor(placeOf(from), placeOf(to)),
    problem: words.moved(what, who, { from: placeOf(from), now }),
  }
}

function placeOf(destination: string | undefined): string {
  if (destination === undefined) return words.unknownPlace
  return destination === forProgram ? words.program : destination
}
