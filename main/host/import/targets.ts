import type { ExportClient } from '../../../shared/config/exported.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { isBlankMember } from './members.ts'
import { defined } from '../../../shared/schema/json.ts'

/** How one application writes its servers. */
export type ExportTarget = {
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
  /** A call's time limit: the member's name, and how many of its units make a second. */
  limit?: [name: string, perSecond: number]
  /** The member with the time limit for a start, in seconds. */
  startLimit?: string
  oauth?(client: WrittenClient): JsonObject
  program?(program: WrittenProgram): JsonObject
  remote?(remote: WrittenRemote): JsonObject
}

/** A program as another application's file gets it; `secrets` names the variables without values. */
export type WrittenProgram = { command: string; args: string[]; env: JsonObject; secrets: string[]; cwd?: string }
/** An OAuth client as another application's file gets it. */
export type WrittenClient = {
  clientId?: string | undefined
  clientSecret?: string | undefined
  scopes?: string | undefined
  callbackPort?: number | undefined
}
/** A URL as another application's file gets it; `secrets` maps headers to variables without values. */
export type WrittenRemote = { url: string; headers: JsonObject; secrets: Record<string, string> }

const enabled = { enabled: false }
const disabled = { disabled: true }
const withType = ({ url, headers }: WrittenRemote): JsonObject => ({ type: 'http', url, headers })
const dollar = (name: string): string => `\${${name}}`
const environment = (name: string): string => `\${env:${name}}`

const listOf = (scopes: string | undefined): string[] => (scopes ?? '').split(' ').filter(Boolean)
const inCapitals = ({ clientId = '', clientSecret = '', scopes }: WrittenClient): JsonObject => ({
  auth: without({ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, scopes: listOf(scopes) }),
})

const without = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => !isBlankMember(value)))

/** The formats, by application. */
export const targets: Readonly<Record<ExportClient, ExportTarget>> = {
  'claude-desktop': { file: 'claude_desktop_config.json', member: 'mcpServers', isLocal: true },
  'claude-code': {
    file: '.mcp.json',
    member: 'mcpServers',
    variable: dollar,
    remote: withType,
    limit: ['timeout', 1000],
    oauth: ({ clientId = '', scopes = '', callbackPort = '' }) => ({
      oauth: without({ clientId, scopes, callbackPort }),
    }),
  },
  cursor: { file: 'mcp.json', member: 'mcpServers', variable: environment, oauth: inCapitals },
  vscode: {
    file: 'mcp.json',
    member: 'servers',
    variable: (name) => `\${input:${name}}`,
    hasFolder: true,
    remote: withType,
    oauth: ({ clientId = '' }) => ({ oauth: without({ clientId }) }),
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
    limit: ['timeout', 1],
  },
  zed: { file: 'settings.json', member: 'context_servers', off: enabled, limit: ['timeout', 1] },
  goose: {
    file: 'config.yaml',
    member: 'extensions',
    format: 'yaml',
    limit: ['timeout', 1],
    variable: dollar,
    hasFolder: true,
    off: enabled,
    program: ({ command, args, env, secrets, cwd }) => ({
      enabled: true,
      type: 'stdio',
      cmd: command,
      args,
      envs: env,
      env_keys: secrets,
      ...defined({ cwd }),
    }),
    remote: ({ url, headers, secrets }) => ({
      enabled: true,
      type: 'streamable_http',
      uri: url,
      headers,
      env_keys: Object.values(secrets),
    }),
  },
  codex: {
    file: 'config.toml',
    member: 'mcp_servers',
    format: 'toml',
    limit: ['tool_timeout_sec', 1],
    startLimit: 'startup_timeout_sec',
    oauth: ({ clientId = '', scopes }) => ({ oauth: without({ client_id: clientId }), scopes: listOf(scopes) }),
    variable: dollar,
    hasFolder: true,
    off: enabled,
    program: ({ command, args, env, secrets, cwd }) => ({
      command,
      args,
      env,
      env_vars: secrets,
      ...defined({ cwd }),
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
    limit: ['timeout', 1000],
    oauth: ({ clientId = '', clientSecret = '', scopes }) => ({
      oauth: without({ enabled: true, clientId, clientSecret, scopes: listOf(scopes) }),
    }),
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
      type: 'local',
      command: [command, ...args],
      environment: env,
      ...defined({ cwd }),
    }),
    remote: ({ url, headers }) => ({ type: 'remote', url, headers }),
    oauth: ({ clientId = '', clientSecret = '', scopes = '' }) => ({
      oauth: without({ clientId, clientSecret, scope: scopes }),
    }),
  },
  'lm-studio': { file: 'mcp.json', member: 'mcpServers', oauth: inCapitals },
}
