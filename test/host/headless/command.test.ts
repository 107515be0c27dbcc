import Database from 'better-sqlite3'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Atrium, official, peer } from '../../support/atrium.ts'
import { atrium, start } from './process.ts'
import { nobody, Place } from './support.ts'

let place: Place
beforeEach(() => void (place = new Place()))
afterEach(() => place.close())

const run = (...args: string[]) => atrium(...args, '--data-dir', place.directory)
const playground = { type: 'playground' } as const

/** How many records of a kind are on disk by now. */
function journalled(directory: string, type: string): unknown {
  const db = new Database(path.join(directory, 'journal.db'), { readonly: true })
  try {
    return db.prepare('SELECT count(*) FROM events WHERE type = ?').pluck().get(type)
  } finally {
    db.close()
  }
}

/** What is in the log, by kinds. */
async function logged(...types: string[]) {
  const headless = await place.open(nobody, { only: 'nothing' })
  const { rows } = await headless.link.call('listAudit', { types, limit: 200 })
  await headless.close()
  return rows
}

test('[CLI-1] [CLI-4] what a rule allows runs: its text is on standard output, and nothing else is', async () => {
  await place.furnish('Everything', official('everything'), { allow: ['get-sum', 'get-structured-content'] })
  expect(await run('call', 'Everything', 'get-sum', '--args', '{"a":2,"b":3}')).toEqual({
    code: 0,
    stdout: 'The sum of 2 and 3 is 5.\n',
    stderr: '',
  })
  const { code, stdout } = await run(
    'call',
    'Everything',
    'get-structured-content',
    '--arg',
    'location=Chicago',
    '--json',
  )
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { temperature: 36 }, content: [{ type: 'text' }] })
})

test('[CLI-2] without a terminal nothing runs that would ask: 3, and a sentence that says what to do', async () => {
  await place.furnish('play', playground)
  const { code, stdout, stderr } = await run('call', 'play', 'roll_dice')
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toBe(
    'Atrium would have asked whether play may run roll_dice with these arguments. Make a rule for it in Atrium, or run this on a terminal.\n',
  )
  expect(await logged('call.started', 'call.cleared')).toEqual([])
  expect(await logged('call.finished')).toMatchObject([{ outcome: 'cancelled' }])
})

test('[CLI-5] a rule that denies, denies', async () => {
  await place.furnish('play', playground, { allow: ['roll_dice'], deny: ['roll_dice'] })
  const { code, stderr } = await run('call', 'play', 'roll_dice')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'A rule of yours denies this call: Deny “roll_dice” of play.\n',
  })
  expect(await logged('call.started')).toEqual([])
})

test('[CLI-6] wrong arguments, servers and tools end with 2 before anything is sent', async () => {
  await place.furnish('play', playground, { allow: ['roll_dice'] })
  for (const [args, sentence] of [
    [['call', 'play', 'roll_dice', '--args', '{'], /--args is no JSON/],
    [['call', 'play', 'roll_dice', '--args', '[]'], /must be a JSON object/],
    [['call', 'play', 'roll_dice', '--arg', 'count:=1000'], /count/],
    [['call', 'play', 'no_such'], /There is no tool “no_such”/],
    [['call', 'nobody', 'roll_dice'], /There is no server “nobody”. There are: play\./],
    [['call', 'play'], /needs a server and one of its tools/],
    [['cal'], /There is no "cal"/],
    [['tools', 'play', '--no-such'], /--no-such/],
  ] as const) {
    const { code, stderr, stdout } = await run(...args)
    expect({ args, code, stdout, says: sentence.test(stderr) || stderr }).toEqual({
      args,
      code: 2,
      stdout: '',
      says: true,
    })
  }
  expect(await logged('call.started')).toEqual([])
})

test('[CLI-7] arguments come one by one, as an object, and through the pipe', async () => {
  await place.furnish('play', playground, { allow: ['roll_dice'] })
  const args = ['call', 'play', 'roll_dice', '--json', '--data-dir', place.directory]
  const named = await atrium(...args, '--arg', 'seed:=3', '--arg', 'count:=1')
  const whole = await atrium(...args, '--args', '{"seed":3,"count":1}')
  const piped = await start([...args, '--args', '-'], '{"seed":3,"count":1}').ended
  expect(named).toMatchObject({ code: 0, stderr: '' })
  expect([whole, piped]).toEqual([named, named])
})

test('[CLI-3] a program that nobody trusts is not started: 3', async () => {
  const headless = await place.open(nobody)
  await headless.link.call('addServer', { id: 'it', config: official('everything') })
  await headless.close()
  const { code, stderr } = await run('tools', 'it')
  expect(code).toBe(3)
  expect(stderr).toMatch(/^Atrium would have asked whether the program of it may be started: /)
  expect((await logged('server.changed')).map(({ outcome }) => outcome)).not.toContain('ready')
})

test('[CLI-8] one data directory is for one Atrium: 4 while another has it', async () => {
  await place.furnish('play', playground)
  const open = await place.open(nobody)
  const { code, stderr } = await run('tools', 'play')
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: `Atrium already runs with this data directory, as process ${process.pid}. Use that one, or end it and start again.\n`,
  })
  await open.close()
})

