import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ServerReports } from '../../../../main/host/mcp/reports/server-reports.ts'
import { Redaction } from '../../../../main/host/secrets/redaction.ts'
import { Reader } from '../../../../main/host/journal/queries/reader.ts'
import { isObject } from '../../../../shared/schema/json.ts'
import type { LogLevel } from '../../../../shared/content/reports.ts'
import { openJournal } from '../../journal/support.ts'
import { Fleet, moduleFile, node, peer } from '../../../support/fleet.ts'
import type { Parsed } from '../../../../shared/contract/commands.ts'

let fleet: Fleet
let reader: Reader
beforeEach(() => {
  fleet = new Fleet()
  reader = new Reader(fleet.journal)
})
afterEach(async () => {
  await reader.close()
  await fleet.close()
})

const everyLine = async (more: Partial<Parsed<'listLog'>> = {}) =>
  (await reader.ask('serverLog', { server: 'it', limit: 500, ...more })).rows.toReversed()
/** The server's own lines, without Atrium's marks of its runs. */
const log = async (more: Partial<Parsed<'listLog'>> = {}) =>
  (await everyLine(more)).filter(({ source }) => source !== 'atrium')
const frames = async (more: Partial<Parsed<'listFrames'>> = {}) =>
  (await reader.ask('listFrames', { server: 'it', limit: 500, ...more })).rows.toReversed()

