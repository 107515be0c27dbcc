import type { Row } from './rows.ts'

const room = (name: string): string => `main/host/${name}/`
const rooms = (...names: string[]): string[] => names.map(room)
const mcp = (...names: string[]): string[] => names.map((name) => room(`mcp/${name}`))

const platform = 'main/host/platform.ts'
const inbox = 'main/host/inbox.ts'
/** The texts of the host itself. */
const hostWords = 'main/host/words.ts'
const journal = room('journal')
/** The host as shells see it. */
const door = 'main/host/host.ts'
/** The reader of Atrium's own links. */
const link = 'main/host/import/atrium-link.ts'
/** The certificates that a process trusts. */
const trust = 'main/host/network/trust.ts'
/** Shared by all shells. */
const common = 'main/shells/common/'

type Part = Omit<Row, 'packages'> & { packages?: string[] }

/** Everything in main can use shared/ and Node's modules. */
const main = ({ part, ours, types = [], packages = [] }: Part): Row => ({
  part,
  ours: ['shared/**', ...ours],
  types,
  packages: ['node:', ...packages],
})

const entries: Part[] = [
  { part: 'main/web.ts', ours: ['main/shells/web/', common] },
  { part: 'main/cli.ts', ours: ['main/shells/headless/', common] },
  {
    part: 'main/electron.ts',
    ours: [door, trust, 'main/shells/electron/', 'main/shells/electron/self-check/', common],
    packages: ['electron'],
  },
  { part: 'main/audit.ts', ours: ['main/shells/audit/', common] },
]

const shells: Part[] = [
  { part: common, ours: rooms('base', 'checkup'), types: [platform] },
  { part: 'main/shells/web/', ours: [door, trust, common, ...rooms('base')], types: [platform] },
  {
    part: 'main/shells/headless/',
    ours: [door, trust, room('checkup'), 'main/shells/web/', common],
    types: [platform],
  },
  {
    part: 'main/shells/electron/',
    ours: [link, common, 'main/shells/electron/secrets/', ...rooms('base')],
    types: [platform],
    packages: ['@electron/fuses', 'electron'],
  },
  { part: 'main/shells/electron/secrets/', ours: [common, ...rooms('base')], types: [platform] },
  { part: 'main/shells/electron/self-check/', ours: ['main/shells/electron/', common, ...rooms('base')] },
  {
    part: 'main/shells/audit/',
    ours: [...rooms('journal', 'journal/chain', 'journal/export', 'journal/queries'), common],
    packages: ['better-sqlite3'],
  },
]

const sqlite = ['better-sqlite3']

