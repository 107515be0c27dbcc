/** A value that a starter asks for, put in for `{key}`. */
export type StarterField = { key: string; label: string; help: string; example: string; isSecret?: true }

/** A known server with what it needs. Values are the command and arguments, or the URL, with `{key}` for each field. */
export type Starter = {
  /** Its usual name in the configuration. */
  id: string
  title: string
  /** One sentence: what a model can do with it. */
  does: string
  by: string
  fields: StarterField[]
} & (
  | { command: 'npx' | 'uvx'; args: string[]; env?: Record<string, string> }
  | { url: string; headers?: Record<string, string> }
)

const reference = 'the Model Context Protocol project'
const folder = (label: string, help: string): StarterField => ({
  key: 'folder',
  label,
  help,
  example: '/home/me/project',
})

/**
 * Servers published by the protocol's project or by the vendor of the service, found in their registries or documents in
 * November 2026. Packages have the version of that time, if it is known; nothing is fetched before the command is trusted.
 */
export const starters: Starter[] = [
  {
    id: 'filesystem',
    title: 'Files',
    does: 'Reads and writes files in one folder.',
    by: reference,
    fields: [folder('Folder', 'The full path. The server can use everything inside.')],
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '{folder}'],
  },
  {
    id: 'github',
    title: 'GitHub',
    does: 'Reads and changes repositories, issues and pull requests.',
    by: 'GitHub',
    fields: [
      {
        key: 'token',
        label: 'Personal access token',
        help: 'Create it in GitHub’s developer settings. Its permissions limit the server.',
        example: 'github_pat_…',
        isSecret: true,
      },
    ],
    url: 'https://api.githubcopilot.com/mcp/',
    headers: { Authorization: 'Bearer {token}' },
  },
  {
    id: 'postgres',
    title: 'Postgres',
    does: 'Reads a PostgreSQL database, in read-only transactions.',
    by: 'Crystal DBA',
    fields: [
      {
        key: 'database',
        label: 'Connection string',
        help: 'With user, password and database. Prefer a user who can only read.',
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
    title: 'Memory',
    does: 'Keeps facts between conversations in a file on this computer.',
    by: reference,
    fields: [],
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-memory@2026.8.31'],
  },
  {
    id: 'browser',
    title: 'Browser',
    does: 'Opens and uses web pages in a browser of its own.',
    by: 'Microsoft, Playwright',
    fields: [],
    command: 'npx',
    args: ['-y', '@playwright/mcp@0.0.83'],
  },
  {
    id: 'fetch',
    title: 'Fetch a page',
    does: 'Reads web pages as text.',
    by: reference,
    fields: [],
    command: 'uvx',
    args: ['mcp-server-fetch@2026.10.24'],
  },
  {
    id: 'git',
    title: 'Git',
    does: 'Reads and changes one Git repository on this computer.',
    by: reference,
    fields: [folder('Repository', 'The full path of its folder.')],
    command: 'uvx',
    args: ['mcp-server-git@2026.10.19', '--repository', '{folder}'],
  },
  {
    id: 'context7',
    title: 'Context7',
    does: 'Looks up current documentation of programming libraries.',
    by: 'Upstash',
    fields: [],
    command: 'npx',
    args: ['-y', '@upstash/context7-mcp@4.1.1'],
  },
  {
    id: 'linear',
    title: 'Linear',
    does: 'Reads and changes issues and projects. You sign in to Linear.',
    by: 'Linear',
    fields: [],
    url: 'https://mcp.linear.app/mcp',
  },
  {
    id: 'notion',
    title: 'Notion',
    does: 'Reads and changes pages. You sign in to Notion.',
    by: 'Notion',
    fields: [],
    url: 'https://mcp.notion.com/mcp',
  },
  {
    id: 'sentry',
    title: 'Sentry',
    does: 'Reads errors and traces. You sign in to Sentry.',
    by: 'Sentry',
    fields: [],
    url: 'https://mcp.sentry.dev/mcp',
  },
  {
    id: 'time',
    title: 'Time',
    does: 'Tells the time and converts between time zones.',
    by: reference,
    fields: [],
    command: 'uvx',
    args: ['mcp-server-time@2026.10.19'],
  },
  {
    id: 'sequential-thinking',
    title: 'Sequential thinking',
    does: 'Gives the model a notepad to reason in steps.',
    by: reference,
    fields: [],
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-sequential-thinking@2026.8.31'],
  },
  {
    id: 'everything',
    title: 'Everything',
    does: 'Shows every feature of the protocol, for trying out.',
    by: reference,
    fields: [],
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-everything@2026.8.31'],
  },
]