test('[CLI-9] an error of the tool is printed as its result, and ends with 1', async () => {
  await place.furnish('play', playground, { allow: ['fail_on_purpose'] })
  expect(await run('call', 'play', 'fail_on_purpose', '--arg', 'reason=A test.')).toEqual({
    code: 1,
    stdout: 'This failed on purpose: A test.\n',
    stderr: '',
  })
})

test('[CLI-10] Ctrl+C cancels the call, says whether it may have run, and ends with 130', async () => {
  await place.furnish('play', playground, { allow: ['count_down'] })
  const { process, ended } = start(['call', 'play', 'count_down', '--data-dir', place.directory])
  await vi.waitFor(() => expect(journalled(place.directory, 'call.started')).toBe(1), { timeout: 20_000 })
  process.kill('SIGINT')
  expect(await ended).toEqual({
    code: 130,
    stdout: '',
    stderr: 'The call was cancelled. The tool may have run, in whole or in part.\n',
  })
  expect(await logged('call.finished', 'turn.finished')).toMatchObject([
    { outcome: 'cancelled' },
    { outcome: 'cancelled' },
  ])
})

test('[CLI-11] only the server that is called is started, and what is known of the others stays', async () => {
  await place.furnish('play', playground, { allow: ['roll_dice'] })
  await place.furnish('other', official('memory'), { allow: ['read_graph'] })
  const before = (await logged('server.changed')).filter(({ server }) => server === 'other').length
  expect((await run('call', 'play', 'roll_dice')).code).toBe(0)
  expect((await logged('server.changed')).filter(({ server }) => server === 'other')).toHaveLength(before)
  expect((await run('call', 'other', 'read_graph')).code).toBe(0)
})

test('[CLI-12] a call is a turn of the person at the terminal, in the log and among the conversations of the app', async () => {
  await place.furnish('play', playground, { allow: ['roll_dice'] })
  await run('call', 'play', 'roll_dice', '--arg', 'seed:=3')
  expect(await logged('turn.started')).toMatchObject([{ actor: 'terminal' }])
  const app = await Atrium.start({ directory: place.directory })
  const { rows } = await app.person.link.call('listConversations', {})
  expect(rows).toMatchObject([{ title: 'Roll dice', end: 'done' }])
  const { conversation } = await app.person.link.call('getConversation', { conversation: rows[0]?.id ?? '' })
  expect(conversation.turns).toMatchObject([
    { origin: 'person', actor: 'terminal', call: { tool: 'roll_dice', outcome: { status: 'succeeded' } } },
  ])
  expect(conversation.turns[0]?.call?.clearedBy).toHaveProperty('rule')
  await app.close()
})

test('[CLI-13] a tool that waits for a review is marked, and is not called', async () => {
  const pulled = path.join(place.directory, 'pulled')
  await place.furnish('it', peer('rug-pull.mjs', { STATE_FILE: pulled }), { allow: ['add', 'change'] })
  expect((await run('call', 'it', 'change', '--arg', 'how=description')).code).toBe(0)
  const { code, stdout } = await run('tools', 'it')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^add \* /m)
  expect(stdout).toMatch(/^change  /m)
  const called = await run('call', 'it', 'add', '--args', '{"a":1,"b":2}')
  expect(called.code).toBe(3)
  expect(called.stderr).toMatch(/^Atrium would have asked for a review of tools of it that are new or changed\./)
  // Others of the same server go on.
  expect((await run('call', 'it', 'change', '--arg', 'how=description')).code).toBe(0)
})

test('[CLI-14] the list of tools is a line each, or their definitions', async () => {
  await place.furnish('play', playground)
  const { stdout } = await run('tools', 'play')
  expect(stdout).toMatch(/^roll_dice +Roll dice: /m)
  const { tools } = JSON.parse((await run('tools', 'play', '--json')).stdout)
  expect(tools).toContainEqual(
    expect.objectContaining({
      waits: false,
      definition: expect.objectContaining({ name: 'roll_dice', inputSchema: expect.anything() }),
    }),
  )
})

test('[CLI-15] a server that is turned off, or cannot be started, ends it with 1 and the reason', async () => {
  const headless = await place.open(nobody)
  await headless.link.call('addServer', { id: 'off', config: { ...playground, enabled: false } })
  await headless.link.call('addServer', { id: 'gone', config: { command: '/no/such/program' } })
  await headless.close()
  expect(await run('tools', 'off')).toMatchObject({
    code: 1,
    stderr: 'off is turned off. Turn it on in Atrium first.\n',
  })
  const { code, stderr } = await run('tools', 'gone')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^gone does not run: .*\/no\/such\/program/)
})

test('[CLI-16] serve is the host with its pages on this machine, and opens nothing', async () => {
  const { process, ended } = start(['serve', '--json', '--data-dir', place.directory])
  const line = await new Promise<string>((resolve) => process.stdout?.once('data', (chunk) => resolve(String(chunk))))
  const { address } = JSON.parse(line)
  expect(await (await fetch(address)).text()).toContain('<title>Atrium</title>')
  process.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, stdout: line, stderr: '' })
})