/** From the bottom up. */
const host: Part[] = [
  { part: room('base'), ours: [], types: [platform] },
  /** The one way out to other computers: routes, proxies, tunnels. */
  { part: room('network'), ours: rooms('base') },
  /** Other ways to write a text, and how Atrium compares texts in spite of them. */
  { part: room('disguises'), ours: [] },
  /** ZIP archives of others, judged before they are read. */
  { part: room('archive'), ours: [], packages: ['yauzl'] },
  /** Files that others made: what reads them is a program without Node's ways to the system. */
  { part: room('files/reading'), ours: [] },
  { part: room('files/text'), ours: rooms('files/reading'), packages: ['parse5'] },
  { part: room('files/office'), ours: rooms('archive', 'files/reading', 'files/text'), packages: ['saxes'] },
  {
    part: room('files/reader'),
    ours: rooms('files/office', 'files/reading', 'files/text'),
    packages: ['@hyzyla/pdfium'],
  },
  { part: room('files'), ours: rooms('base', 'files/reading'), types: [platform, room('files/reader')] },
  { part: room('validation'), ours: rooms('base'), packages: ['ajv', 'ajv-formats'] },
  /** The parts that every database of the data folder needs. */
  { part: room('journal/database'), ours: rooms('base'), packages: sqlite },
  { part: room('journal/search'), ours: rooms('journal/database'), packages: sqlite },
  /** Rules and what past calls say of them. */
  { part: room('journal/rules'), ours: [], packages: sqlite },
  { part: room('journal/search/spoken'), ours: rooms('journal/search'), packages: sqlite },
  { part: room('journal/reports'), ours: rooms('base', 'journal/database'), packages: sqlite },
  { part: room('journal/chain'), ours: rooms('base', 'journal/database'), packages: sqlite },
  {
    part: journal,
    ours: rooms('base', 'journal/chain', 'journal/database', 'journal/reports'),
    packages: sqlite,
  },
  /** Everything that can be computed from the log. */
  {
    part: room('journal/views'),
    ours: rooms('journal/database', 'journal/search', 'journal/search/spoken'),
    types: [journal],
    packages: sqlite,
  },
  { part: room('journal/signing'), ours: rooms('base', 'journal/chain'), types: [journal, platform] },
  {
    part: room('journal/export'),
    ours: rooms('base', 'journal/chain', 'journal/database', 'journal/search'),
    packages: [...sqlite, 'zod'],
  },
  {
    part: room('journal/queries'),
    ours: rooms(
      'base',
      'journal',
      'journal/chain',
      'journal/database',
      'journal/export',
      'journal/search/spoken',
      'journal/reports',
      'journal/search',
      'journal/rules',
      'journal/views',
    ),
    types: [room('journal/signing')],
    packages: sqlite,
  },
  { part: room('secrets'), ours: rooms('disguises', 'journal/signing'), types: [journal, platform] },
  { part: room('settings'), ours: rooms('base'), types: [journal], packages: ['zod', 'jsonc-parser'] },
  { part: room('import/pasted'), ours: [] },
  {
    part: room('import'),
    ours: rooms('base', 'settings', 'import/pasted'),
    types: [platform],
    packages: ['jsonc-parser', 'smol-toml', 'yaml'],
  },
  { part: room('llm'), ours: [] },
  { part: room('llm/request'), ours: rooms('llm') },
  { part: room('llm/api'), ours: rooms('base', 'llm', 'llm/request', 'network') },
  {
    part: room('llm/messages'),
    ours: rooms('llm', 'llm/openai', 'llm/request', 'llm/api'),
    packages: ['@anthropic-ai/sdk'],
  },
  {
    part: room('llm/openai'),
    ours: rooms('llm', 'llm/request', 'llm/api'),
    packages: ['eventsource-parser'],
  },
  { part: room('llm/chat'), ours: rooms('llm', 'llm/openai', 'llm/request', 'llm/api') },
  {
    part: room('llm/responses'),
    ours: rooms('llm', 'llm/chat', 'llm/openai', 'llm/request', 'llm/api'),
  },
  {
    part: room('llm/endpoints'),
    ours: rooms('llm', 'llm/messages', 'llm/openai', 'llm/responses', 'llm/api', 'network'),
    types: [journal, room('secrets')],
  },
]

const library = ['@modelcontextprotocol/client']

/** Transports and messages to servers, from the bytes up. */
const servers: Part[] = [
  { part: room('mcp/results'), ours: rooms('base'), types: rooms('secrets') },
  { part: room('mcp/wire'), ours: [...rooms('base', 'secrets'), ...mcp('results')] },
  { part: room('mcp/http'), ours: [...rooms('base', 'network'), ...mcp('wire')], packages: library },
  {
    part: room('mcp/protocol'),
    ours: [...rooms('base', 'secrets'), ...mcp('results', 'wire', 'http')],
  },
  {
    part: room('mcp/reports'),
    ours: [...rooms('base'), ...mcp('wire')],
    types: [journal, ...rooms('journal/reports', 'secrets'), ...mcp('protocol')],
  },
  { part: room('mcp/containment'), ours: [...rooms('base', 'import', 'network'), ...mcp('http')] },
  {
    part: room('mcp/process'),
    ours: [...rooms('base', 'journal', 'secrets'), ...mcp('wire', 'protocol', 'containment')],
    types: [inbox, platform, ...rooms('network'), ...mcp('results')],
  },
  /** This computer's folders of programs, its login shell and its ports. */
  { part: room('mcp/computer'), ours: [...rooms('base'), ...mcp('process')] },
  { part: room('mcp/doctor'), ours: [...rooms('base', 'network'), ...mcp('computer', 'process')] },
  {
    part: room('mcp/catalogue'),
    ours: [...rooms('base', 'disguises'), ...mcp('results', 'protocol')],
    types: [journal, ...mcp('reports')],
  },
  {
    part: room('mcp/requests'),
    ours: [...rooms('base'), ...mcp('results', 'protocol')],
    types: rooms('validation'),
  },
  {
    part: room('mcp/skills'),
    ours: [...rooms('base'), ...mcp('requests', 'results')],
    types: mcp('protocol'),
    packages: ['yaml', ...library],
  },
  {
    part: room('mcp/inputs'),
    ours: [...rooms('base', 'llm', 'network'), ...mcp('results', 'http')],
    types: [inbox, journal, ...rooms('secrets', 'validation'), ...mcp('protocol', 'reports', 'requests', 'wire')],
  },
  {
    part: room('mcp/sign-in'),
    ours: [...rooms('base', 'network', 'secrets'), ...mcp('http')],
    types: [inbox, journal, platform],
    packages: ['zod', 'tldts', ...library],
  },
  { part: room('mcp/playground'), ours: [], packages: ['zod', '@modelcontextprotocol/server'] },
  {
    part: room('mcp/reach'),
    ours: [
      ...rooms('network', 'secrets'),
      ...mcp('computer', 'wire', 'http', 'protocol', 'process', 'sign-in', 'playground'),
    ],
    types: [journal, platform, ...rooms('base'), ...mcp('reports')],
  },
  {
    part: room('mcp/server'),
    ours: [
      ...rooms('base', 'network', 'secrets'),
      ...mcp(
        'catalogue',
        'computer',
        'inputs',
        'process',
        'protocol',
        'skills',
        'reach',
        'reports',
        'requests',
        'results',
        'sign-in',
        'wire',
      ),
    ],
    types: [inbox, journal, platform, ...rooms('llm', 'validation'), ...mcp('http')],
  },
]

