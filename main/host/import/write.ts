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

/** How one application writes its servers. Secrets are never written: a reference takes their place. */
type Target = {
  file: string
  /** The member with the servers. */
  member: string
  format?: 'toml' | 'yaml'
  /** A variable's value, filled in by the application; absent if it fills in nothing. */
  variable?(name: string): string
  hasFolder?: true
  /** How a server is turned off. */
  off?: JsonObject
  /** It has no servers at URLs, except through a program. */
  isLocal?: true
  program?(program: Written): JsonObject
  remote?(remote: WrittenRemote): JsonObject
}

type Written = { command: string; args: string[]; env: JsonObject; secrets: string[]; cwd?: string }
type WrittenRemote = { url: string; headers: JsonObject; secrets: Record<string, string> }

const enabled = { enabled: false }
const disabled = { disabled: true }
const withType = ({ url, headers }: WrittenRemote): JsonObject => ({ type: 'http', url, headers })
const dollar = (name: string): string => `\${${name}}`
const environment = (name: string): string => `\${env:${name}}`

const targets: Record<ExportClient, Target> = {
  'claude-desktop': { file: 'claude_desktop_config.json', member: 'mcpServers', isLocal: true },
  'claude-code': { file: '.mcp.json', member: 'mcpServers', variable: dollar, remote: withType },
  cursor: { file: 'mcp.json', member: 'mcpServers', variable: environment },
  vscode: {
    file: 'mcp.json',
    member: 'servers',
    variable: (name) => `\${input:${name}}`,
    hasFolder: true,
    remote: withType,
  },
  windsurf: {
    file: 'mcp_config.json',
    member: 'mcpServers',
    variable: environment,
    off: disabled,
    remote: ({ url, headers }) => ({ serverUrl: url, headers }),
  },
  cline: {
    file: 'cline_mcp_settings.json',
    member: 'mcpServers',
    variable: environment,
    hasFolder: true,
    off: disabled,
    remote: ({ url, headers }) => ({ type: 'streamableHttp', url, headers }),
  },
  zed: { file: 'settings.json', member: 'context_servers', off: enabled },
  goose: {
    file: 'config.yaml',
    member: 'extensions',
    format: 'yaml',
    variable: dollar,
    hasFolder: true,
    off: enabled,
    program: ({ command, args, env, secrets, cwd }) => ({
      ...{ enabled: true, type: 'stdio', cmd: command, args, envs: env, env_keys: secrets },
      ...(cwd !== undefined && { cwd }),
    }),
    remote: ({ url, headers, secrets }) => ({
      ...{ enabled: true, type: 'streamable_http', uri: url, headers },
      env_keys: Object.values(secrets),
    }),
  },
  codex: {
    file: 'config.toml',
    member: 'mcp_servers',
    format: 'toml',
    variable: dollar,
    hasFolder: true,
    off: enabled,
    program: ({ command, args, env, secrets, cwd }) => ({
      ...{ command, args, env, env_vars: secrets },
      ...(cwd !== undefined && { cwd }),
    }),
    remote: ({ url, headers, secrets }) => ({
      url,
      http_headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in secrets))),
      env_http_headers: secrets,
    }),
  },
  gemini: {
    file: 'settings.json',
    member: 'mcpServers',
    variable: (name) => `$${name}`,
    hasFolder: true,
    remote: withType,
  },
  continue: {
    file: 'config.yaml',
    member: 'mcpServers',
    format: 'yaml',
    variable: (name) => `\${{ secrets.${name} }}`,
    hasFolder: true,
    remote: ({ url, headers }) => ({ type: 'streamable-http', url, requestOptions: { headers } }),
  },
  opencode: {
    file: 'opencode.json',
    member: 'mcp',
    variable: (name) => `{env:${name}}`,
    hasFolder: true,
    off: enabled,
    program: ({ command, args, env, cwd }) => ({
      ...{ type: 'local', command: [command, ...args], environment: env },
      ...(cwd !== undefined && { cwd }),
    }),
    remote: ({ url, headers }) => ({ type: 'remote', url, headers }),
  },
  'lm-studio': { file: 'mcp.json', member: 'mcpServers' },
}

/** Servers as another application writes them, and what it can't express. Secrets become references by name. */
export function writeConfig(client: ExportClient, servers: Readonly<ServerConfigs>): Exported {
  const target = targets[client]
  const losses: Exported['losses'] = []
  const variables = new Set<string>()
  const entries = Object.entries(servers).flatMap(([id, config]): [string, JsonObject][] => {
    const lose = (what: ExportLoss): void => void losses.push({ id, what })
    if (config.type === 'playground') lose('playground')
    else if (!config.enabled && !target.off) lose('off')
    else {
      const entry = config.type === 'http' ? remoteOf(id, config, target) : programOf(config, target)
      for (const name of entry.variables) variables.add(name)
      for (const what of lossesOf(config, target)) lose(what)
      return [[id, prune({ ...entry.value, ...(!config.enabled && target.off) })]]
    }
    return []
  })
  const content = contentOf(client, entries, [...variables])
  return { file: target.file, text: exportText(content, target), losses, variables: [...variables] }
}

type Entry = { value: JsonObject; variables: string[] }

function programOf({ command, args, env, cwd, secretArguments = {} }: StdioConfig, target: Target): Entry {
  const inArguments = Object.fromEntries(Object.keys(secretArguments).map((name) => [name, upperCase(name)]))
  const gaps = Object.entries(inArguments).map(([name, variable]) => [name, refer(variable, target)])
  const secrets = Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [] : [name]))
  // Applications that keep such values elsewhere only get their names.
  const isApart = target.format !== undefined && target.program !== undefined
  const values = Object.entries(env).filter(([, value]) => typeof value === 'string' || !isApart)
  const written: Written = {
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
const refer = (name: string, { variable }: Target): string => variable?.(name) ?? `<${name}>`

function remoteOf(id: string, { url, headers }: HttpConfig, target: Target): Entry {
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
  return { value: target.remote?.({ url, headers: values, secrets }) ?? { url, headers: values }, variables }
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

function lossesOf(config: ServerConfig, { hasFolder, isLocal }: Target): ExportLoss[] {
  if (config.type === 'playground') return []
  const isProgram = config.type === 'stdio'
  return [
    ...(isProgram && config.cwd !== undefined && !hasFolder ? (['folder'] as const) : []),
    ...(!isProgram && isLocal ? (['through-program'] as const) : []),
    ...(!isProgram && config.oauth ? (['sign-in'] as const) : []),
    ...(config.timeouts ? (['time-limits'] as const) : []),
    ...(config.roots || config.sampling || config.logLevel || config.mostTools ? (['settings'] as const) : []),
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

/** Without members that say nothing. Arguments stay: some applications need them. */
const prune = (entry: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([name, value]) => name === 'args' || JSON.stringify(value).length > 2 || value === '',
    ),
  )

function exportText(content: JsonObject, { format }: Target): string {
  if (format === 'toml') return `${toToml(content).trim()}\n`
  return format === 'yaml' ? toYaml(content) : `${JSON.stringify(content, null, 2)}\n`
}
