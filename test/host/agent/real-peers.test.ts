import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../../shared/json.ts'
import { Atrium, official } from '../../support/atrium.ts'

let atrium: Atrium
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'atrium-peer-'))
  atrium = await Atrium.start()
})
afterEach(async () => {
  await atrium.close()
  rmSync(folder, { recursive: true, force: true })
})

const toolsOf = (server: string): string[] => Object.keys(atrium.person.state.servers[server]?.tools ?? {})

/** Runs a tool as the person herself and returns its result. */
async function run(server: string, tool: string, args: JsonObject): Promise<JsonObject> {
  const definition = atrium.person.state.servers[server]?.tools[tool]?.hash ?? ''
  const { call } = await atrium.person.link.call('callTool', { server, tool, definition, arguments: args })
  const { outcome } = await atrium.person.event('call.finished', (event) => event.call === call)
  if (!('result' in outcome) || !outcome.result || !('json' in outcome.result)) throw new Error(JSON.stringify(outcome))
  if (!isObject(outcome.result.json)) throw new Error('The result is no object.')
  return outcome.result.json
}

describe('[PEER-1] servers as people install them are listed and called', () => {
  test('memory keeps what it is told', async () => {
    const file = path.join(folder, 'memory.json')
    await atrium.add('memory', { ...official('memory'), env: { MEMORY_FILE_PATH: file } })
    const roses = { name: 'Roses', entityType: 'plant', observations: ['need water'] }
    await run('memory', 'create_entities', { entities: [roses] })
    const { structuredContent } = await run('memory', 'read_graph', {})
    expect(structuredContent).toMatchObject({ entities: [roses] })
  })

  test('git reads the log of a repository', async () => {
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

  test('context7 lists its tools in the modern era', async () => {
    await atrium.add('context7', official('context7'))
    expect(atrium.person.state.servers['context7']?.status).toMatchObject({ state: 'ready', era: 'modern' })
    expect(toolsOf('context7')).toEqual(expect.arrayContaining(['resolve-library-id', 'query-docs']))
  })
})
