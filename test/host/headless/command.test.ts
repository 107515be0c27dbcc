import Database from 'better-sqlite3'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { terminalWords as words } from '../../../main/shells/headless/words.ts'
import { Atrium, official, peer } from '../../support/atrium.ts'
import { atrium, start } from './process.ts'
import { nobody, Place } from './support.ts'

let place: Place
beforeEach(() => void (place = new Place()))
afterEach(() => place.close())

const run = (...args: string[]) => atrium(...args, '--data-dir', place.directory)
const playground = { type: 'playground' } as const

type Row = { type: string; actor: string | null; server: string | null; outcome: string | null }

/** The log's current content, by event type, in order. */
function logged(...types: string[]): Row[] {
  const db = new Database(path.join(place.directory, 'journal.db'), { readonly: true })
  try {
    const rows = db.prepare<[], Row>('SELECT type, actor, server, outcome FROM events ORDER BY seq').all()
    return rows.filter(({ type }) => types.includes(type))
  } finally {
    db.close()
  }
}

test('[CLI-1] [CLI-4] runs a call that a rule allows, and prints only its text and data on standard output', async () => {
  await place.furnish('The good one', peer('good.mjs'), { allow: ['add'] })
  const args = ['call', 'The good one', 'add', '--args', '{"a":2,"b":3}']
  expect(await run(...args)).toEqual({ code: 0, stdout: 'see the sum\n{\n  "sum": 5\n}\n', stderr: '' })
  const { code, stdout } = await run(...args, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { sum: 5 }, content: [{ type: 'text' }] })
})

test('[CLI-2] ends with 3 and says what to do if a call needs an answer and there is no terminal @all', async () => {
  await place.furnish('play', playground)
  const { code, stdout, stderr } = await run('call', 'play', 'roll_dice')
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toBe(`${words.unasked.approval('play', 'roll_dice')}\n`)
  expect(logged('call.started', 'call.cleared')).toEqual([])
  expect(logged('call.finished')).toMatchObject([{ outcome: 'cancelled' }])
})

test('[CLI-5] refuses a call that a rule denies @all', async () => {
  await place.furnish('play', playground, { allow: ['roll_dice'], deny: ['roll_dice'] })
  const { code, stderr } = await run('call', 'play', 'roll_dice')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'One of your rules denies this call: Deny “roll_dice” on play in every conversation, until removed.\n',
  })
  expect(logged('call.started')).toEqual([])
})

test('[CLI-6] ends with 2 for invalid arguments and unknown servers and tools @all', async () => {
  await place.furnish('play', playground, { allow: ['roll_dice'] })
  for (const [args, sentence] of [
    [['call', 'play', 'roll_dice', '--arg', 'count:=1000'], /`count`/],
    [['call', 'play', 'no_such'], /No tool named “no_such”/],
    [['call', 'nobody', 'roll_dice'], /No server named “nobody”. Servers: play\./],
  ] as const) {
    const { code, stdout, stderr } = await run(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
  }
  expect(logged('call.started')).toEqual([])
})

test('[CLI-6] [CLI-7] reads arguments from the pipe, and ends with 2 without a command @all', async () => {
  await place.furnish('play', playground, { allow: ['fail_on_purpose'] })
  const args = ['call', 'play', 'fail_on_purpose', '--args', '-', '--data-dir', place.directory]
  expect((await start(args, '{"reason":"Piped."}').ended).stdout).toBe('This failed on purpose: Piped.\n')
  expect(await atrium()).toMatchObject({ code: 2, stdout: '' })
})

test('[CLI-3] ends with 3 without starting a program that isn’t trusted', async () => {
  const headless = await place.open(nobody)
  await headless.link.call('addServer', { id: 'it', config: peer('good.mjs') })
  await headless.close()
  const { code, stderr } = await run('tools', 'it')
  expect(code).toBe(3)
  expect(stderr.startsWith(words.unasked.trust('it', '').split(': ')[0] ?? '')).toBe(true)
  expect(logged('server.changed').map(({ outcome }) => outcome)).not.toContain('ready')
})

test('[CLI-8] ends with 4 while another Atrium uses the data folder', async () => {
  await place.furnish('play', playground)
  const open = await place.open(nobody)
  const { code, stderr } = await run('tools', 'play')
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: `Atrium is already running with this data folder, as process ${process.pid}. Use that one, or close it and start again.\n`,
  })
  await open.close()
})

