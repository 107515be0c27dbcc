import type { z } from 'zod'
import { foreignReferences } from '../../../shared/risk/secret-names.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { serverConfig, serverId, type ServerConfig, type ServerConfigs } from '../../../shared/config/server-config.ts'
import { settingsWords as words } from './words.ts'

/**
 * Each entry separately: an error in one keeps that server as it was and affects no other. Members of other
 * applications are ignored.
 */
export function parseServers(entries: JsonObject, last: ServerConfigs): { configs: ServerConfigs; problems: string[] } {
  const configs: ServerConfigs = {}
  const problems: string[] = []
  for (const [key, entry] of Object.entries(entries)) {
    const id = serverId.safeParse(key)
    const whole = serverConfig.safeParse(entry)
    const ignored = whole.success ? {} : ignoredBy(whole.error, entry)
    const config = Object.keys(ignored).length === 0 ? whole : serverConfig.safeParse(without(entry, ignored))
    const where = `servers.json: ${key.slice(0, 64)}`
    if (!id.success) {
      problems.push(...sentences(where, id.error))
      continue
    }
    const members = Object.keys(ignored).slice(0, 5)
    problems.push(...members.map((name) => words.ignored(`${where}.${name.slice(0, 64)}`)))
    const wrong = config.success ? foreignSecrets(where, id.data, config.data) : sentences(where, config.error)
    problems.push(...wrong)
    const kept = config.success && wrong.length === 0 ? config.data : last[id.data]
    // Earlier releases accepted references to others' values.
    if (kept && foreignReferences(id.data, kept).length === 0) configs[id.data] = kept
  }
  return { configs, problems }
}

/** Names that can mean a limit, here or in another application, also misspelled: without it, a server could do more. */
const limiting = /^(con|sand|seal|lim|dis|enab|incl|excl|allowed|page|most)/i

/** Members of another kind of server: an entry with them isn't what it seems to be. */
const ofOtherKinds: ReadonlySet<string> = new Set([
  'command',
  'args',
  'env',
  'inherit',
  'cwd',
  'url',
  'headers',
  'oauth',
])

/** The members of an entry that Atrium doesn't know and that limit nothing. */
export function ignoredIn(entry: JsonValue | undefined): JsonObject {
  const { error } = serverConfig.safeParse(entry)
  return error ? ignoredBy(error, entry) : {}
}

function ignoredBy(error: z.ZodError, entry: JsonValue | undefined): JsonObject {
  if (!isObject(entry)) return {}
  const unknown = error.issues.flatMap((it) => (it.code === 'unrecognized_keys' && it.path.length === 0 ? it.keys : []))
  const names = new Set(
    unknown.filter((name) => !ofOtherKinds.has(name) && (entry[name] === false || !limiting.test(name))),
  )
  return Object.fromEntries(Object.entries(entry).filter(([name]) => names.has(name)))
}

const without = (entry: JsonValue, members: JsonObject): JsonValue =>
  isObject(entry) ? Object.fromEntries(Object.entries(entry).filter(([name]) => !Object.hasOwn(members, name))) : entry

const foreignSecrets = (where: string, id: string, config: ServerConfig): string[] =>
  foreignReferences(id, config)
    .slice(0, 5)
    .map(({ at, name }) => words.foreignSecret([where, ...at].join('.'), JSON.stringify(name.slice(0, 200)), id))

/** Problems of a value as sentences that name its places. */
export const sentences = (where: string, error: z.ZodError): string[] =>
  error.issues.slice(0, 5).map(({ path, message }) => words.at([where, ...path.map(String)].join('.'), message))
