import { secretPrefixOf } from '../config/secret-prefixes.ts'
import type { ServerConfig, ServerConfigs, StdioConfig } from '../config/server-config.ts'
import { type Endpoint, isAnthropic, modelKey, type Settings } from '../config/settings.ts'

/** The parser that browsers and Node share. */
declare const URL: new (address: string) => { origin: string }

/** The destination of values for a server that Atrium starts; values for a server at a URL have its origin. */
export const forProgram = 'program'

/** Scheme, host and port. Throws if the text isn't a URL. */
export const urlOrigin = (address: string): string => new URL(address).origin

/** The destination of this server's values. Atrium never uses a value entered for another destination. */
export function destinationOf(config: ServerConfig): string {
  if (config.type === 'http') return urlOrigin(config.url)
  return config.type === 'stdio' ? forProgram : config.type
}

/** A configuration's reference to the secret store: its position, and the name. */
export type SecretReference = { at: string[]; name: string }

/** Every reference to the secret store in a configuration. */
export function secretReferences(config: ServerConfig): SecretReference[] {
  if (config.type === 'playground') return []
  const places: Record<string, StdioConfig['env']> =
    config.type === 'http'
      ? { headers: config.headers }
      : { env: config.env, secretArguments: config.secretArguments ?? {} }
  const named = Object.entries(places).flatMap(([part, settings]) =>
    Object.entries(settings).flatMap(([key, value]) =>
      typeof value === 'string' ? [] : [{ at: [part, key], name: value.secret }],
    ),
  )
  const { clientSecret, privateKey } = (config.type === 'http' && config.oauth) || {}
  const client = Object.entries({ clientSecret, privateKey })
  return [...named, ...client.flatMap(([key, value]) => (value ? [{ at: ['oauth', key], name: value.secret }] : []))]
}

/** References to this server's own values. */
export const ownReferences = (id: string, config: ServerConfig): SecretReference[] =>
  secretReferences(config).filter(({ name }) => name.startsWith(secretPrefixOf(id)))

/** References to values that aren't this server's own: another server's, a model's key, the log's key. */
export const foreignReferences = (id: string, config: ServerConfig): SecretReference[] =>
  secretReferences(config).filter(({ name }) => !name.startsWith(secretPrefixOf(id)))

/** As in the state: the names that have a value, and what each was entered for, if known. */
export type KeptSecrets = { secrets: string[]; enteredFor: Record<string, string> }

/** Whether this name has a value that was entered for exactly this destination. */
export const isKeptFor = (name: string, destination: string, { secrets, enteredFor }: KeptSecrets): boolean =>
  secrets.includes(name) && enteredFor[name] === destination

/** The other destination this name's value was entered for; undefined if there is none, empty if unknown. */
export const keptElsewhere = (name: string, destination: string, kept: KeptSecrets): string | undefined =>
  kept.secrets.includes(name) && !isKeptFor(name, destination, kept) ? (kept.enteredFor[name] ?? '') : undefined

/** Whether the endpoint needs a key that isn't there, or one entered for another address that needs confirming. */
export function lacksKey(id: string, { baseUrl }: Pick<Endpoint, 'baseUrl'>, kept: KeptSecrets): boolean {
  const isThere = kept.secrets.includes(modelKey(id))
  return isThere ? !isKeptFor(modelKey(id), urlOrigin(baseUrl), kept) : isAnthropic(baseUrl)
}

/** The owner of the values. */
export type SecretOwner = { server: string } | { endpoint: string }

/** Values entered for another destination than their owner's current one. */
export type MovedSecrets = {
  names: string[]
  /** The destinations they were entered for; empty text if unknown. */
  from: string[]
  to: string
}

type Known = KeptSecrets & { configured: { servers: ServerConfigs; settings: Settings } }

/** Undefined if no value of this owner needs to be entered again or confirmed. */
export function movedSecrets(owner: SecretOwner, state: Known): MovedSecrets | undefined {
  const wanted = wantedBy(owner, state)
  if (!wanted) return undefined
  const { names, to } = wanted
  const moved = names.filter((name) => keptElsewhere(name, to, state) !== undefined)
  const from = [...new Set(moved.map((name) => state.enteredFor[name] ?? ''))]
  return moved.length > 0 ? { names: moved, from, to } : undefined
}

function wantedBy(owner: SecretOwner, { configured }: Known): { names: string[]; to: string } | undefined {
  if ('endpoint' in owner) {
    const place = configured.settings.models.endpoints[owner.endpoint]
    return place && { names: [modelKey(owner.endpoint)], to: urlOrigin(place.baseUrl) }
  }
  const config = configured.servers[owner.server]
  if (!config) return undefined
  const own = secretReferences(config).filter(({ name }) => name.startsWith(secretPrefixOf(owner.server)))
  return { names: own.map(({ name }) => name), to: destinationOf(config) }
}

/** The name under which a store keeps a value for one destination; a lookup for another destination can't find it. */
export const storedName = (name: string, destination: string): string => `${name}@${destination}`

/** Parses a name in a store. Values of releases before the binding have no destination. */
export function parseStored(stored: string): { name: string; destination?: string } {
  const [, name, destination] = /^(.+)@(program|https?:\/\/[^/@\s]+)$/s.exec(stored) ?? []
  return name === undefined || destination === undefined ? { name: stored } : { name, destination }
}
