import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ServerRequest } from '../../../../main/host/mcp/inputs/server-requests.ts'
import type { Progress, TaskNews, RequestAnswer } from '../../../../main/host/mcp/protocol/types.ts'
import type { CallOptions } from '../../../../main/host/mcp/requests/call.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet, moduleFile, node, peer } from '../../../support/fleet.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'
import { everythingOver } from '../http/peers.ts'

/** Answers forms in place of a user. */
let person: (input: ServerRequest) => Promise<RequestAnswer>
const handlers = { 'elicitation/create': (input: ServerRequest) => person(input) }

let fleet: Fleet
/** Measures the calls: they have as long as they take, unless a test lets time pass. */
let clock: ScriptedClock
beforeEach(() => (fleet = new Fleet({ handlers, clock: (clock = new ScriptedClock()) })))
afterEach(() => fleet.close())

const forms = { message: 'Which one?', requestedSchema: { type: 'object', properties: {} } }
/** Messages about tasks that reached the server. */
const heard = () =>
  fleet
    .server()
    .stderr()
    .filter((line) => /^(tasks\/|cancelled|ttl)/.test(line))
const polls = () => heard().filter((line) => line.startsWith('tasks/get')).length

/** Calls the tool that requires a task; returns its reports on the way. */
async function work(args: JsonObject, options: Partial<CallOptions> = {}) {
  const news: TaskNews[] = []
  const reply = await fleet.call('work', args, { onTask: (it) => void news.push(it), ...options })
  return { reply, news, turns: news.filter(({ isTurn }) => isTurn).map(({ status }) => status) }
}

const stopped = (problem: string) => ({
  status: 'failed',
  problem: `it didn’t finish this: ${problem}.`,
  mayHaveRun: true,
})

describe('a tool that requires a task', () => {
  test('[TSK-1] [TSK-2] [TSK-7] is called as a task, polled until that is over, and gives its result', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const legs: number[] = []
    const ids: unknown[] = []
    const options = { onAnswer: (id: unknown) => void ids.push(id) }
    const { reply, news, turns } = await work(
      { states: ['working', 'working', 'completed'], messages: ['one', 'two', 'three'] },
      { ...options, onLeg: async (leg) => void legs.push(leg) },
    )
    expect(reply).toMatchObject({ status: 'answered', result: { content: [{ text: 'done' }] }, notes: [] })
    // The server's own report takes another route than its answer.
    await expect
      .poll(heard)
      .toEqual(['ttl 86400000', ...Array.from({ length: 3 }, () => 'tasks/get task-0'), 'tasks/result task-0'])
    expect(turns).toEqual(['working', 'completed'])
    expect(news.map(({ message }) => message)).toEqual([undefined, 'one', 'two', 'three'])
    expect(news[0]).toEqual({ task: 'task-0', status: 'working', message: undefined, every: 250, isTurn: true })
    expect(legs).toEqual([2])
    expect(new Set(ids).size).toBe(2)
    // Its polls aren't logged one by one.
    expect(fleet.sent()).not.toContain('tasks/get')
    expect(fleet.sent()).toContain('tasks/result')
  })

  test('[TSK-1] is the only kind called as a task, and its answer is accepted if it comes at once', async () => {
    await fleet.ready(peer('tasks.mjs'))
    expect(await fleet.say('either')).toBe('plainly')
    expect(await fleet.say('never')).toBe('plainly')
    expect(await fleet.say('work', { at_once: true })).toBe('at once')
    expect(heard().filter((line) => line.startsWith('tasks/'))).toEqual([])
  })

  test.each([
    ['does not offer tasks', { OFFERS: 'no' }, 'it runs this tool only as a task, but doesn’t offer tasks.'],
    [
      'uses a revision without them',
      { MCP_ERA: 'modern' },
      'it runs this tool only as a task, which its protocol version, 2026-07-28, doesn’t support.',
    ],
  ])('[TSK-1] isn’t called if its server %s', async (_name, env, problem) => {
    const server = await fleet.ready(peer('tasks.mjs', env))
    expect(server.obstacle('work')).toBe(problem)
    expect(await fleet.call('work')).toEqual({
      status: 'failed',
      problem: `${problem} Nothing was sent.`,
      mayHaveRun: false,
    })
    expect(server.obstacle('either')).toBeUndefined()
    expect(await fleet.say('either')).toBe('plainly')
  })

  test('[TSK-2] is polled soon after an unrequested status, which isn’t believed', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const { reply, turns } = await work({ states: ['working', 'working', 'completed'], every: 20_000, tells: 3 })
    expect(reply).toMatchObject({ status: 'answered' })
    expect(turns).toEqual(['working', 'completed'])
  })

  test('[TSK-2] is polled at a bounded rate, whatever its server wants @all', async () => {
    await fleet.ready(peer('tasks.mjs', {}, { timeouts: { idle: 2 } }))
    const fast = await work({ states: ['working', 'working', 'working', 'completed'], every: 0 })
    expect(fast.news[0]?.every).toBe(250)
    const slow = await work({ states: ['completed'], every: 1e12 })
    expect(slow.news[0]?.every).toBe(1000)
    expect(slow.reply).toMatchObject({ status: 'answered' })
  })

  test('[TSK-6] reports progress, with fractions, as long as its task lives @all', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const seen: Progress[] = []
    const call = work(
      { states: ['working', 'working', 'working', 'working', 'completed'], progress: 5 },
      { onProgress: (it) => void seen.push(it) },
    )
    const { reply } = await clock.passUntil(20, call)
    expect(reply).toMatchObject({ status: 'answered' })
    expect(seen.length).toBeGreaterThan(2)
    expect(seen.at(-1)).toEqual({ progress: 0.5, total: 0.5, message: 'step 5' })
    await fleet.servers.close()
    expect(fleet.violations()).toEqual({})
  })
})

