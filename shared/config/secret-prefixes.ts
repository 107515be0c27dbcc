import { isObject, type JsonValue } from '../schema/json.ts'
import { serverConfig, type HttpConfig, type ServerConfig } from './server-config.ts'

/** The prefix of this server's names in the secret store. */
export const secretPrefixOf = (server: string): string => `server/${server}/`

/** The prefix of the names under which this server's sign-ins are in the secret store. */
export const signInSecrets = (server: string): string => `sign-in/${server}/`

/** A change of a server's ID. */
export type Rename = { from: string; to: string }

/** A name in the secret store after a server got another ID; names that aren't that server's stay. */
export function renamedSecret(name: string, { from, to }: Rename): string {
  for (const prefixOf of [secretPrefixOf, signInSecrets])
    if (name.startsWith(prefixOf(from))) return prefixOf(to) + name.slice(prefixOf(from).length)
  return name
}

/** Headers after their server got another ID. */
export const renamedHeaders = (headers: HttpConfig['headers'], rename: Rename): HttpConfig['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : { secret: renamedSecret(value.secret, rename) },
    ]),
  )

/** An entry of servers.json whose references to secrets have the new ID; everything else stays as written. */
export function renamedEntry(entry: JsonValue, rename: Rename): JsonValue {
  if (Array.isArray(entry)) return entry.map((one) => renamedEntry(one, rename))
  if (!isObject(entry)) return entry
  const { secret } = entry
  if (typeof secret === 'string' && Object.keys(entry).length === 1) return { secret: renamedSecret(secret, rename) }
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, renamedEntry(value, rename)]))
}

/** A server's configuration under its new ID. */
export const renamedConfig = (config: ServerConfig, rename: Rename): ServerConfig =>
  serverConfig.parse(renamedEntry(JSON.parse(JSON.stringify(config)), rename))
