import { afterAll, expect, test } from 'vitest'
import { AnswerDigest } from '../../../../main/host/secrets/answer-digest.ts'
import { elicit } from '../../../../main/host/mcp/inputs/handlers.ts'
import { systemClock } from '../../../../main/host/base/wake.ts'
import { isThisComputer } from '../../../../main/host/network/host-kinds.ts'
import { ViolationCounter } from '../../../../main/host/mcp/reports/violation-counter.ts'
import { ServerCalls } from '../../../../main/host/mcp/requests/running-calls.ts'
import { ServerRequests } from '../../../../main/host/mcp/inputs/server-requests.ts'
import { Redaction } from '../../../../main/host/secrets/redaction.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { open, pageAt } from './asked.ts'
import { Fleet, peer } from '../../../support/fleet.ts'

const fleet = new Fleet()
afterAll(() => fleet.close())

/** The reply to a server with this configuration that wants a page opened; `asked` if the user is asked. */
async function wants(url: string, config: Parameters<typeof serverConfig.parse>[0]): Promise<string> {
  const { journal, inbox, validator } = fleet
  const after = { it: serverConfig.parse(config) }
  journal.append({ type: 'configured', file: 'servers', before: {}, after, actor: 'test' })
  const digests = new AnswerDigest({ get: async () => undefined, keep: async () => false })
  const deps = { inbox, validator, redaction: new Redaction(), digests, clock: systemClock }
  const handlers = { 'elicitation/create': elicit(deps) }
  const own = { journal, handlers, running: new ServerCalls(), violations: new ViolationCounter('it', journal) }
  const over = new AbortController()
  const params = pageAt(url)
  const answer = new ServerRequests('it', own).input({ method: 'elicitation/create', params, signal: over.signal })
  await Promise.race([answer, fleet.until(() => open(fleet, 'url').length > 0)])
  const isAsked = open(fleet, 'url').length > 0
  over.abort(new Error('Enough.'))
  const said = await answer.catch(() => undefined)
  return isAsked || !said || !('error' in said) ? 'asked' : said.error.message
}

const elsewhere = ['https://mcp.example.com/mcp', 'https://192.168.1.9/mcp', 'https://nas.local/']

test.each(elsewhere)('[ELI-12] refuses to open a page on this computer for the server %s', async (address) => {
  for (const url of ['http://localhost:2375/', 'http://127.0.0.1:9/x', 'https://[::1]/', 'https://localhost./'])
    expect(await wants(url, { url: address })).toContain('its URL leads to this computer')
  expect(await wants('https://mcp.example.com/consent', { url: address })).toBe('asked')
})

test.each([
  ['at 127.0.0.1', { url: 'http://127.0.0.1:1/mcp' }],
  ['at localhost', { url: 'https://localhost:1/mcp' }],
  ['that is a program', peer('good.mjs')],
])('[ELI-12] asks the user about a page on this computer for a server %s', async (_where, config) => {
  expect(await wants('http://localhost:8080/x', config)).toBe('asked')
})

test.each([
  ['localhost', true],
  ['login.localhost.', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  ['[::ffff:7f00:1]', true],
  ['0.0.0.0', true],
  ['[::]', true],
  ['192.168.1.1', false],
  ['mcp.example.com', false],
  ['localhost.example.com', false],
])('[ELI-12] knows whether %s is this computer: %s', (hostname, is) => {
  expect(isThisComputer(hostname)).toBe(is)
})
