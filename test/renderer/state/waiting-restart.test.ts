import { expect, test } from 'vitest'
import { reduce } from '../../../shared/state/reduce.ts'
import { restartInWords } from '../../../renderer/state/servers/next-try.ts'
import { summarize } from '../../../renderer/state/servers/summary.ts'
import type { HostEvent, ServerStatus } from '../../../shared/events/events.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import type { StartStep } from '../../../shared/events/server-events.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'

const seen = (status: ServerStatus, failed?: Extract<ServerStatus, { state: 'failed' }>) => {
  const configured = { ...emptyState.configured, servers: { it: serverConfig.parse({ command: 'it' }) } }
  const servers = { it: { status, tools: {}, malformed: [], ...(failed && { failed }) } }
  const summary = summarize({ ...emptyState, configured, servers }, 'it')
  return [summary?.group, summary?.words]
}

test('[SUP-5] asks for the user only when a server gives up, not while it waits to restart', () => {
  const failed = { state: 'failed' as const, reason: 'The server ended with exit code 1.', stderr: [] }
  expect(seen({ ...failed, retryAt: 5000 })).toEqual(['retrying', 'Waiting to restart'])
  expect(seen(failed)).toEqual(['failed', 'Failed'])
})

test('[SUP-5] keeps a server among those that retry while it starts again', () => {
  const starting = { state: 'starting' as const, command: [], cwd: '/', environment: [] }
  const failed = { state: 'failed' as const, reason: 'The server ended.', stderr: [] }
  expect(seen(starting, { ...failed, retryAt: 5000 })).toEqual(['retrying', 'Starting'])
  expect(seen(starting, failed)).toEqual(['running', 'Starting'])
})

test('[SUP-5] counts down the wait in whole seconds', () => {
  expect(restartInWords(5000, 1000)).toBe('Restarts in 4 s')
  expect(restartInWords(5000, 4900)).toBe('Restarts in 1 s')
  expect(restartInWords(5000, 5000)).toBe('Restarting')
})

test('[STA-2] shows a queued or fetching start without asking for the user', () => {
  const configured = { ...emptyState.configured, servers: { it: serverConfig.parse({ command: 'npx' }) } }
  const started = (step: StartStep | null, to?: ServerStatus) => {
    const events: HostEvent[] = [{ type: 'server.starting', server: 'it', step }]
    if (to) events.unshift({ type: 'server.changed', server: 'it', to })
    const first: HostState = { ...emptyState, configured }
    const state = events.reduce((before, event) => reduce(before, event, 5), first)
    const summary = summarize(state, 'it')
    return [summary?.group, summary?.words, state.servers['it']?.start]
  }
  const running: ServerStatus = { state: 'starting', command: [], cwd: '/', environment: [] }
  const fetching = { doing: 'fetching', runner: 'npx' } as const
  expect(started({ doing: 'queued' })).toEqual(['running', 'Queued', { doing: 'queued', since: 5 }])
  expect(started(fetching, running)).toEqual(['running', 'Fetching', { ...fetching, since: 5 }])
  expect(started({ doing: 'listing' }, running)).toEqual(['running', 'Starting', { doing: 'listing', since: 5 }])
  expect(started(null)).toEqual(['off', 'Not started', undefined])
})
