import { expect, test } from 'vitest'
import { restartInWords } from '../../../renderer/servers/restarts-in.tsx'
import { summarize } from '../../../renderer/servers/summary.ts'
import type { ServerStatus } from '../../../shared/events.ts'
import { serverConfig } from '../../../shared/server-config.ts'
import { emptyState } from '../../../shared/state.ts'

const seen = (status: ServerStatus) => {
  const configured = { ...emptyState.configured, servers: { it: serverConfig.parse({ command: 'it' }) } }
  const servers = { it: { status, tools: {}, malformed: [] } }
  const summary = summarize({ ...emptyState, configured, servers }, 'it')
  return [summary?.group, summary?.words]
}

test('[SUP-5] a server that waits for its restart needs nobody, one that gave up does', () => {
  const failed = { state: 'failed' as const, reason: 'It ended with exit code 1.', stderr: [] }
  expect(seen({ ...failed, retryAt: 5000 })).toEqual(['running', 'Waiting to restart'])
  expect(seen(failed)).toEqual(['needs-you', 'Failed'])
})

test('[SUP-5] the wait is counted down in whole seconds', () => {
  expect(restartInWords(5000, 1000)).toBe('Restarts in 4 s')
  expect(restartInWords(5000, 4900)).toBe('Restarts in 1 s')
  expect(restartInWords(5000, 5000)).toBe('Restarting')
})
