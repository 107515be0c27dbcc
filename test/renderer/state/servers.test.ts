import { describe, expect, test } from 'vitest'
import { serverConfig, type ServerConfigs } from '../../../shared/config/server-config.ts'
import type { ServerStatus } from '../../../shared/events/events.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import { countInWords, summarize, summarizeAll } from '../../../renderer/state/servers/summary.ts'
import { sealCells, sealIdentity } from '../../../renderer/ui/seal.tsx'

const config = (command: string, more = {}) => serverConfig.parse({ command, ...more })
const stateWith = (servers: ServerConfigs, statuses: Record<string, ServerStatus>): HostState => ({
  ...emptyState,
  configured: { ...emptyState.configured, servers },
  servers: Object.fromEntries(
    Object.entries(statuses).map(([id, status]) => [id, { status, tools: {}, malformed: [] }]),
  ),
})

describe('server summaries', () => {
  const ready: ServerStatus = {
    state: 'ready',
    era: 'modern',
    revision: '2026-07-28',
    pid: 1,
    calls: { name: 'n', version: '1' },
  }
  const state = stateWith(
    {
      b: config('b'),
      a: config('a', { name: 'Zebra' }),
      c: config('c'),
      d: config('d', { enabled: false }),
      e: config('e'),
    },
    {
      a: ready,
      b: { state: 'failed', reason: 'No.', stderr: [] },
      c: { state: 'starting', command: [], cwd: '/', environment: [] },
      gone: { state: 'stopping' },
      removed: { state: 'off' },
    },
  )

  test('[UI-16] include every configured or stopping server, by the user’s name for it', () => {
    expect(summarizeAll(state).map(({ name, group, words }) => [name, group, words])).toEqual([
      ['b', 'failed', 'Failed'],
      ['c', 'running', 'Starting'],
      ['d', 'off', 'Off'],
      ['e', 'off', 'Not started'],
      ['gone', 'running', 'Stopping'],
      ['Zebra', 'running', 'Ready'],
    ])
  })

  test('[UI-16] leave out a removed server that has stopped', () => {
    expect(summarize(state, 'removed')).toBeUndefined()
    expect(summarize(state, 'never')).toBeUndefined()
  })

  test('[UI-16] count in words what the pips show', () => {
    expect(countInWords(summarizeAll(state))).toBe(
      '6 servers: 1 failed, 1 starting, 1 off, 1 not started, 1 stopping, 1 ready',
    )
    expect(countInWords([])).toBe('No servers')
  })
})

describe('seals', () => {
  const identities = Array.from({ length: 500 }, (_, index) => sealIdentity(`server-${index}`, config('npx')))

  test('[UI-15] are symmetric, neither empty nor full, and always the same', () => {
    for (const identity of identities) {
      const cells = new Set(sealCells(identity).map(([column, row]) => `${column},${row}`))
      expect(cells.size).toBeGreaterThanOrEqual(4)
      expect(cells.size).toBeLessThan(25)
      for (const cell of cells) {
        const [column = 0, row = 0] = cell.split(',').map(Number)
        expect(cells).toContain(`${4 - column},${row}`)
      }
    }
    expect(sealCells('x')).toEqual(sealCells('x'))
  })

  test('[UI-15] differ for another command or argument', () => {
    const of = (command: string, args: string[] = []): string =>
      JSON.stringify(sealCells(sealIdentity('s', config(command, { args }))))
    expect(new Set([of('npx'), of('npx', ['-y']), of('uvx'), of('npx', ['', '-y'])]).size).toBe(4)
    expect(new Set(identities.map((identity) => JSON.stringify(sealCells(identity)))).size).toBeGreaterThan(450)
  })
})
