import { stringify as toToml } from 'smol-toml'
import { stringify as toYaml } from 'yaml'
import type { Exported, ExportClient, ExportLoss } from '../../../shared/config/exported.ts'
import {
  withArguments,
  type HttpConfig,
  type ServerConfig,
  type ServerConfigs,
  type StdioConfig,
} from '../../../shared/config/server-config.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { targets, type ExportTarget, type WrittenProgram } from './targets.ts'

/** Values of the secret store, by name. */
export type SecretValues = Readonly<Record<string, string>>

/**
 * Servers as another application writes them, and what it can't express. Secrets become references by name, except
 * those with `values`.
 */
export function writeConfig(
  client: ExportClient,
  servers: Readonly<ServerConfigs>,
  values: SecretValues = {},
): Exported & { content: JsonObject } {
  const target = targets[client]
  const losses: Exported['losses'] = []
  const variables = new Set<string>()
  const entries = Object.entries(servers).flatMap(([id, config]): [string, JsonObject][] => {
    const lose = (what: ExportLoss): void => void losses.push({ id, what })
    if (config.type === 'playground') lose('playground')
    else if (!config.enabled && !target.off) lose('off')
    else {
      const full = withValues(config, values)
      const entry = full.type === 'http' ? remoteOf(id, full, target, values) : programOf(full, target)
      for (const name of entry.variables) variables.add(name)
      for (const what of lossesOf(config, target)) lose(what)
      return [[id, prune({ ...entry.value, ...limitsOf(config, target), ...(!config.enabled && target.off) })]]
    }
    return []
  })
  const content = contentOf(client, entries, [...variables])
  return { file: target.file, text: exportText(content, target), losses, variables: [...variables], content }
}

/** References become text if their values are given. */
function withValues<C extends StdioConfig | HttpConfig>(config: C, values: SecretValues): C {
  const known = (settings: HttpConfig['headers']) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, it]) => [name, typeof it === 'string' ? it : (values[it.secret] ?? it)]),
    )
  if (config.type === 'http') return { ...config, headers: known(config.headers) }
  const { args, secretArguments = {} } = config
  const given = Object.entries(secretArguments).flatMap(([name, { secret }]) => {
    const value = values[secret]
    return value === undefined ? [] : [[name, value] as const]
  })
  const texts = Object.fromEntries(given)
  const left = Object.fromEntries(Object.entries(secretArguments).filter(([name]) => !(name in texts)))
  return { ...config, env: known(config.env), args: withArguments(args, texts), secretArguments: left }
}

type Oauth = NonNullable<HttpConfig['oauth']>
type Entry = { value: JsonObject; variables: string[] }

function programOf({ command, args, env, cwd, secretArguments = {} }: StdioConfig, target: ExportTarget): Entry {
  const inArguments = Object.fromEntries(Object.keys(secretArguments).map((name) => [name, upperCase(name)]))
  const gaps = Object.entries(inArguments).map(([name, variable]) => [name, refer(variable, target)])
  const secrets = Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [] : [name]))
  // Applications that keep secret values in another place get only their names.
  const isApart = target.format !== undefined && target.program !== undefined
  const values = Object.entries(env).filter(([, value]) => typeof value === 'string' || !isApart)
  const written: WrittenProgram = {
    command,
    args: withArguments(args, Object.fromEntries(gaps)),
    env: Object.fromEntries(
      values.map(([name, value]) => [name, typeof value === 'string' ? value : refer(name, target)]),
    ),
    secrets,
    ...(cwd !== undefined && target.hasFolder && { cwd }),
  }
  const { secrets: _secrets, ...plain } = written
  return { value: target.program?.(written) ?? plain, variables: [...secrets, ...Object.values(inArguments)] }
}

/** A reference, or a gap to be filled in by hand. */
const refer = (name: string, { variable }: ExportTarget): string => variable?.(name) ?? `<${name}>`

function remoteOf(id: string, { url, headers, oauth }: HttpConfig, target: ExportTarget, known: SecretValues): Entry {
  const secrets = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [] : [[name, variableOf(id, name)]],
    ),
  )
  const variables = Object.values(secrets)
  const values = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : refer(secrets[name] ?? name, target),
    ]),
  )
  if (target.isLocal) return { value: throughProgram(url, headers, secrets), variables }
  const value = target.remote?.({ url, headers: values, secrets }) ?? { url, headers: values }
  if (!oauth || oauth.grant || !target.oauth) return { value, variables }
  const client = clientOf(id, oauth, target, known)
  return { value: { ...value, ...target.oauth(client.value) }, variables: [...variables, ...client.variables] }
}

