import type { ImportClient } from '../../../shared/config/imported.ts'
import { isObject, type JsonObject } from '../../../shared/schema/json.ts'

/** Peculiarities of one application's files. */
export type ClientDialect = {
  /** Limits are in seconds, up to `mostSeconds`; other applications use milliseconds. */
  inSeconds?: true
  mostSeconds?: number
  /** Shorter limits have no effect in this application. */
  leastMilliseconds?: number
  /** An entry with a URL needs a type. */
  needsType?: true
  /** `$NAME` is a variable. */
  bareVariables?: true
  /** Arguments can name the entry's own variables. */
  ownVariables?: true
  /** `{env:NAME}` and `{file:path}` are variables. */
  braceVariables?: true
}

const dialects: Partial<Record<ImportClient, ClientDialect>> = {
  'cherry-studio': { inSeconds: true },
  'claude-code': { needsType: true, leastMilliseconds: 1000 },
  cline: { inSeconds: true, mostSeconds: 3600, needsType: true },
  codex: { inSeconds: true },
  'copilot-coding-agent': { bareVariables: true, ownVariables: true },
  gemini: { bareVariables: true, needsType: true },
  goose: { inSeconds: true, bareVariables: true },
  opencode: { braceVariables: true },
  'roo-code': { inSeconds: true, mostSeconds: 3600, needsType: true },
  vibe: { inSeconds: true },
  witsy: { inSeconds: true },
  zed: { inSeconds: true },
}

/** The peculiarities of an application's files; none if none are known. */
export const clientDialectOf = (client: ImportClient): ClientDialect => dialects[client] ?? {}

/** Names that only one application's files have. */
const files: Record<string, ImportClient> = {
  'claude_desktop_config.json': 'claude-desktop',
  '.claude.json': 'claude-code',
  '.mcp.json': 'claude-code',
  'cline_mcp_settings.json': 'cline',
  'librechat.yaml': 'librechat',
  'llm.mcpServers.xml': 'jetbrains-ai',
  'mcp-config.json': 'copilot-cli',
  'mcp_settings.json': 'roo-code',
  'opencode.json': 'opencode',
  'opencode.jsonc': 'opencode',
}

/** The application whose file has this name; undefined for names that several applications use, or none. */
export const clientOfFile = (name: string | undefined): ImportClient | undefined =>
  name === undefined ? undefined : files[name.split(/[\\/]/).at(-1) ?? '']

/** The application that wrote a text, by members that only it uses; `any` if several could. */
export function clientOfContent(value: JsonObject): ImportClient {
  if ('context_servers' in value) return 'zed'
  if ('mcp_servers' in value) return Array.isArray(value['mcp_servers']) ? 'vibe' : 'codex'
  if ('amp.mcpServers' in value && !('mcp' in value)) return 'amp'
  const { extensions, mcp, mcpServers, servers, inputs, experimental } = value
  if (isObject(extensions) && entriesOf(extensions).some((it) => 'cmd' in it || 'uri' in it)) return 'goose'
  if (isObject(mcp) && entriesOf(mcp).some(({ type }) => type === 'local' || type === 'remote')) return 'opencode'
  if (isObject(mcpServers) && entriesOf(mcpServers).some((it) => 'isActive' in it)) return 'cherry-studio'
  if (isObject(servers) || Array.isArray(inputs)) return 'vscode'
  if (Array.isArray(servers)) return '5ire'
  return Array.isArray(mcpServers) || isObject(experimental) ? 'continue' : 'any'
}

const entriesOf = (value: JsonObject): JsonObject[] => Object.values(value).filter(isObject)
