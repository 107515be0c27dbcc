import { describe, expect, test } from 'vitest'
import { readFound, twinOf } from '../../../renderer/servers/draft/found-configs.ts'
import { readDraft } from '../../../renderer/servers/draft/read-draft.ts'
import { draftOfStarter, findStarters, missingIn } from '../../../renderer/servers/draft/starter-draft.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import { starters } from '../../../shared/config/starters.ts'
import type { FoundConfig } from '../../../shared/contract/config-commands.ts'

const notes = { command: 'npx', args: ['-y', 'server-notes', '/notes'] }
const found = (app: string, servers: Record<string, object | number>): FoundConfig => ({
  app,
  file: `~/${app}.json`,
  servers: JSON.parse(JSON.stringify(servers)),
  notes: [],
})

describe('[FORM-13] servers of other applications', () => {
  test('are listed once, under the first application, with the other places named', () => {
    const [claude, cursor] = readFound([found('Claude', { notes }), found('Cursor', { files: notes })], [])
    expect(claude?.servers.map(({ draft, notes: said }) => [draft.id, said])).toEqual([
      ['notes', ['Also in Cursor, as files.']],
    ])
    expect(cursor?.servers).toEqual([])
  })

  test('are two if only their keys differ', () => {
    const two = { one: { ...notes, env: { KEY: 'a' } }, other: { ...notes, env: { KEY: 'b' } } }
    expect(readFound([found('Claude', two)], [])[0]?.servers).toHaveLength(2)
  })

  test('get a free name if theirs is taken by another server', () => {
    const [, cursor] = readFound([found('Claude', { notes }), found('Cursor', { notes: { command: 'other' } })], ['x'])
    expect(cursor?.servers[0]?.draft.id).toBe('notes 2')
    expect(readFound([found('Claude', { notes })], ['notes'])[0]?.servers[0]?.draft.id).toBe('notes 2')
  })

  test('are recognised as configured by what they start or reach, whatever their name and values', () => {
    const [app] = readFound(
      [found('Claude', { a: { ...notes, env: { KEY: '1' } }, b: { url: 'https://A.example' } })],
      [],
    )
    const servers = {
      mine: serverConfig.parse({ ...notes, env: { KEY: { secret: 'server/mine/env/KEY' } } }),
      far: serverConfig.parse({ url: 'https://a.example/' }),
    }
    expect(app?.servers.map(({ draft }) => twinOf(draft, servers))).toEqual(['mine', 'far'])
    expect(app?.servers.map(({ draft }) => twinOf(draft, { mine: serverConfig.parse(notes) }))).toEqual([
      undefined,
      undefined,
    ])
  })

  test('keep their secrets apart, name members without use, and say why one can’t be used', () => {
    const entry = { ...notes, env: { API_KEY: 'sk-abcd1234' }, autoApprove: ['read'], disabled: true }
    const [app] = readFound([found('Claude', { notes: entry, odd: { type: 'ws', url: 'wss://a' }, none: 1 })], [])
    expect(app?.servers[0]).toMatchObject({ isOn: false, notes: ['Ignored: autoApprove.'] })
    expect(app?.servers[0]?.draft.env).toMatchObject([{ name: 'API_KEY', secret: true }])
    expect(app?.remarks).toEqual([expect.stringContaining('odd'), expect.stringContaining('none')])
  })

  test('are none if the file couldn’t be read, and the sentence stays', () => {
    expect(readFound([{ app: 'Cursor', file: '~/c', problem: 'No.' }], [])).toEqual([
      { app: 'Cursor', file: '~/c', servers: [], remarks: [], problem: 'No.' },
    ])
  })
})

describe('[FORM-14] a starter', () => {
  const filled = (id: string, taken: string[] = []) => {
    const starter = starters.find((it) => it.id === id)
    if (!starter) throw new Error(`No starter ${id}.`)
    const values = Object.fromEntries(starter.fields.map(({ key }) => [key, ` /some/${key} `]))
    return { starter, values, read: readDraft(draftOfStarter(starter, values, taken), undefined, taken) }
  }

  test.each(starters.map(({ id }) => id))('makes a server that can be added as is, with up to 2 values: %s', (id) => {
    const { starter, values, read } = filled(id)
    expect(read).toMatchObject({ input: { id } })
    expect(starter.fields.length).toBeLessThanOrEqual(2)
    expect(missingIn(starter, values)).toEqual([])
    expect(missingIn(starter, {})).toEqual(starter.fields.map(({ key }) => key))
    expect(JSON.stringify(read)).not.toMatch(/[{]\w+[}]/)
  })

  test.each(starters.filter((it) => 'command' in it && it.command === 'npx').map((it) => [it.id, it] as const))(
    'fixes the version of its package: %s',
    (_id, starter) => {
      expect('args' in starter && starter.args[1]).toMatch(/^@[\w-]+\/[\w-]+@\d+(\.\d+){2}$/)
    },
  )

  test('puts its values where the server expects them, and secrets into the store', () => {
    expect(filled('filesystem').read).toMatchObject({
      input: { config: { args: ['-y', expect.any(String), '/some/folder'] } },
    })
    expect(filled('github').read).toMatchObject({
      input: {
        config: { headers: { Authorization: { secret: 'server/github/header/Authorization' } } },
        secrets: { 'server/github/header/Authorization': 'Bearer /some/token' },
      },
    })
    expect(filled('memory', ['memory']).read).toMatchObject({ input: { id: 'memory 2' } })
  })

  test('is found by every word of what it says, and a command is no search', () => {
    expect(findStarters('')).toHaveLength(starters.length)
    expect(findStarters('issues').map(({ id }) => id)).toEqual(['github', 'linear'])
    expect(findStarters('read PAGES').map(({ id }) => id)).toContain('notion')
    for (const text of ['npx -y server-fetch', 'https://mcp.linear.app/mcp', '{"git": {}}', 'x'])
      expect(findStarters(text)).toEqual([])
  })
})
