import { describe, expect, test } from 'vitest'
import { examplesOf, firstTry, type Example, type ExampleFacts } from '../../../renderer/state/servers/examples.ts'
import { offeredTools } from '../../../renderer/state/callable-tools.ts'
import { chat } from '../../../renderer/strings/chat.ts'
import { starterWords } from '../../../renderer/strings/servers/starters.ts'
import { starterOf, starters } from '../../../shared/config/starters.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import { emptyState } from '../../../shared/state/state.ts'

const words = chat.empty

const claims = { readOnly: true, destructive: false, idempotent: false, openWorld: false }
const tool = (name: string, readOnly = true) => ({ name, description: '', hash: name, claims: { ...claims, readOnly } })

type Server = { config: object; tools: ReturnType<typeof tool>[]; prompts?: object[] }

/** Servers that are ready, with everything accepted. */
function ready(servers: Record<string, Server>): ExampleFacts {
  const each = Object.entries(servers)
  const status = { state: 'ready' } as const
  return {
    ...emptyState,
    configured: {
      ...emptyState.configured,
      servers: Object.fromEntries(each.map(([id, { config }]) => [id, serverConfig.parse(config)])),
    },
    servers: Object.fromEntries(
      each.map(([id, { tools, prompts = [] }]) => {
        const listed = Object.fromEntries(prompts.map((it) => [(it as { name: string }).name, it]))
        const its = Object.fromEntries(tools.map((it) => [it.name, it]))
        return [id, { status, tools: its, malformed: [], prompts: { items: listed, malformed: [] } }]
      }),
    ),
    consents: Object.fromEntries(
      each.map(([id, { tools, prompts = [] }]) => [
        id,
        {
          pins: Object.fromEntries([
            ...tools.map(({ name }) => [`tool/${name}`, name]),
            ...prompts.map((it) => [`prompt/${(it as { name: string }).name}`, 'h']),
          ]),
        },
      ]),
    ),
  } as unknown as ExampleFacts
}

const shown = (example: Example | undefined) =>
  example && ('fills' in example ? [example.label, example.fills] : [example.title])

const all = (known: ExampleFacts) => examplesOf(known, offeredTools(known)).map(shown)

const files = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/home/me/notes'] }
const listing = [tool('write_file', false), tool('list_directory'), tool('read_file')]
const memory = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] }
const prompt = (name: string, title: string | undefined, required: boolean) => ({
  name,
  title,
  description: '',
  hash: 'h',
  arguments: [{ name: 'a', description: '', required }],
})

describe('[FRA-17] examples', () => {
  test('come from folders, a known server’s purpose and accepted prompts, and never name a tool', () => {
    const prompts = [
      prompt('w', 'Weekly report', true),
      prompt('d', 'Daily report', false),
      prompt('x', undefined, false),
    ]
    const known = ready({
      clock: { config: { command: 'clock' }, tools: [tool('time')], prompts },
      files: { config: files, tools: listing },
      memory: { config: memory, tools: [tool('read_graph')] },
    })
    expect(all(known)).toEqual([
      ['Daily report'],
      [words.newestIn('notes'), words.newestIn('/home/me/notes')],
      [starterWords.memory.ask, starterWords.memory.ask],
    ])
  })

  test('name the folder that the user shared before one in the command', () => {
    const known = ready({ files: { config: { ...files, roots: ['/srv/reports'] }, tools: listing } })
    expect(all(known)).toEqual([[words.newestIn('reports'), words.newestIn('/srv/reports')]])
  })

  test('are three for the sample tools alone', () => {
    const tools = ['roll_dice', 'tell_time', 'list_notes', 'count_down'].map((name) => tool(name))
    expect(all(ready({ playground: { config: { type: 'playground' }, tools } }))).toEqual(
      Object.values(words.samples).map((says) => [says, says]),
    )
  })

  test('ask what a server can do if nothing else is known of any', () => {
    const says = words.anything('odd')
    const known = ready({ odd: { config: { command: 'odd' }, tools: [tool('t', false)] } })
    expect(all(known)).toEqual([[says, says]])
    expect(shown(firstTry(known, 'odd'))).toEqual([says, says])
  })

  test('begin with a request that one call answers', () => {
    const known = ready({ files: { config: files, tools: listing }, memory: { config: memory, tools: [] } })
    expect(shown(firstTry(known, 'files'))).toEqual([words.inFolder('notes'), words.inFolder('/home/me/notes')])
    expect(firstTry(known, 'memory')).toBeUndefined()
    const blind = ready({ files: { config: files, tools: [tool('write_file', false)] } })
    expect(shown(firstTry(blind, 'files'))).toEqual([words.anything('files'), words.anything('files')])
  })
})

describe('[FRA-17] a known server', () => {
  const of = (config: object): string | undefined => starterOf(serverConfig.parse(config))?.id

  test('is known by its package, in each way to start it, or by its URL', () => {
    expect(of(memory)).toBe('memory')
    expect(of({ command: 'node', args: ['/x/node_modules/@modelcontextprotocol/server-memory/dist/index.js'] })).toBe(
      'memory',
    )
    expect(of({ command: 'C:\\n\\@playwright\\mcp\\cli.js', args: [] })).toBe('browser')
    expect(of({ command: 'uvx', args: ['mcp-server-git==1.0'] })).toBe('git')
    expect(of({ command: 'python3', args: ['-m', 'mcp_server_time'] })).toBe('time')
    expect(of({ type: 'http', url: 'https://mcp.linear.app/mcp' })).toBe('linear')
  })

  test('isn’t another package whose name begins alike', () => {
    expect(of({ command: 'npx', args: ['@modelcontextprotocol/server-memory-plus'] })).toBeUndefined()
    expect(of({ command: 'npx', args: ['-y', 'x'] })).toBeUndefined()
    expect(of({ type: 'playground' })).toBeUndefined()
  })

  test('has something to ask, unless its folder is what to ask about', () => {
    expect(starters.filter(({ id }) => starterWords[id].ask === undefined).map(({ id }) => id)).toEqual(['filesystem'])
  })
})
