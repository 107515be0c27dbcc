import type { Starter } from '../../../shared/config/starters.ts'

type StarterWords = {
  title: string
  /** One sentence: what a model can do with it. */
  does: string
  by: string
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
    fields: {
      database: {
        label: 'Connection string',
        help: 'With user, password and database. Prefer a user who can only read.',
      },
    },
  },
  memory: { title: 'Memory', does: 'Keeps facts between conversations in a file on this computer.', by: reference },
  browser: { title: 'Browser', does: 'Opens and uses web pages in its own browser.', by: 'Microsoft, Playwright' },
  fetch: { title: 'Fetch a page', does: 'Reads web pages as text.', by: reference },
  git: {
    title: 'Git',
    does: 'Reads and changes one Git repository on this computer.',
    by: reference,
    fields: { folder: { label: 'Repository', help: 'The full path of its folder.' } },
  },
  context7: { title: 'Context7', does: 'Looks up current documentation of programming libraries.', by: 'Upstash' },
  linear: { title: 'Linear', does: 'Reads and changes issues and projects. You sign in to Linear.', by: 'Linear' },
  notion: { title: 'Notion', does: 'Reads and changes pages. You sign in to Notion.', by: 'Notion' },
  sentry: { title: 'Sentry', does: 'Reads errors and traces. You sign in to Sentry.', by: 'Sentry' },
  time: { title: 'Time', does: 'Tells the time and converts between time zones.', by: reference },
  'sequential-thinking': {
    title: 'Sequential thinking',
    does: 'Gives the model a notepad to reason in steps.',
    by: reference,
  },
  everything: { title: 'Everything', does: 'Lets you try every feature of the protocol.', by: reference },
}
