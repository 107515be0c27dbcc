import type { ServerConfig, ServerConfigs } from '../config/server-config.ts'
import { type Endpoint, isAnthropic, modelKey, type Settings } from '../config/settings.ts'

/** The parser that browsers and Node share. */
declare const URL: new (address: string) => { origin: string }

/** What the values of a server that Atrium starts were entered for; those of an address were entered for its origin. */
export const forProgram = 'program'

/** Scheme, host and port. Throws for what is not an address. */
export const originOf = (address: string): string => new URL(address).origin

/** What the values of this server are for. A value that was entered for anything else is never used. */
export function destinationOf(config: ServerConfig): string {
  if (config.type === 'http') return originOf(config.url)
  return config.type === 'stdio' ? forProgram : config.type
}

/** Names in the secret store that belong to this server begin like this. */
export const cornerOf = (server: string): string => `server/${server}/`

/** Where a configuration refers to the secret store, and by which name. */
export type SecretReference = { at: string[]; name: string }

export function secretReferences(config: ServerConfig): SecretReference[] {
  if (config.type === 'playground') return []
  const [part, settings] = config.type === 'http' ? ['headers', config.headers] : ['env', config.env]
  const named = Object.entries(settings).flatMap(([key, value]) =>
    typeof value === 'string' ? [] : [{ at: [part, key], name: value.secret }],
  )
  const client = config.type === 'http' ? config.oauth?.clientSecret : undefined
  return client ? [...named, { at: ['oauth', 'clientSecret'], name: client.secret }] : named
}

/** References to values that are not this server's own: another server's, a model's key, the log's key. */
export const foreignReferences = (id: string, config: ServerConfig): SecretReference[] =>
  secretReferences(config).filter(({ name }) => !name.startsWith(cornerOf(id)))

/** As the state has it: which names have a value, and what each was entered for, where that is known. */
export type KeptSecrets = { secrets: string[]; enteredFor: Record<string, string> }

/** Whether there is a value under this name that was entered for exactly this. */
export const isKeptFor = (name: string, destination: string, { secrets, enteredFor }: KeptSecrets): boolean =>
  secrets.includes(name) && enteredFor[name] === destination

/** What the value under this name was entered for, where that is something else; empty text where nobody knows. */
export const keptElsewhere = (name: string, destination: string, kept: KeptSecrets): string | undefined =>
  kept.secrets.includes(name) && !isKeptFor(name, destination, kept) ? (kept.enteredFor[name] ?? '') : undefined

/** True where nothing works before a key is entered, or one that was entered for another address is confirmed. */
export function lacksKey(id: string, { baseUrl }: Pick<Endpoint, 'baseUrl'>, kept: KeptSecrets): boolean {
  const isThere = kept.secrets.includes(modelKey(id))
  return isThere ? !isKeptFor(modelKey(id), originOf(baseUrl), kept) : isAnthropic(baseUrl)
}

/** Whose values they are. */
export type SecretOwner = { server: string } | { endpoint: string }

/** Values that were entered for something else than their owner is now. */
export type MovedSecrets = {
  names: string[]
  /** What they were entered for; empty text where nobody knows. */
  from: string[]
  to: string
}

type Known = KeptSecrets & { configured: { servers: ServerConfigs; settings: Settings } }

/** Nothing where no value of this owner waits to be entered again or confirmed. */
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
    return place && { names: [modelKey(owner.endpoint)], to: originOf(place.baseUrl) }
  }
  const config = configured.servers[owner.server]
  if (!config) return undefined
  const own = secretReferences(config).filter(({ name }) => name.startsWith(cornerOf(owner.server)))
  return { names: own.map(({ name }) => name), to: destinationOf(config) }
}

/** Under which name a store keeps a value that is for one destination: it can't be read for another. */
export const storedName = (name: string, destination: string): string => `${name}@${destination}`

/** A name in a store, taken apart. Values of releases before the binding have no destination. */
export function parseStored(stored: string): { name: string; destination?: string } {
  const [, name, destination] = /^(.+)@(program|https?:\/\/[^/@\s]+)$/s.exec(stored) ?? []
  return name === undefined || destination === undefined ? { name: stored } : { name, destination }
}
