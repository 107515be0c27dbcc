import type { ServerConfig } from './server-config.ts'

/** A value that a starter asks for, put in for `{key}`. */
export type StarterField = { key: string; example: string; isSecret?: true }

type StarterId =
  | 'filesystem'
  | 'github'
  | 'postgres'
  | 'memory'
  | 'browser'
  | 'fetch'
  | 'git'
  | 'context7'
  | 'linear'
  | 'notion'
  | 'sentry'
  | 'time'
  | 'sequential-thinking'
  | 'everything'

/**
 * A known server and the values it needs; its texts are in the interface's catalogue. The command and arguments, or the
 * URL, have `{key}` for each field.
 */
export type Starter = {
  /** Its usual name in the configuration. */
  id: StarterId
  fields: StarterField[]
} & (
  | { command: 'npx' | 'uvx'; args: string[]; env?: Record<string, string> }
  | { url: string; headers?: Record<string, string> }
)

const folder: StarterField = { key: 'folder', example: '/home/me/project' }

/**
 * Servers published by the protocol's project or by the vendor of the service, found in their registries or documents in
 * November 2026. Packages have the version of that time, if it is known; nothing is fetched before the command is trusted.
 */
export const starters: Starter[] = [
  {
    id: 'filesystem',
    fields: [folder],
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '{folder}'],
  },
  {
    id: 'github',
    fields: [
      {
        key: 'token',
        example: 'github_pat_…',
        isSecret: true,
      },
    ],
    url: 'https://api.githubcopilot.com/mcp/',
    headers: { Authorization: 'Bearer {token}' },
  },
  {
    id: 'postgres',
    fields: [
      {
        key: 'database',
        example: 'postgresql://user:password@localhost:5432/name',
        isSecret: true,
      },
    ],
    command: 'uvx',
    args: ['postgres-mcp', '--access-mode=restricted'],
    env: { DATABASE_URI: '{database}' },
  },
  {
    id: 'memory',
    fields: [],
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-memory@2026.8.31'],
  },
  {
    id: 'browser',
    fields: [],
    command: 'npx',
    args: ['-y', '@playwright/mcp@0.0.83'],
  },
  {
    id: 'fetch',
    fields: [],
    command: 'uvx',
    args: ['mcp-server-fetch@2026.10.24'],
  },
  {
    id: 'git',
    fields: [folder],
    command: 'uvx',
    args: ['mcp-server-git@2026.10.19', '--repository', '{folder}'],
  },
  {
    id: 'context7',
    fields: [],
    command: 'npx',
    args: ['-y', '@upstash/context7-mcp@4.1.1'],
  },
  {
    id: 'linear',
    fields: [],
    url: 'https://mcp.linear.app/mcp',
  },
  {
    id: 'notion',
    fields: [],
    url: 'https://mcp.notion.com/mcp',
  },
  {
    id: 'sentry',
    fields: [],
    url: 'https://mcp.sentry.dev/mcp',
  },
  {
    id: 'time',
    fields: [],
    command: 'uvx',
    args: ['mcp-server-time@2026.10.19'],
  },
  {
    id: 'sequential-thinking',
    fields: [],
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-sequential-thinking@2026.8.31'],
  },
  {
    id: 'everything',
    fields: [],
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-everything@2026.8.31'],
  },
]

/** The known server that a configuration starts or reaches, by its package or URL; undefined for any other. */
export function starterOf(config: ServerConfig): Starter | undefined {
  if (config.type === 'playground') return undefined
  if (config.type === 'http') return starters.find((it) => 'url' in it && it.url === config.url)
  const words = [config.command, ...config.args].map((word) => word.replaceAll('\\', '/'))
  return starters.find((it) => 'args' in it && words.some((word) => names(word, packageOf(it.args))))
}

/** The package among a starter's arguments, without its version. */
const packageOf = (args: readonly string[]): string =>
  (args.find((arg) => !arg.startsWith('-')) ?? '').replace(/(?<=.)@.*$/, '')

/** Whether a word is the package, one of its versions, its Python module or a file in its folder. */
const names = (word: string, wanted: string): boolean =>
  word.replaceAll('_', '-') === wanted || /^(?:@|==)/.test(after(word, wanted)) || word.includes(`/${wanted}/`)

const after = (word: string, start: string): string => (word.startsWith(start) ? word.slice(start.length) : '')
