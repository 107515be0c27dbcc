import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { rendererRows, type Row } from './architecture/renderer.ts'

const root = path.resolve(import.meta.dirname, '..')

/** What everything in the host may use. */
const redaction = ['main/host/secrets/redaction.ts', 'main/host/secrets/distinctive.ts']
const base = ['shared/', 'main/host/base/hash.ts', 'main/host/platform.ts', ...redaction]
const journal = 'main/host/journal/'
const llm = 'main/host/llm/'
const mcp = 'main/host/mcp/'
const workers = 'main/host/workers/'
const inbox = 'main/host/inbox.ts'
/** What both shells are made of. */
const shells = 'main/shells/common/'
const door = ['shared/', 'main/host/host.ts', 'main/host/platform.ts']

/**
 * Who may import whom, types included. The first row whose name a file's path begins with is that file's row;
 * beside what the row names, a file may import what has the same row. A file without a row may not exist.
 */
const rows: Row[] = [
  { part: 'shared/', ours: [], packages: ['zod'] },
  { part: 'preload/', ours: ['shared/'], packages: ['electron'] },
  ...rendererRows,
  { part: 'main/web.ts', ours: [...door, 'main/shells/web/', shells], packages: ['node:'] },
  {
    part: 'main/cli.ts',
    ours: ['main/shells/headless/'],
    packages: ['node:'],
  },
  { part: 'main/electron.ts', ours: [...door, 'main/shells/electron/', shells], packages: ['node:', 'electron'] },
  { part: 'main/audit.ts', ours: ['shared/', 'main/shells/audit/'], packages: ['node:'] },
  {
    part: 'main/shells/audit/',
    ours: ['shared/', 'main/host/journal/', shells],
    packages: ['node:', 'better-sqlite3'],
  },
  { part: shells, ours: door, packages: ['node:'] },
  { part: 'main/shells/web/', ours: [...door, shells], packages: ['node:'] },
  { part: 'main/shells/headless/', ours: [...door, 'main/shells/web/', shells], packages: ['node:'] },
  { part: 'main/shells/electron/', ours: [...door, shells], packages: ['node:', 'electron', 'electron-updater'] },
  { part: journal, ours: base, packages: ['node:', 'better-sqlite3'] },
  { part: inbox, ours: [...base, journal], packages: ['node:'] },
  { part: llm, ours: base, packages: ['node:', '@anthropic-ai/sdk'] },
  ...['main/host/journal/queries/read.ts', 'main/host/agent/flows/trace.ts'].map((part) => ({
    part,
    ours: [...base, journal, workers],
    packages: ['node:', 'better-sqlite3'],
  })),
  ...['frames.ts', 'long-lines.ts'].map((file) => ({
    part: `${workers}${file}`,
    ours: [
      ...base,
      ...['frame.ts', 'frame-size.ts', 'digest.ts', 'request-ids.ts'].map((it) => `${mcp}${it}`),
      workers,
    ],
    packages: ['node:'],
  })),
  { part: workers, ours: [...base, journal], packages: ['node:', 'ajv', 'ajv-formats'] },
  ...[
    'main/host/mcp/protocol/connection.ts',
    'main/host/mcp/protocol/refused.ts',
    'main/host/mcp/http/http-wire.ts',
  ].map((part) => ({
    part,
    ours: [...base, journal, inbox, llm, workers, mcp],
    packages: ['node:', '@modelcontextprotocol/client'],
  })),
  {
    part: 'main/host/mcp/sign-in/',
    ours: [...base, journal, inbox, mcp],
    packages: ['node:', 'zod', '@modelcontextprotocol/client'],
  },
  {
    part: 'main/host/mcp/playground/',
    ours: ['shared/'],
    packages: ['node:', 'zod', '@modelcontextprotocol/server'],
  },
  { part: mcp, ours: [...base, journal, inbox, llm, workers, mcp], packages: ['node:', 'cross-spawn'] },
  { part: 'main/host/agent/resources/picked.ts', ours: base, packages: [] },
  {
    part: 'main/host/agent/',
    ours: [...base, journal, inbox, llm, mcp, workers, 'main/host/agent/resources/picked.ts'],
    packages: ['node:'],
  },
  { part: 'main/host/settings/', ours: [...base, journal], packages: ['node:', 'zod', 'jsonc-parser'] },
  { part: 'main/host/base/hash.ts', ours: ['shared/'], packages: ['node:'] },
  { part: 'main/host/platform.ts', ours: ['shared/'], packages: [] },
  {
    part: 'main/host/secrets/redaction.ts',
    ours: [
      'shared/',
      'main/host/platform.ts',
      'main/host/secrets/distinctive.ts',
      'main/host/secrets/protocol-members.ts',
    ],
    packages: [],
  },
  { part: 'main/host/secrets/distinctive.ts', ours: [], packages: [] },
  { part: 'main/host/secrets/protocol-members.ts', ours: ['shared/'], packages: [] },
  { part: 'main/host/llm/endpoints/guarded-model.ts', ours: [...base, llm], packages: [] },
  { part: 'main/host/llm/endpoints/models.ts', ours: ['shared/', 'main/host/'], packages: [] },
  { part: 'main/host/commands/models.ts', ours: ['shared/', 'main/host/'], packages: [] },
  { part: 'main/host/commands/prompts.ts', ours: ['shared/', 'main/host/'], packages: [] },
  { part: 'main/host/commands/resources.ts', ours: ['shared/', 'main/host/'], packages: [] },
  { part: 'main/host/commands/reports.ts', ours: ['shared/', 'main/host/'], packages: [] },
  { part: 'main/host/commands/sign-in.ts', ours: ['shared/', 'main/host/'], packages: [] },
  { part: 'main/host/commands/rules.ts', ours: ['shared/', 'main/host/'], packages: ['node:'] },
  { part: 'main/host/commands/results.ts', ours: ['shared/', workers], packages: ['node:'] },
  { part: 'main/host/feed.ts', ours: [...base, journal], packages: [] },
  { part: 'main/host/commands/secrets.ts', ours: ['shared/', 'main/host/'], packages: [] },
  { part: 'main/host/secrets/secrets.ts', ours: [...base, journal], packages: [] },
  { part: 'main/host/journal/queries/log.ts', ours: [...base, journal, workers], packages: ['node:'] },
  {
    part: 'main/host/commands/confirmation.ts',
    ours: [...base, 'main/host/commands/confirmation-text.ts'],
    packages: [],
  },
  { part: 'main/host/commands/confirmation-text.ts', ours: ['shared/'], packages: [] },
  { part: 'main/host/commands/handlers.ts', ours: ['shared/', 'main/host/'], packages: [] },
  { part: 'main/host/host.ts', ours: ['shared/', 'main/host/'], packages: [] },
]

