import { expect, test } from 'vitest'
import { failureOf, foldServer } from '../../../shared/state/server-state.ts'
import type { ServerStatus } from '../../../shared/events/events.ts'

const failed: ServerStatus = { state: 'failed', reason: 'It ended with code 1.', stderr: ['Error: no'], retryAt: 5 }
const starting: ServerStatus = { state: 'starting', command: ['node'], cwd: '/', environment: [] }

/** The failure after each status. */
function failuresAfter(statuses: ServerStatus[]) {
  let servers: Parameters<typeof foldServer>[0] = {}
  return statuses.map((to) => {
    servers = foldServer(servers, { type: 'server.changed', server: 'it', to }, 1)
    const { it: server } = servers
    return server && failureOf(server)
  })
}

test('[SRV-19] keeps a server’s failure while it starts again, and no longer', () => {
  expect(failuresAfter([starting, failed, starting, starting, { state: 'off' }])).toEqual([
    undefined,
    failed,
    failed,
    failed,
    undefined,
  ])
})