describe('a server’s log', () => {
  test('[REP-1] has its messages and error output in order, and can be filtered @all', async () => {
    await fleet.ready(peer('logging.mjs'))
    await fleet.say('log', { level: 'warning', logger: 'db', data: 'slow' })
    await fleet.say('log', { level: 'debug', data: { rows: [1, 2], why: 'x'.repeat(10_000) } })
    await fleet.say('log', { level: 'loud', data: 'unknown level' })
    await fleet.say('print', { text: 'a line' })
    await fleet.until(() => fleet.server().stderr().length > 0)
    const rows = await log()
    expect(rows.map(({ source, level, logger }) => [source, level, logger])).toEqual([
      ['server', 'warning', 'db'],
      ['server', 'debug', null],
      ['server', null, null],
      ['stderr', null, null],
    ])
    expect(rows[1]?.text).toMatch(/^\{"rows":\[1,2\],"why":"xxx/)
    expect(rows[1]?.text).toHaveLength(4096)
    const texts = async (more: Parameters<typeof log>[0]) => (await log(more)).map(({ text }) => text.slice(0, 13))
    expect(await texts({ levels: ['warning', 'error'] })).toEqual(['slow'])
    expect(await texts({ levels: ['none'] })).toEqual(['unknown level', 'a line'])
    expect(await texts({ sources: ['stderr'] })).toEqual(['a line'])
    expect(await texts({ text: 'SLOW' })).toEqual(['slow'])
    expect(await texts({ text: '%' })).toEqual([])
    const page = await reader.ask('serverLog', { server: 'it', limit: 2 })
    expect(page).toMatchObject({ rows: [{ text: 'a line' }, { text: 'unknown level' }], more: true })
    const before = page.rows.at(-1)?.id
    expect(await reader.ask('serverLog', { server: 'it', limit: 2, before })).toMatchObject({
      more: true,
      rows: { length: 2 },
    })
  })

  test('[REP-12] has a mark for the start and the end of each run, in every view', async () => {
    const script = 'console.error("Error: no disk"); process.exit(3)'
    await fleet.add({ it: node(['-e', script]) })
    await fleet.until(() => fleet.status().state === 'failed')
    await expect.poll(async () => (await everyLine({ levels: ['error'] })).map(({ text }) => text)).toContain('ended 3')
    const [start, line, end] = await everyLine()
    expect([start?.text, line?.text, end?.text]).toEqual(['started', 'Error: no disk', 'ended 3'])
  })

  test('[REP-2] has the chosen level without a restart, even for the official server @all', async () => {
    const everything = node([moduleFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'])
    await fleet.ready({ ...everything, logLevel: 'emergency' })
    expect(fleet.sent()).toContain('logging/setLevel')
    await fleet.say('toggle-simulated-logging')
    await fleet.say('toggle-simulated-logging')
    await choose('debug', everything)
    await fleet.say('toggle-simulated-logging')
    await expect.poll(async () => (await log({ sources: ['server'] })).length).toBeGreaterThan(0)
    expect(fleet.starts()).toBe(1)
  })

  /** Changes the level like the command: in a running server's configuration. */
  const choose = async (logLevel: LogLevel | undefined, config: ReturnType<typeof peer>) => {
    await fleet.add({ it: { ...config, ...(logLevel && { logLevel }) } })
  }

  test.each(['legacy', 'modern'])(
    '[REP-2] sends a %s server the level as its revision says, or nothing',
    async (era) => {
      const config = peer('logging.mjs', { MCP_ERA: era })
      await fleet.ready(config)
      const told = async () => JSON.parse(await fleet.say('told')) as unknown
      expect(await told()).toEqual({ levels: [], now: null })
      await choose('error', config)
      if (era === 'legacy') await expect.poll(told).toEqual({ levels: ['error'], now: null })
      else expect(await told()).toEqual({ levels: [], now: 'error' })
      await choose('debug', config)
      if (era === 'legacy') await expect.poll(told).toEqual({ levels: ['error', 'debug'], now: null })
      else expect(await told()).toEqual({ levels: [], now: 'debug' })
      await choose(undefined, config)
      expect(await told()).toEqual(
        era === 'legacy' ? { levels: ['error', 'debug'], now: null } : { levels: [], now: null },
      )
      expect(fleet.starts()).toBe(1)
    },
  )
})

describe('a server’s traffic', () => {
  test('[REP-3] pairs each message with its answer and says how it ended', async () => {
    await fleet.ready(peer('logging.mjs'))
    await fleet.say('log', { data: 'x' })
    await fleet.call('fail')
    const stop = new AbortController()
    const waiting = fleet.call('wait', {}, { signal: stop.signal })
    await fleet.until(() => true)
    stop.abort()
    await waiting
    const rows = await frames()
    const told = rows.map(({ direction, kind, method, detail, outcome }) => [direction, kind, method, detail, outcome])
    expect(told).toEqual(
      expect.arrayContaining([
        ['out', 'request', 'server/discover', null, 'error'],
        ['out', 'request', 'initialize', null, 'answered'],
        ['out', 'notification', 'notifications/initialized', null, 'sent'],
        ['out', 'request', 'tools/call', 'log x', 'answered'],
        ['in', 'notification', 'notifications/message', 'info', 'received'],
        ['out', 'request', 'tools/call', 'fail', 'failed'],
        ['out', 'request', 'tools/call', 'wait', 'cancelled'],
        ['out', 'notification', 'notifications/cancelled', 'tools/call wait', 'sent'],
      ]),
    )
    const call = rows.find(({ detail }) => detail === 'log x')
    expect(call).toMatchObject({ rpc: expect.stringMatching(/^\d+$/), took: expect.any(Number) })
    const { request, response } = await reader.ask('getFrame', { frame: call?.id ?? 0 })
    expect(JSON.parse(request.text)).toMatchObject({ method: 'tools/call', params: { name: 'log' } })
    expect(request.bytes).toBe(Buffer.byteLength(request.text))
    expect(JSON.parse(response?.text ?? '')).toMatchObject({ result: { content: [{ text: 'logged' }] } })
    expect(response).toMatchObject({ isCut: false, bytes: Buffer.byteLength(response?.text ?? ''), rpc: call?.rpc })
    const of = async (kind: 'calls' | 'notifications' | 'asks' | 'errors') =>
      (await frames({ kinds: [kind] })).map(({ method, detail }) => `${method} ${detail}`)
    // By rejecting the newer revision it says that it is an older one.
    expect(await of('errors')).toEqual(['tools/call fail'])
    expect(await of('asks')).toEqual([])
    expect((await of('notifications')).every((it) => it.startsWith('notifications/'))).toBe(true)
    expect((await of('calls')).filter((it) => it.startsWith('tools/call'))).toHaveLength(3)
    expect(await frames({ text: 'LOGGED' })).toMatchObject([{ detail: 'log x' }])
    expect(await frames({ kinds: ['errors'] })).toMatchObject([{ answerDetail: expect.stringMatching(/^isError \w/) }])
    expect(await frames({ method: 'tools/list' })).toHaveLength(1)
    await expect(reader.ask('getFrame', { frame: 999_999 })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('[REP-3] has the server’s requests with Atrium’s answers, and the size of a long answer @all', async () => {
    await fleet.add({ it: peer('asking.mjs'), huge: peer('huge-line.mjs', { SIZE_MB: '2' }) })
    await fleet.say('ask')
    expect(await frames({ kinds: ['asks'] })).toMatchObject([
      { method: 'logging/setLevel', outcome: 'error', direction: 'in' },
      { method: 'sampling/createMessage', outcome: 'error' },
      { method: 'completion/complete', outcome: 'error' },
      { method: 'vendor/thing', outcome: 'error', answerDetail: '-32601 Method not found' },
      { method: 'ping', outcome: 'answered' },
    ])
    expect((await frames({ kinds: ['asks'], pings: false })).map(({ method }) => method)).not.toContain('ping')
    await fleet.call('huge', {}, { id: 'huge' })
    const { rows } = await reader.ask('listFrames', { server: 'huge', limit: 1, method: 'tools/call' })
    expect(rows[0]?.answerBytes).toBeGreaterThan(2_000_000)
    expect((await reader.ask('getFrame', { frame: rows[0]?.id ?? 0 })).response?.isCut).toBe(true)
  })
})

describe('the report store', () => {
  test('[REP-5] omits answers to forms, pushed or in a later leg, and text that looks like a token', async () => {
    const journal = openJournal()
    const redaction = new Redaction()
    const reports = new ServerReports('it', { reports: journal.reports, redaction })
    const answer = { action: 'accept', content: { pin: 'hunter2-4711', age: 3 } }
    reports.leaving({ jsonrpc: '2.0', id: 1, result: answer }, undefined)
    const inputResponses = { a: answer, b: { action: 'decline' } }
    reports.leaving({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'x', inputResponses } }, undefined)
    const token = `ghp_${'a1'.repeat(20)}`
    reports.leaving({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: token } }, undefined)
    reports.logged({ level: 'info', logger: token, data: { token } })
    const own = new Reader(journal)
    const { rows } = await own.ask('listFrames', { server: 'it', limit: 10 })
    const kept = await Promise.all(rows.map(({ id }) => own.ask('getFrame', { frame: id })))
    const text = JSON.stringify([kept, rows, await own.ask('serverLog', { server: 'it', limit: 10 })])
    await own.close()
    expect(rows).toHaveLength(3)
    expect(text).not.toContain('4711')
    expect(text).not.toContain(token)
    expect(text).toContain('pin')
    expect(text).toContain('decline')
  })

  test('[REP-6] omits the reports of a removed server', async () => {
    await fleet.ready(peer('logging.mjs'))
    await fleet.say('log', { data: 'x' })
    expect(await log()).toHaveLength(1)
    fleet.apply({})
    expect([await everyLine(), await frames()]).toEqual([[], []])
  })
})

test('[REP-9] tells windows of new reports at most four times a second, without their content', async () => {
  await fleet.ready(peer('logging.mjs'))
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const before = fleet.of('server.reported').length
  await fleet.say('log', { data: 'very particular words', times: 900 })
  await fleet.until(() => fleet.of('server.reported').some(({ log: last }) => last === 901))
  const told = fleet.of('server.reported')
  // One per quarter of a second, one of which had begun.
  const quarters = timers.mock.calls.filter(([, ms]) => ms === 250).length
  timers.mockRestore()
  expect(told.length - before).toBeLessThanOrEqual(quarters + 1)
  expect(told.every((event) => Object.values(event).every((it) => !isObject(it)))).toBe(true)
  expect(JSON.stringify(fleet.events)).not.toContain('very particular words')
})