/** Lines a file may have. */
const budgets: [folders: string[], lines: number][] = [
  [['shared', 'main', 'preload', 'renderer', 'tools'], 300],
  [['test'], 400],
]

type Source = { file: string; text: string }

/** The TypeScript and JavaScript of these folders, by its path from the root, with forward slashes. */
function sourcesIn(folders: string[]): Source[] {
  const entries = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }),
  )
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules'))
    .map((file) => ({
      file: path.relative(root, file).split(path.sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }))
}

const present = readdirSync(root)
const production = sourcesIn(['shared', 'main', 'preload', 'renderer'].filter((folder) => present.includes(folder)))

/** What a file imports, statically or not, for its types or its values; ours by path, packages by name. */
function importsOf({ file, text }: Source): string[] {
  const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const names = [...code.matchAll(/\bfrom\s+'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  return names.map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name))
}

/** Whether a file lies in a part; a star at its end leaves out the folders below. */
const liesIn = (file: string, part: string): boolean =>
  part.endsWith('*') ? `${path.posix.dirname(file)}/*` === part : file.startsWith(part)

const rowOf = (file: string) => rows.find(({ part }) => liesIn(file, part))

function mayImport(file: string, target: string): boolean {
  const row = rowOf(file)
  if (!row) return false
  const isOurs = present.includes(target.split('/')[0] ?? '') && target.includes('/')
  if (isOurs) return rowOf(target) === row || row.ours.some((part) => liesIn(target, part))
  return row.packages.some((name) =>
    name.endsWith(':') ? target.startsWith(name) : target === name || target.startsWith(`${name}/`),
  )
}

describe('who may import whom', () => {
  test('every file has a row', () => {
    expect(production.map(({ file }) => file).filter((file) => !rowOf(file))).toEqual([])
  })

  test.each(rows)('$part imports only what its row names', ({ part }) => {
    const files = production.filter(({ file }) => rowOf(file)?.part === part)
    const broken = files.flatMap((source) =>
      importsOf(source).flatMap((target) =>
        mayImport(source.file, target) ? [] : [`${source.file} imports ${target}`],
      ),
    )
    expect(broken).toEqual([])
  })

  test('the renderer takes only types from the commands, whose schemas are the host’s business', () => {
    const users = production.filter(
      ({ file, text }) => file.startsWith('renderer/') && text.includes('shared/contract/commands.ts'),
    )
    const broken = users.filter(({ text }) =>
      /^(import|export) (?!type)[^']*from '[^']*shared\/contract\/commands\.ts'/m.test(text),
    )
    expect(broken.map(({ file }) => file)).toEqual([])
  })
})

test('only the clearance makes a cleared operation', () => {
  const makers = production.filter(({ text }) => /\bas\s+(unknown\s+as\s+)?Cleared\b/.test(text))
  expect(makers.map(({ file }) => file)).toEqual(['main/host/agent/clearance.ts'])
})

test.each(budgets)('a file in %s has at most %i lines', (folders, lines) => {
  const sources = sourcesIn(folders.filter((folder) => present.includes(folder)))
  const long = sources
    .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }))
    .filter((it) => it.lines > lines)
  expect(long).toEqual([])
})
