import { describe, expect, test } from 'vitest'
import { placeInWords } from '../../../renderer/servers/status/place.ts'
import { reviewSteps } from '../../../renderer/servers/review/review-steps.ts'
import { summarize } from '../../../renderer/state/servers/summary.ts'
import type { Ask, Launch } from '../../../shared/asks/asks.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import type { ServerStatus } from '../../../shared/events/events.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'

const launch: Launch = { command: 'npx', path: '/bin/npx', args: ['-y', 'it'], cwd: '/', environment: [], hash: 'h' }

const trust = (server: string, before?: Launch): Ask => ({
  id: `ask of ${server}`,
  kind: 'trust',
  contentHash: 'c',
  question: { server, launch, before },
})

type Known = { config?: object; status?: ServerStatus; isTrusted?: boolean; ask?: Ask }

const off: ServerStatus = { state: 'off' }

/** A host with these servers; by default, each is a program without an open question. */
const stateOf = (servers: Record<string, Known>): HostState => ({
  ...emptyState,
  configured: {
    ...emptyState.configured,
    servers: Object.fromEntries(
      Object.entries(servers).map(([id, { config }]) => [
        id,
        serverConfig.parse(config ?? { command: 'npx', args: ['-y', id] }),
      ]),
    ),
  },
  servers: Object.fromEntries(
    Object.entries(servers).map(([id, { status = off }]) => [id, { status, tools: {}, malformed: [] }]),
  ),
  asks: Object.values(servers).flatMap(({ ask }) => ask ?? []),
  consents: Object.fromEntries(
    Object.entries(servers).flatMap(([id, { isTrusted }]) => (isTrusted ? [[id, { trusted: launch }]] : [])),
  ),
})

const shown = (servers: Record<string, Known>, skipped: string[] = []) => {
  const { steps, at } = reviewSteps(stateOf(servers), Object.keys(servers), new Set(skipped))
  return { steps: steps.map(({ server, state }) => `${server.id} ${state}`), at }
}

const ready: ServerStatus = { state: 'ready', era: 'legacy', revision: 'r', calls: { name: 'n', version: '1' } }

describe('[TUI-12] the review of several servers', () => {
  test('has a step per program in the order given, and none for a URL that asks nothing', () => {
    const servers = {
      b: { ask: trust('b') },
      far: { config: { url: 'https://a.example/mcp' } },
      a: { ask: trust('a') },
    }
    expect(shown(servers)).toEqual({ steps: ['b asking', 'a asking'], at: 0 })
  })

  test('waits for a program that Atrium still looks for', () => {
    expect(shown({ a: {}, b: { ask: trust('b') } })).toEqual({ steps: ['a preparing', 'b asking'], at: 0 })
  })

  test('moves on after an answer, a failed start or a skip, and ends after the last', () => {
    const failed: ServerStatus = { state: 'failed', reason: 'No such program.', stderr: [] }
    const servers = {
      trusted: { isTrusted: true },
      off: { config: { command: 'npx', enabled: false } },
      failed: { status: failed },
      ready: { status: ready, isTrusted: true },
      last: { ask: trust('last') },
    }
    expect(shown(servers).at).toBe(4)
    expect(shown(servers, ['last']).at).toBeUndefined()
  })

  test('comes back to a server that asks again after its command changed', () => {
    expect(shown({ a: { isTrusted: true, ask: trust('a', launch) }, b: { ask: trust('b') } }).at).toBe(0)
  })

  test('leaves out servers that were removed', () => {
    const { servers, at } = reviewSteps(stateOf({}), ['gone'], new Set())
    expect([servers, at]).toEqual([[], undefined])
  })
})

test('[TUI-1] shows the command of a waiting server in its row, or that it changed', () => {
  const place = (ask: Ask) => {
    const server = summarize(stateOf({ it: { ask } }), 'it')
    return server && placeInWords(server)
  }
  expect(place(trust('it'))).toBe('npx -y it')
  expect(place(trust('it', launch))).toBe('Command changed since you trusted it')
})