/** An OAuth client whose secret is a reference, or its value if that is given. */
function clientOf(id: string, oauth: Oauth, target: ExportTarget, known: SecretValues) {
  const { clientSecret, issuer: _issuer, privateKey: _key, ...client } = oauth
  if (clientSecret === undefined) return { value: client, variables: [] }
  const value = known[clientSecret.secret]
  if (value !== undefined) return { value: { ...client, clientSecret: value }, variables: [] }
  const name = variableOf(id, 'client_secret')
  const isWritten = JSON.stringify(target.oauth?.({ clientSecret: name }) ?? {}).includes(name)
  return { value: { ...client, clientSecret: refer(name, target) }, variables: isWritten ? [name] : [] }
}

function limitsOf({ timeouts = {} }: ServerConfig, { limit, startLimit }: ExportTarget): JsonObject {
  const most = timeouts.work ?? timeouts.idle
  return {
    ...(limit && most !== undefined && { [limit[0]]: most * limit[1] }),
    ...(startLimit !== undefined && timeouts.start !== undefined && { [startLimit]: timeouts.start }),
  }
}

/** The time limits that the application's file can't express. */
function lostLimits({ timeouts }: ServerConfig, { limit, startLimit }: ExportTarget): ExportLoss[] {
  if (!timeouts || Object.keys(timeouts).length === 0) return []
  const { idle, work, wall, start } = timeouts
  const isLost = wall !== undefined || (start !== undefined && startLimit === undefined)
  const isWritten = (limit && (work ?? idle) !== undefined) || (startLimit !== undefined && start !== undefined)
  if (!isWritten) return ['time-limits']
  const areTwo = idle !== undefined && work !== undefined && idle !== work
  return isLost || areTwo || !limit ? ['some-time-limits'] : []
}

function lostClient({ oauth }: HttpConfig, { oauth: write }: ExportTarget): ExportLoss[] {
  if (!oauth) return []
  // No other application's file can say that the program signs in by itself.
  if (!write || oauth.grant) return ['sign-in']
  const sample: Record<string, string> = { clientId: 'client-id', clientSecret: 'client-secret', scopes: 'a-scope' }
  const written = JSON.stringify(write({ ...sample, callbackPort: 65_535 }))
  const isLost = Object.keys(oauth).some(
    (part) => part !== 'issuer' && !written.includes(part === 'callbackPort' ? '65535' : (sample[part] ?? '')),
  )
  return isLost ? ['some-sign-in'] : []
}

/** `mcp-remote` fills in its own variables. */
function throughProgram(url: string, headers: HttpConfig['headers'], secrets: Record<string, string>): JsonObject {
  const args = Object.entries(headers).flatMap(([name, value]) => [
    '--header',
    `${name}:${typeof value === 'string' ? value : `\${${secrets[name]}}`}`,
  ])
  const env = Object.fromEntries(Object.values(secrets).map((name) => [name, `<${name}>`]))
  return { command: 'npx', args: ['-y', 'mcp-remote', url, ...args], env }
}

const variableOf = (id: string, header: string): string => upperCase(`${id}_${header}`)

const upperCase = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')

function lossesOf(config: ServerConfig, target: ExportTarget): ExportLoss[] {
  const { hasFolder, isLocal } = target
  if (config.type === 'playground') return []
  const isProgram = config.type === 'stdio'
  return [
    ...(isProgram && config.cwd !== undefined && !hasFolder ? (['folder'] as const) : []),
    ...(!isProgram && isLocal ? (['through-program'] as const) : []),
    ...(isProgram ? [] : isLocal && config.oauth ? (['sign-in'] as const) : lostClient(config, target)),
    ...lostLimits(config, target),
    ...(config.roots || config.sampling || config.pages || config.logLevel || config.mostTools
      ? (['settings'] as const)
      : []),
  ]
}

function contentOf(client: ExportClient, entries: [string, JsonObject][], variables: string[]): JsonObject {
  const { member } = targets[client]
  if (client === 'continue')
    return { name: 'Atrium', version: '1.0.0', schema: 'v1', [member]: entries.map(([name, it]) => ({ name, ...it })) }
  const servers = Object.fromEntries(entries.map(([id, it]) => [id, client === 'goose' ? { ...it, name: id } : it]))
  if (client !== 'vscode') return { [member]: servers }
  const inputs = variables.map((id) => ({ type: 'promptString', id, description: id, password: true }))
  return { ...(inputs.length > 0 && { inputs }), [member]: servers }
}

/** An entry without members that say nothing. Arguments stay: some applications need them. */
const prune = (entry: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([name, value]) =>
        name === 'args' || typeof value === 'number' || JSON.stringify(value).length > 2 || value === '',
    ),
  )

function exportText(content: JsonObject, { format }: ExportTarget): string {
  if (format === 'toml') return `${toToml(content).trim()}\n`
  return format === 'yaml' ? toYaml(content) : `${JSON.stringify(content, null, 2)}\n`
}