describe('a task that needs input', () => {
  const asking = { states: ['input_required'], asks: forms }

  test('[TSK-3] asks for exactly its call, and pauses only that call’s clock', async () => {
    await fleet.ready(peer('tasks.mjs', {}, { timeouts: { work: 2 } }))
    const asked: ServerRequest[] = []
    let answer: (it: RequestAnswer) => void = () => undefined
    person = (input) => {
      asked.push(input)
      return new Promise((resolve) => (answer = resolve))
    }
    const other = fleet.call('work', { states: ['working'] })
    const own = fleet.operation('work', { ...asking, id: 'mine' })
    const news: TaskNews[] = []
    const options = { signal: new AbortController().signal, onProgress: () => undefined }
    const call = fleet.server().call(own, { ...options, onTask: (it) => void news.push(it) })
    await fleet.until(() => asked.length > 0)
    expect(asked[0]?.operation).toEqual({ conversation: 'c', turn: 't', call: own.call })
    expect(asked[0]?.running).toEqual([])
    clock.pass(3000)
    expect(await other).toMatchObject({ status: 'timed-out' })
    answer({ result: { action: 'accept', content: { it: 'this' } } })
    expect(await call).toMatchObject({
      status: 'answered',
      result: { content: [{ text: '{"action":"accept","content":{"it":"this"}}' }] },
    })
    expect(news.map(({ status }) => status)).toContain('input_required')
    expect(heard().filter((line) => line === 'tasks/result mine')).toHaveLength(1)
  })

  test('[TSK-3] asks for no particular call if it names a task that isn’t running', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const asked: ServerRequest[] = []
    person = async (input) => {
      asked.push(input)
      return { result: { action: 'cancel' } }
    }
    const { reply } = await work({ ...asking, names: 'another' })
    expect(reply).toMatchObject({ status: 'answered' })
    expect(asked[0]?.operation).toBeUndefined()
    expect(asked[0]?.running).toHaveLength(1)
  })

  test('[TSK-3] [TSK-4] withdraws its question, and answers its server, when the call is given up', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const stop = new AbortController()
    let withdrawn = false
    person = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          withdrawn = true
          reject(signal.reason)
        })
        stop.abort()
      })
    const { reply, turns } = await work(asking, { signal: stop.signal })
    expect(reply).toEqual({ status: 'cancelled', mayHaveRun: true })
    expect(withdrawn).toBe(true)
    expect(turns).toEqual(['working', 'input_required', 'cancelling', 'cancelled'])
    expect(await fleet.say('either')).toBe('plainly')
    await fleet.servers.close()
    // The peer's answer to a withdrawn question.
    expect(fleet.violations()).toEqual({ 'late-answer': 1 })
  })
})

