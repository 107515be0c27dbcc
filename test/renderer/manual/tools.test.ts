import { describe, expect, test } from 'vitest'
import {
  searchCallableTools,
  listedTools,
  mostListed,
  offeredTools,
  sameTools,
  type CallableTool,
} from '../../../renderer/state/callable-tools.ts'
import { offers } from '../../../renderer/manual/chooser.tsx'
import type { ToolEntry } from '../../../shared/events/events.ts'
import type { HostState } from '../../../shared/state/state.ts'
import type { ServerState } from '../../../shared/state/server-state.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import { counted } from '../counted.ts'

const claims = { readOnly: true, destructive: false, idempotent: false, openWorld: false }
const entry = (name: string, more: Partial<ToolEntry> = {}): ToolEntry => ({
  name,
  description: '',
  hash: name,
  claims,
  ...more,
})
const offered = (server: string, tool: ToolEntry): CallableTool => ({ server, serverName: server, tool })

const ready = (...tools: ToolEntry[]): ServerState => ({
  status: { state: 'ready', era: 'modern', revision: '2026-07-28', calls: { name: 'x', version: '1' } },
  tools: Object.fromEntries(tools.map((tool) => [tool.name, tool])),
  malformed: [],
})

describe('[MUI-2] the available tools', () => {
  const state: Pick<HostState, 'configured' | 'servers' | 'consents'> = {
    consents: { c: { pins: { 'tool/one': 'one' } }, b: { pins: { 'tool/two': 'two', 'tool/three': 'three' } } },
    configured: {
      servers: { b: serverConfig.parse({ type: 'playground', name: 'Aardvark' }) },
      settings: {} as HostState['configured']['settings'],
      problems: { servers: [], settings: [] },
    },
    servers: {
      c: ready(entry('one')),
      b: ready(entry('two'), entry('three')),
      off: { ...ready(entry('four')), status: { state: 'off' } },
    },
  }

  test('come from ready servers, under the user’s names for the servers', () => {
    expect(offeredTools(state).map(({ serverName, tool }) => `${serverName} ${tool.name}`)).toEqual([
      'Aardvark two',
      'Aardvark three',
      'c one',
    ])
  })

  test('[DUI-5] leave out tools under review, which the search lists as unavailable', () => {
    const { consents } = state
    const known = { ...state, consents: { ...consents, b: { pins: { 'tool/two': 'another', 'tool/three': 'three' } } } }
    expect(offeredTools(known).map(({ tool }) => tool.name)).toEqual(['three', 'one'])
    expect(listedTools(known).map(({ tool, waits }) => [tool.name, waits])).toEqual([
      ['two', true],
      ['three', undefined],
      ['one', undefined],
    ])
    expect(sameTools(listedTools(known), listedTools(state))).toBe(false)
  })

  test('count as the same until a definition, name or server changes', () => {
    const before = offeredTools(state)
    expect(sameTools(before, offeredTools(state))).toBe(true)
    const changed = { ...state, servers: { ...state.servers, c: ready(entry('one')) } }
    expect(sameTools(before, offeredTools(changed))).toBe(false)
  })
})

describe('[MUI-2] the suggestions before a search', () => {
  test('start with recently used tools and add no deprecated ones', () => {
    const tools = [
      offered('files', entry('read_file', { title: 'Read File (Deprecated)' })),
      offered('files', entry('read_file_deprecated')),
      offered('files', entry('old_list', { description: 'DEPRECATED: use list.' })),
      offered('files', entry('write', { claims: { ...claims, readOnly: false } })),
      offered('files', entry('read_text_file', { title: 'Read Text File' })),
      offered('files', entry('list')),
    ]
    const names = (recent: string[]): string[] =>
      offers(
        tools,
        recent.map((tool) => ({ server: 'files', tool, definition: tool, view: 'Form', draft: undefined })),
      ).map(({ tool }) => tool.name)
    expect(names([])).toEqual(['read_text_file', 'list'])
    expect(names(['read_file', 'write'])).toEqual(['read_file', 'write', 'read_text_file', 'list'])
  })
})

describe('[MUI-2] the tool search', () => {
  const tools = [
    offered('mail', entry('send_mail', { title: 'Send a mail', description: 'To one person.' })),
    offered('mail', entry('list', { description: 'Lists what was sent.' })),
    offered('files', entry('send', { title: 'Copy' })),
    offered('files', entry('resend_all')),
  ]
  const names = (query: string): string[] =>
    searchCallableTools(tools, query).groups.flatMap(({ items }) => items.map(({ tool }) => tool.name))

  test('matches names, titles, servers and descriptions, closest match first', () => {
    expect(names('send')).toEqual(['send_mail', 'send', 'resend_all'])
    expect(names('SENT')).toEqual(['list'])
    expect(names('mail')).toEqual(['send_mail', 'list'])
    expect(names('files copy')).toEqual(['send'])
    expect(names('mail nothing')).toEqual([])
    expect(names('  ')).toHaveLength(4)
  })

  test('lists some of many matches quickly and says how many more there are', () => {
    const many = Array.from({ length: 400 }, (_, index) =>
      offered(`server ${index % 25}`, entry(`tool_${index}`, { description: 'x'.repeat(200) })),
    )
    const found = searchCallableTools(counted(many, 40 * many.length).value, 'tool')
    expect(found).toMatchObject({ found: 400, more: 400 - mostListed })
    expect(found.groups.flatMap(({ items }) => items)).toHaveLength(mostListed)
    expect(searchCallableTools(many, 'tool_399')).toMatchObject({ found: 1, more: 0 })
  })
})
