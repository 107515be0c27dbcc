import type { Starter } from '../../../shared/config/starters.ts'

type StarterWords = {
  title: string
  /** One sentence: what a model can do with it. */
  does: string
  by: string
  /** A first request that it serves with one call; of a folder, its contents are the request. */
  ask?: string
  /** By the key of the field. */
  fields?: Record<string, { label: string; help: string }>
}

const reference = 'the Model Context Protocol project'

/** Texts of the known servers. */
export const starterWords: Record<Starter['id'], StarterWords> = {
  filesystem: {
    title: 'Files',
    does: 'Reads and writes files in one folder.',
    by: reference,
    fields: { folder: { label: 'Folder', help: 'The full path. The server can use everything inside.' } },
  },
  github: {
    title: 'GitHub',
    does: 'Reads and changes repositories, issues and pull requests.',
    by: 'GitHub',
    ask: 'Which pull requests are waiting for me?',
    fields: {
      token: {
        label: 'Personal access token',
        help: 'Create it in GitHub’s developer settings. Its permissions limit the server.',
      },
    },
  },
  postgres: {
    title: 'Postgres',
    does: 'Reads a PostgreSQL database, in read-only transactions.',
    by: 'Crystal DBA',
    ask: 'Which tables does the database have?',
    fields: {
      database: {
        label: 'Connection string',
        help: 'With user, password and database. Prefer a user who can only read.',
      },
    },
  },
  memory: {
    title: 'Memory',
    does: 'Keeps facts between conversations in a file on this computer.',
    by: reference,
    ask: 'What do you know about me?',
  },
  browser: {
    title: 'Browser',
    does: 'Opens and uses web pages in its own browser.',
    by: 'Microsoft, Playwright',
    ask: 'Open example.com and describe the page.',
  },
  fetch: {
    title: 'Fetch a page',
    does: 'Reads web pages as text.',
    by: reference,
    ask: 'Summarize https://modelcontextprotocol.io.',
  },
  git: {
    title: 'Git',
    does: 'Reads and changes one Git repository on this computer.',
    by: reference,
    ask: 'What changed in the latest commits?',
    fields: { folder: { label: 'Repository', help: 'The full path of its folder.' } },
  },
  context7: {
    title: 'Context7',
    does: 'Looks up current documentation of programming libraries.',
    by: 'Upstash',
    ask: 'Look up how React’s useEffect works.',
  },
  linear: {
    title: 'Linear',
    does: 'Reads and changes issues and projects. You sign in to Linear.',
    by: 'Linear',
    ask: 'Which issues are assigned to me?',
  },
  notion: {
    title: 'Notion',
    does: 'Reads and changes pages. You sign in to Notion.',
    by: 'Notion',
    ask: 'Which pages changed this week?',
  },
  sentry: {
    title: 'Sentry',
    does: 'Reads errors and traces. You sign in to Sentry.',
    by: 'Sentry',
    ask: 'Which errors are new today?',
  },
  time: {
    title: 'Time',
    does: 'Tells the time and converts between time zones.',
    by: reference,
    ask: 'What time is it in Tokyo?',
  },
  'sequential-thinking': {
    title: 'Sequential thinking',
    does: 'Gives the model a notepad to reason in steps.',
    by: reference,
    ask: 'Plan a small birthday party, step by step.',
  },
  everything: {
    title: 'Everything',
    does: 'Lets you try every feature of the protocol.',
    by: reference,
    ask: 'Add 17 and 25.',
  },
}
