import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { Atrium, official } from '../../support/atrium.ts'

let atrium: Atrium
let folder: string

beforeAll(async () => void (atrium = await Atrium.start()))
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-peer-')))
  await atrium.fresh()
})
afterEach(async () => {
  for (const id of Object.keys(atrium.person.state.servers)) await atrium.remove(id)
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => atrium.close())

const toolsOf = (server: string): string[] => Object.keys(atrium.person.state.servers[server]?.tools ?? {})

/** Runs a tool as the user and returns its result. */
async function run(server: string, tool: string, args: JsonObject): Promise<JsonObject> {
  const definition = atrium.person.state.servers[server]?.tools[tool]?.hash ?? ''
  const { call } = await atrium.person.link.call('callTool', { server, tool, definition, arguments: args })
  const { outcome } = await atrium.person.event('call.finished', (event) => event.call === call)
  if (!('result' in outcome) || !outcome.result || !('json' in outcome.result)) throw new Error(JSON.stringify(outcome))
  if (!isObject(outcome.result.json)) throw new Error('The result is no object.')
  return outcome.result.json
}

describe('[PEER-1] a server as users install it', () => {
  test('keeps its input (memory)', async () => {
    const file = path.join(folder, 'memory.json')
    await atrium.add('memory', { ...official('memory'), env: { MEMORY_FILE_PATH: file } })
    const roses = { name: 'Roses', entityType: 'plant', observations: ['need water'] }
    await run('memory', 'create_entities', { entities: [roses] })
    const { structuredContent } = await run('memory', 'read_graph', {})
    expect(structuredContent).toMatchObject({ entities: [roses] })
  })

  test('reads and writes with each of its tools, only in its folder (filesystem)', async () => {
    const at = (...names: string[]): string => path.join(folder, ...names)
    const [beds, garden, plan] = [at('beds'), at('garden.txt'), at('beds', 'plan.txt')]
    const picture = Buffer.from('a picture')
    writeFileSync(at('rose.png'), picture)
    const walk: [tool: string, args: JsonObject, says: string][] = [
      ['list_allowed_directories', {}, folder],
      ['create_directory', { path: beds }, 'beds'],
      ['write_file', { path: garden, content: 'The roses need water.\n' }, 'garden.txt'],
      ['read_file', { path: garden }, 'The roses need water.'],
      ['read_text_file', { path: garden, head: 1 }, 'The roses need water.'],
      ['read_media_file', { path: at('rose.png') }, picture.toString('base64')],
      ['edit_file', { path: garden, edits: [{ oldText: 'water', newText: 'sun' }] }, '+The roses need sun.'],
      ['get_file_info', { path: garden }, 'size: 20'],
      ['move_file', { source: garden, destination: plan }, 'plan.txt'],
      ['read_multiple_files', { paths: [plan] }, 'The roses need sun.'],
      ['list_directory', { path: folder }, '[DIR] beds'],
      ['list_directory_with_sizes', { path: beds, sortBy: 'size' }, 'plan.txt'],
      ['directory_tree', { path: folder }, 'plan.txt'],
      ['search_files', { path: folder, pattern: '**/plan*' }, plan],
    ]
    await atrium.add('filesystem', official('filesystem', folder))
    expect(walk.map(([tool]) => tool).toSorted()).toEqual(toolsOf('filesystem').toSorted())
    for (const [tool, args, says] of walk) expect(JSON.stringify(await run('filesystem', tool, args))).toContain(says)
    expect(readFileSync(plan, 'utf8')).toBe('The roses need sun.\n')
    const outside = await run('filesystem', 'read_text_file', { path: path.join(tmpdir(), 'elsewhere') })
    expect(outside).toMatchObject({ isError: true })
  })

  test('writes for a model only after the user allows it (filesystem)', async () => {
    await atrium.add('filesystem', official('filesystem', folder))
    const { person } = atrium
    const say = (name: string) =>
      `!tool filesystem__write_file ${JSON.stringify({ path: path.join(folder, name), content: 'Water them' })}`
    const { conversation } = await person.link.call('sendMessage', { text: say('denied.txt') })
    await person.deny('not there')
    await person.event('turn.finished')
    await person.link.call('sendMessage', { conversation, text: say('allowed.txt') })
    await person.event(
      'ask.opened',
      ({ ask }) => ask.kind === 'approval' && JSON.stringify(ask).includes('allowed.txt'),
    )
    expect(existsSync(path.join(folder, 'allowed.txt'))).toBe(false)
    await person.allow()
    await person.event('call.finished', ({ outcome }) => outcome.status === 'succeeded')
    expect(readFileSync(path.join(folder, 'allowed.txt'), 'utf8')).toBe('Water them')
    expect(existsSync(path.join(folder, 'denied.txt'))).toBe(false)
  })

  test('reads a repository’s log (git)', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.test', '-C', folder, ...args])
    git('init', '--quiet')
    writeFileSync(path.join(folder, 'garden.txt'), 'The roses need water.')
    git('add', '.')
    git('commit', '--quiet', '--message', 'Water the roses')
    await atrium.add('git', official('git'))
    const result = await run('git', 'git_log', { path: folder })
    expect(JSON.stringify(result)).toContain('Water the roses')
  })

  test('lists its tools in the modern era (context7)', async () => {
    await atrium.add('context7', official('context7'))
    expect(atrium.person.state.servers['context7']?.status).toMatchObject({ state: 'ready', era: 'modern' })
    expect(toolsOf('context7')).toEqual(expect.arrayContaining(['resolve-library-id', 'query-docs']))
  })
})