test('[CLI-9] prints a tool’s error as its result, and ends with 1 @all', async () => {
  await place.furnish('play', playground, { allow: ['fail_on_purpose'] })
  expect(await run('call', 'play', 'fail_on_purpose', '--arg', 'reason=A test.')).toEqual({
    code: 1,
    stdout: 'This failed on purpose: A test.\n',
    stderr: '',
  })
})

test('[CLI-10] cancels the call on Ctrl+C, says whether it may have run, and ends with 130 @all', async () => {
  await place.furnish('play', playground, { allow: ['count_down'] })
  const { process, ended } = start(['call', 'play', 'count_down', '--data-dir', place.directory])
  await vi.waitFor(() => expect(logged('call.started')).toHaveLength(1))
  process.kill('SIGINT')
  expect(await ended).toEqual({
    code: 130,
    stdout: '',
    stderr: `${words.callCancelled(words.mayHaveRun)}\n`,
  })
  expect(logged('call.finished', 'turn.finished')).toMatchObject([{ outcome: 'cancelled' }, { outcome: 'cancelled' }])
})

test('[CLI-11] starts only the called server, and keeps the other servers’ state @all', async () => {
  await place.furnish('play', playground, { allow: ['roll_dice'] })
  await place.furnish('other', official('memory'), { allow: ['read_graph'] })
  const before = logged('server.changed').filter(({ server }) => server === 'other').length
  expect((await run('call', 'play', 'roll_dice')).code).toBe(0)
  expect(logged('server.changed').filter(({ server }) => server === 'other')).toHaveLength(before)
  expect((await run('call', 'other', 'read_graph')).code).toBe(0)
})

test('[CLI-12] logs a call as a turn by the user at the terminal, and the app lists its conversation @all', async () => {
  await place.furnish('play', playground, { allow: ['roll_dice'] })
  await run('call', 'play', 'roll_dice', '--arg', 'seed:=3')
  expect(logged('turn.started')).toMatchObject([{ actor: 'terminal' }])
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

test('[CLI-13] marks a tool that needs review, and doesn’t call it @all', async () => {
  const pulled = path.join(place.directory, 'pulled')
  await place.furnish('it', peer('rug-pull.mjs', { STATE_FILE: pulled }), { allow: ['add', 'change'] })
  expect((await run('call', 'it', 'change', '--arg', 'how=description')).code).toBe(0)
  const { code, stdout, stderr } = await run('tools', 'it')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^add \* /m)
  expect(stdout).toMatch(/^change  /m)
  expect(stderr).toBe(`${words.markedNeedReview}\n`)
  const called = await run('call', 'it', 'add', '--args', '{"a":1,"b":2}')
  expect(called.code).toBe(3)
  expect(called.stderr).toBe(`${words.unasked.definitions('it')}\n`)
  // Others of the same server continue.
  expect((await run('call', 'it', 'change', '--arg', 'how=description')).code).toBe(0)
})

test('[CLI-14] lists tools one per line or as definitions @all', async () => {
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

test('[CLI-15] ends with 1 and the reason if a server is turned off or can’t start @all', async () => {
  const headless = await place.open(nobody)
  await headless.link.call('addServer', { id: 'off', config: { ...playground, enabled: false } })
  await headless.link.call('addServer', { id: 'gone', config: { command: '/no/such/program' } })
  await headless.close()
  expect(await run('tools', 'off')).toMatchObject({
    code: 1,
    stderr: `${words.turnedOff('off')}\n`,
  })
  const { code, stderr } = await run('tools', 'gone')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^gone failed: .*\/no\/such\/program/)
})

test('[CLI-16] serves the host’s pages on this computer without opening a browser', async () => {
  const { process, ended } = start(['serve', '--json', '--data-dir', place.directory])
  const line = await new Promise<string>((resolve) => process.stdout?.once('data', (chunk) => resolve(String(chunk))))
  const { address } = JSON.parse(line)
  expect(await (await fetch(address)).text()).toContain('<title>Atrium</title>')
  process.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, stdout: line, stderr: '' })
})