/** Parts that run conversations, and the host's external commands. */
const above: Part[] = [
  {
    part: room('bundles'),
    ours: [...rooms('archive', 'base'), ...mcp('process')],
    types: [journal],
    packages: ['semver', 'zod'],
  },
  { part: room('export'), ours: [] },
  { part: room('export/reading'), ours: rooms('archive', 'base', 'export', 'llm/request') },
  { part: room('passport'), ours: rooms('journal/chain'), types: rooms('journal/queries') },
  {
    part: room('registry'),
    ours: [...rooms('base', 'network', 'settings'), ...mcp('http', 'process')],
    packages: ['semver'],
  },
  {
    part: room('releases'),
    ours: [...rooms('base', 'network', 'settings'), ...mcp('http')],
    types: [platform],
    packages: ['semver'],
  },
  {
    part: room('checkup'),
    ours: [...rooms('base', 'journal', 'journal/queries', 'network', 'settings'), ...mcp('computer', 'process')],
    types: [platform, ...rooms('journal/chain')],
  },
  {
    part: room('apps'),
    ours: [...rooms('base'), ...mcp('process', 'protocol', 'reports', 'requests', 'results')],
    types: [inbox, journal, platform, ...rooms('mcp/server', 'secrets')],
  },
  { part: room('agent/changes'), ours: [...rooms('base'), ...mcp('inputs')], types: [journal, ...rooms('secrets')] },
  {
    part: room('agent/flows'),
    ours: rooms('base', 'disguises', 'journal/database', 'journal/search', 'journal/views'),
    types: [journal],
    packages: sqlite,
  },
  {
    part: room('agent/resources'),
    ours: [...rooms('base', 'llm/request'), ...mcp('process', 'results')],
    types: [journal, ...rooms('journal/queries', 'llm', 'mcp/server')],
  },
  {
    part: room('agent/tools'),
    ours: [...rooms('base', 'agent/resources', 'llm', 'llm/request'), ...mcp('requests')],
    types: [journal, ...rooms('mcp/server')],
    packages: ['minisearch'],
  },
  { part: room('agent/titles'), ours: rooms('base'), types: [journal, ...rooms('llm')] },
  { part: room('agent/compaction'), ours: rooms('base', 'llm', 'llm/request'), types: [journal] },
  {
    part: room('agent/history'),
    ours: rooms('agent/compaction', 'agent/resources', 'llm', 'llm/request'),
    types: [journal],
  },
  {
    part: room('agent'),
    ours: [
      ...rooms('base', 'agent/changes', 'agent/compaction', 'agent/history', 'agent/resources', 'agent/titles'),
      ...rooms('agent/tools', 'llm', 'llm/request'),
      ...mcp('process', 'requests', 'results', 'skills'),
    ],
    types: [inbox, journal, ...rooms('mcp/server', 'validation')],
  },
  {
    part: room('commands'),
    ours: [
      ...rooms(
        'agent/resources',
        'apps',
        'base',
        'checkup',
        'export',
        'export/reading',
        'import',
        'journal/queries',
        'llm',
        'llm/endpoints',
        'llm/request',
        'network',
        'passport',
      ),
      ...mcp('http', 'inputs', 'process', 'requests', 'results', 'sign-in', 'skills'),
    ],
    types: [
      inbox,
      journal,
      platform,
      ...rooms(
        'agent',
        'bundles',
        'files',
        'journal/signing',
        'mcp/server',
        'registry',
        'releases',
        'secrets',
        'settings',
      ),
    ],
  },
  { part: platform, ours: [] },
  { part: hostWords, ours: [] },
  { part: inbox, ours: [hostWords, ...rooms('base')], types: [journal] },
  { part: 'main/host/feed.ts', ours: [], types: [journal] },
  { part: 'main/host/host.ts', ours: ['main/host/**'] },
]

export const mainRows: Row[] = [...entries, ...shells, ...host, ...servers, ...above].map(main)