describe('a task that is given up', () => {
  test('[TSK-4] is cancelled by its id, and its server’s reply is reported', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const stop = new AbortController()
    const given = work({ states: ['working'] }, { signal: stop.signal })
    await fleet.until(() => polls() > 0)
    stop.abort()
    const { reply, news, turns } = await given
    expect(reply).toEqual({ status: 'cancelled', mayHaveRun: true })
    expect(turns).toEqual(['working', 'cancelling', 'cancelled'])
    expect(news.at(-1)?.message).toBe('as you wish')
    // The server's own report takes another route than its answer.
    await fleet.until(() => heard().includes('tasks/cancel task-0'))
    expect(heard()).not.toContain('cancelled a call')
  })

  test('[TSK-4] is cancelled when its id arrives if it was given up before that', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const stop = new AbortController()
    const gate = path.join(fleet.directory, 'gate')
    const given = work({ waitsFor: gate }, { signal: stop.signal })
    await fleet.until(() => heard().length > 0)
    stop.abort()
    const { reply } = await given
    expect(reply).toEqual({ status: 'cancelled', mayHaveRun: true })
    writeFileSync(gate, '')
    await fleet.until(() => heard().includes('tasks/cancel task-0'))
    expect(heard()).toEqual(['ttl 86400000', 'tasks/cancel task-0'])
  })

  test('[TSK-4] [TSK-5] doesn’t keep the user waiting for long if its server doesn’t stop it or doesn’t answer @all', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const givenUp = async (args: JsonObject, stepMs: number) => {
      const before = polls()
      const stop = new AbortController()
      const given = work(args, { signal: stop.signal })
      await fleet.until(() => polls() > before)
      stop.abort()
      return clock.passUntil(stepMs, given)
    }
    const deaf = await givenUp({ states: ['working'], deaf: ['tasks/cancel'] }, 1000)
    expect(deaf.reply).toEqual({ status: 'cancelled', mayHaveRun: true })
    expect(deaf.turns).toEqual(['working', 'cancelling'])
    const goesOn = await givenUp({ states: ['working'], stops: 'working' }, 0)
    expect(goesOn.turns).toEqual(['working', 'cancelling', 'working'])
  })
})

/** A server's errors with a task, and its call's outcome. */
const wrongs: [string, JsonObject, unknown][] = [
  [
    'it forgets it',
    { forgets: 1, ttl: 300, states: ['working'] },
    stopped('it didn’t report its task’s status: error -32602, “Failed to retrieve task: Task not found”'),
  ],
  [
    'it tells of another task',
    { states: ['working'], alter: { taskId: 'x' } },
    stopped('asked about its task, it reported another one'),
  ],
  [
    'its status means nothing',
    { alter: { status: 'fine' } },
    stopped('it doesn’t report its task’s status in a readable way'),
  ],
  ['its task has no name', { id: '' }, stopped('its task has no ID')],
  ['its name is endless', { id: 'x'.repeat(2000) }, stopped('its task’s ID is longer than 1024 characters')],
  ['it cancels it', { states: ['cancelled'], message: 'No time.' }, stopped('it cancelled its task: “No time.”')],
  [
    'it fails',
    { states: ['failed'], message: 'Boom.', result: { code: -32602, message: 'bad' } },
    stopped('its task failed: “Boom.” (error -32602, “bad”)'),
  ],
  ['its result is of another', { of: 'another' }, stopped('it responded with the result of another task')],
  [
    'it has no result',
    { result: { code: -32603, message: 'gone' } },
    stopped('its task is over, but the result didn’t arrive: error -32603, “gone”'),
  ],
]

/** Endless behaviours of a server with a task. */
const endless: [string, JsonObject][] = [
  ['never ends', { states: ['working'] }],
  ['wants input for ever and never asks', { states: ['input_required'], result: 'never' }],
  ['is over and keeps its result', { states: ['completed'], result: 'never' }],
  ['refuses to give out what it has not', { states: ['input_required'], result: { code: -32002, message: 'not yet' } }],
  ['does not answer', { deaf: ['tasks/get'] }],
  [
    'goes to and fro',
    { states: Array.from({ length: 40 }, (_, i) => (i % 2 ? 'working' : 'input_required')), result: 'never' },
  ],
]

