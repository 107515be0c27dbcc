import { describe, expect, test } from 'vitest'
import { reduce } from '../../../shared/state/reduce.ts'
import type { ServerStatus } from '../../../shared/events/events.ts'
import type { Finding } from '../../../shared/events/finding.ts'
import { emptyState } from '../../../shared/state/state.ts'
import { failureOf } from '../../../shared/state/server-state.ts'

const at = 0
const server = 'it'
const finding: Finding = { reason: 'command-elsewhere', degree: 'certain', word: '/opt/bin', remedies: [] }
const found = { type: 'server.examined', server, finding, reason: 'Found.' } as const
const configured = reduce(
  emptyState,
  {
    type: 'configured',
    file: 'servers',
    before: {},
    after: { it: { type: 'stdio', command: 'x', args: [], env: {}, enabled: true } },
    actor: 'test',
  },
  at,
)
const failed = reduce(
  configured,
  { type: 'server.changed', server, to: { state: 'failed', reason: 'Ended.', stderr: ['line'] } },
  at,
)

describe('the cause found after a failure', () => {
  test('[DOC-3] replaces the sentence and keeps the lines', () => {
    const status = failureOf(reduce(failed, found, at).servers[server] ?? { status: { state: 'off' } })
    expect(status).toMatchObject({ reason: 'Found.', finding, stderr: ['line'] })
  })

  test('[DOC-3] is kept while the server starts again, and dropped once it is off', () => {
    const to = { state: 'starting', command: ['x'], cwd: '/', environment: [] } satisfies ServerStatus
    const starting = reduce(reduce(failed, { type: 'server.changed', server, to }, at), found, at)
    expect(failureOf(starting.servers[server] ?? { status: { state: 'off' } })?.reason).toBe('Found.')
    const off = reduce(reduce(starting, { type: 'server.changed', server, to: { state: 'off' } }, at), found, at)
    expect(off.servers[server] && failureOf(off.servers[server])).toBeUndefined()
  })
})