/** Calls the tool once for each at the same time, each as its own task unless the arguments name one. */
const workAll = (cases: [string, JsonObject, ...unknown[]][]) =>
  Promise.all(cases.map(async ([name, args], i) => [name, await work({ id: `case-${i}`, ...args })] as const))

describe('a task that its server handles wrongly', () => {
  test('[TSK-5] ends its call, which may have run', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const replies = (await workAll(wrongs)).map(([name, { reply }]) => [name, reply])
    expect(replies).toEqual(wrongs.map(([name, , expected]) => [name, expected]))
    expect(await fleet.say('either')).toBe('plainly')
  })

  test('[TSK-5] counts as failed if its status says so, whatever its result says', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const { reply } = await work({ states: ['failed'] })
    expect(reply).toMatchObject({ status: 'answered', result: { isError: true, content: [{ text: 'done' }] } })
  })

  test('[TSK-5] is neither accepted nor cancelled if it is another call’s task', async () => {
    await fleet.ready(peer('tasks.mjs'))
    const first = work({ id: 'same', states: ['working', 'working', 'working', 'completed'] })
    await fleet.until(() => polls() > 0)
    expect((await work({ id: 'same' })).reply).toEqual(stopped('it gave this call the task of another call'))
    expect(await first).toMatchObject({ reply: { status: 'answered' } })
    expect(heard().some((line) => line.startsWith('tasks/cancel'))).toBe(false)
  })

  test('[TSK-5] is ended by the clock if it never ends by itself @all', async () => {
    await fleet.ready(peer('tasks.mjs', {}, { timeouts: { idle: 1.5, work: 2 } }))
    const calls = workAll(endless)
    await fleet.until(() => polls() > 2 * endless.length)
    for (const [name, { reply, turns }] of await clock.passUntil(1000, calls)) {
      const problem = expect.stringMatching(/^it was told to stop: it .+\. It may/)
      expect([name, reply]).toMatchObject([name, { status: 'timed-out', problem }])
      expect([name, turns.length < 40]).toEqual([name, true])
    }
    expect(await fleet.say('either')).toBe('plainly')
  })

  test('[TSK-5] ends with its server', async () => {
    const server = await fleet.ready(peer('tasks.mjs'))
    const call = work({ states: ['working'] })
    await fleet.until(() => polls() > 0)
    await server.stop()
    expect((await call).reply).toMatchObject({
      status: 'failed',
      mayHaveRun: true,
      problem: 'it was stopped before it responded.',
    })
  })
})

/** The stages of the official server’s task, in order. */
const officialStages = [
  'Gathering sources...',
  'Analyzing content...',
  'Synthesizing findings...',
  'Generating report...',
]

describe('the official server', () => {
  test('[TSK-1] [TSK-2] [TSK-7] reports what its task does, stage by stage @all', async () => {
    await fleet.ready(node([moduleFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio']))
    const news: TaskNews[] = []
    const reply = await fleet.say('simulate-research-query', { topic: 'kites' }, { onTask: (it) => void news.push(it) })
    expect(reply).toContain('# Research Report: kites')
    // Atrium polls, so it may miss a stage.
    const stages = news.map(({ message = '' }) => officialStages.indexOf(message))
    expect(stages).not.toContain(-1)
    expect(stages).toEqual(stages.toSorted((a, b) => a - b))
    expect(news[0]?.status).toBe('working')
    expect(news.at(-1)?.status).toBe('completed')
  })

  test('[TSK-3] asks within its task over HTTP, and its call is known although another one runs @all', async () => {
    const remote = await everythingOver('streamableHttp')
    try {
      await fleet.ready(serverConfig.parse({ url: remote.url }))
      const asked: ServerRequest[] = []
      person = async (input) => {
        asked.push(input)
        return { result: { action: 'accept', content: { interpretation: 'snake' } } }
      }
      const stop = new AbortController()
      const other = fleet.call('trigger-long-running-operation', { duration: 60, steps: 60 }, { signal: stop.signal })
      const reply = await fleet.say('simulate-research-query', { topic: 'python', ambiguous: true })
      stop.abort()
      expect(reply).toContain('# Research Report: python (snake)')
      expect(asked.map(({ operation }) => operation?.call)).toEqual(['call-1'])
      expect(await other).toMatchObject({ status: 'cancelled' })
    } finally {
      await remote.stop()
    }
  })
})
