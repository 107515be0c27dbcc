import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Reader } from '../../../../main/host/journal/queries/reader.ts'
import { requestWords } from '../../../../main/host/mcp/requests/words.ts'
import type { ServerRequest } from '../../../../main/host/mcp/inputs/server-requests.ts'
import type { RequestAnswer, TaskNews } from '../../../../main/host/mcp/protocol/types.ts'
import type { CallOptions } from '../../../../main/host/mcp/requests/call.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet, peer } from '../../../support/fleet.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'
import { overHttp } from '../../../support/remote-peers.ts'

/** Answers forms in place of a user. */
let person: (input: ServerRequest) => Promise<RequestAnswer>
const handlers = { 'elicitation/create': (input: ServerRequest) => person(input) }

let fleet: Fleet
/** Measures the calls: they have as long as they take, unless a test lets time pass. */
let clock: ScriptedClock
beforeEach(() => (fleet = new Fleet({ handlers, clock: (clock = new ScriptedClock()) })))
afterEach(() => fleet.close())

const server = (env = {}, rest = {}) => fleet.ready(peer('extended-tasks.mjs', env, rest))
const question = {
  method: 'elicitation/create',
  params: { message: 'Which one?', requestedSchema: { type: 'object' } },
}
const accepted = (content: JsonObject): RequestAnswer => ({ result: { action: 'accept', content } })

/** Messages about tasks that reached the server. */
const heard = () =>
  fleet
    .server()
    .stderr()
    .filter((line) => /^(tasks\/|answered|called)/.test(line))
const count = (of: string) => heard().filter((line) => line.startsWith(of)).length

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
const textOf = (text: string) => ({ status: 'answered', result: { content: [{ type: 'text', text }] } })

describe('a call that its server answers with a task', () => {
  test('[TSX-1] [TSX-2] [TSX-3] [TSX-13] is polled at the server’s pace, declared in each request, until its result', async () => {
    await server()
    const { reply, news, turns } = await work({ states: ['working', 'completed'], message: 'Counting.', every: 300 })
    expect(reply).toMatchObject(textOf('done'))
    expect(turns).toEqual(['working', 'completed'])
    expect(news[0]).toMatchObject({ status: 'working', message: 'Counting.', every: 300 })
    await expect
      .poll(heard)
      .toEqual(['called', ...Array.from({ length: 2 }, () => 'tasks/get secret-handle-0-of-a-task')])
    expect(await work({ plainly: true })).toMatchObject({ reply: textOf('plainly'), news: [] })
    // The server alone decides, so what its definition demands in the older way changes nothing.
    expect(await fleet.say('required')).toBe('done')
    expect(fleet.violations()).toEqual({})
  })

  test('[TSX-2] names its task in a header of each request about it over HTTP, encoded if it must be @all', async () => {
    const remote = await overHttp('extended-tasks.mjs', { TELL_HEADERS: 'yes' })
    try {
      await fleet.ready(serverConfig.parse({ type: 'http', url: remote.url }))
      const asked = { asks: { one: question }, states: ['working', 'completed'] }
      person = () => Promise.resolve(accepted({}))
      expect((await work({ ...asked, id: 'plain-handle' })).reply).toMatchObject({ status: 'answered' })
      expect((await work({ id: 'Grüße' })).reply).toMatchObject(textOf('done'))
      const encoded = `=?base64?${Buffer.from('Grüße').toString('base64')}?=`
      const told = () =>
        remote
          .stderr()
          .split('\n')
          .filter((line) => line.startsWith('headers tasks/'))
      await expect
        .poll(() => new Set(told()))
        .toEqual(
          new Set([
            'headers tasks/get plain-handle',
            'headers tasks/update plain-handle',
            `headers tasks/get ${encoded}`,
          ]),
        )
      expect(remote.stderr()).not.toContain('undeclared')
    } finally {
      await remote.stop()
    }
  })

  test('[TSX-5] names its task by a digest, and hands the task’s ID over once, to be stored @all', async () => {
    await server()
    const { news } = await work({ ttl: 60_000, states: ['working', 'completed'] })
    expect(news.map(({ task }) => task)).toEqual([expect.stringMatching(/^task-[0-9a-f]{12}$/), news[0]?.task])
    const { task, until = 0 } = news[0]?.resumes ?? {}
    expect(task).toBe('secret-handle-0-of-a-task')
    expect(news.slice(1).map(({ resumes }) => resumes)).toEqual([undefined])
    const reader = new Reader(fleet.journal)
    const { rows } = await reader.ask('listFrames', { server: 'it', limit: 500 })
    await reader.close()
    const polls = rows.filter(({ method }) => method === 'tasks/get')
    expect(polls.length).toBeGreaterThan(0)
    // A minute after its creation.
    expect(until).toBe(clock.wall() + 60_000)
    expect(JSON.stringify(rows)).not.toContain('secret-handle')
  })

  test('[TSX-1] isn’t followed if its server didn’t declare the extension', async () => {
    await server({ DECLARES: 'no' })
    const problem = 'it responded with a kind of result that Atrium doesn’t know (task).'
    expect((await work({})).reply).toEqual({ status: 'failed', mayHaveRun: true, problem })
    // The server's own report takes another route than its answer.
    await expect.poll(heard).toEqual(['called'])
  })

  test('[TSX-3] is polled in growing steps if its server names no pace, and at a bounded pace if the server names an absurd one @all', async () => {
    await server({}, { timeouts: { idle: 2 } })
    expect((await work({ every: 0 })).news[0]?.every).toBe(250)
    expect((await work({ every: 31_536_000_000 })).news[0]?.every).toBe(1000)
    expect((await work({ every: null, ttl: -5 })).news[0]).toMatchObject({
      every: 1000,
      resumes: { task: expect.any(String) },
    })
  })

  test('[TSX-9] [TSX-10] [TSX-11] [TSX-14] ends as the task does', async () => {
    await server()
    const cases: [JsonObject, unknown][] = [
      [
        { result: { isError: true, content: [{ type: 'text', text: 'No.' }] } },
        { status: 'answered', result: { isError: true } },
      ],
      [{ states: ['failed'], message: 'Boom.' }, stopped('its task failed: “Boom.” (error -32603, “It broke”)')],
      [{ states: ['failed'], error: 'odd' }, stopped('its task failed (it gives no error)')],
      [{ states: ['cancelled'] }, stopped('it cancelled its task')],
      [{ result: null }, stopped('its task is over, but the result didn’t arrive: there was none in its response')],
      [{ first: 'completed' }, textOf('done')],
      [{ alter: { taskId: 'x' } }, stopped('asked about its task, it reported another one')],
      [{ alter: { status: 'fine' } }, stopped('it doesn’t report its task’s status in a readable way')],
      [{ ttl: 1, states: ['working'] }, stopped(requestWords.task.expired)],
      [{ id: 'x'.repeat(2000) }, stopped('its task’s ID is longer than 1024 characters')],
    ]
    const calls = cases.map(async ([args]) => (await work(args)).reply)
    // One task isn't stored for long.
    const replies = await clock.passUntil(10, Promise.all(calls))
    for (const [i, [, expected]] of cases.entries()) expect(replies[i]).toMatchObject(expected as object)
  })

  test('[TSX-14] isn’t followed if it is another call’s task', async () => {
    await server()
    const first = work({ id: 'same', states: ['working', 'working', 'completed'] })
    await fleet.until(() => count('tasks/get') > 0)
    expect((await work({ id: 'same' })).reply).toEqual(stopped('it gave this call the task of another call'))
    expect((await first).reply).toMatchObject({ status: 'answered' })
    expect(count('tasks/cancel')).toBe(0)
  })
})

describe('a task that wants input', () => {
  test('[TSX-6] [TSX-7] [TSX-12] asks once for each key, answers in parts, and can ask before the task exists', async () => {
    await server()
    const asked: ServerRequest[] = []
    const answers: ((it: RequestAnswer) => void)[] = []
    person = (input) => {
      asked.push(input)
      return new Promise((resolve) => answers.push(resolve))
    }
    const legs: number[] = []
    const call = work(
      { inFirst: { zero: question }, asks: { one: question, two: question }, more: { three: question } },
      { onLeg: async (leg) => void legs.push(leg) },
    )
    const answer = async (index: number, content: JsonObject) => {
      await fleet.until(() => answers.length > index)
      answers[index]?.(accepted(content))
    }
    await answer(0, {})
    await fleet.until(() => answers.length === 3)
    const before = count('tasks/get')
    await fleet.until(() => count('tasks/get') > before + 1)
    expect(asked).toHaveLength(3)
    await answer(2, { it: 2 })
    await fleet.until(() => count('answered') === 1)
    await answer(1, { it: 1 })
    await answer(3, { it: 3 })
    const { reply, news } = await call
    const said = reply.status === 'answered' ? JSON.stringify(reply.result) : ''
    expect(said).toMatch(/two.+one.+three/)
    await expect
      .poll(() => heard().filter((line) => line.startsWith('answered')))
      .toEqual(['answered two', 'answered one', 'answered three'])
    expect(asked.every(({ operation }) => operation?.call === 'call-0')).toBe(true)
    expect(news.filter(({ answers: key }) => key !== undefined)).toHaveLength(3)
    // One for the input before the task, one for the task, one for each answer.
    expect(legs).toEqual([2, 3, 4, 5, 6])
  })

  test('[TSX-6] [TSX-14] ends its call if it wants too much, or what no one answers @all', async () => {
    await server()
    person = () => new Promise(() => undefined)
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`${i}`, {}]))
    expect((await work({ asks: many })).reply).toEqual(stopped('it asked for 10000 things at once'))
    const files = { method: 'files/list', params: {} }
    expect((await work({ asks: { one: files } })).reply).toEqual(stopped('its request was refused: Method not found'))
    expect((await work({ asks: { one: 'files' } })).reply).toEqual(
      stopped('its request was refused: its request can’t be read'),
    )
  })

  test('[TSX-7] ends its call if the server refuses the answer, which isn’t sent again', async () => {
    await server()
    person = async () => accepted({})
    const { reply } = await work({ asks: { one: question }, deaf: ['tasks/update'] })
    expect(reply).toEqual(stopped('it didn’t take the answer for its task: error -32603, “Not now”'))
    await expect.poll(() => count('tasks/update')).toBe(1)
  })

  test('[TSX-7] withdraws what it asked when it ends without an answer', async () => {
    await server()
    const asked = Promise.withResolvers<void>()
    const withdrawn = Promise.withResolvers<void>()
    person = ({ signal }) =>
      new Promise((_resolve, reject) => {
        asked.resolve()
        signal.addEventListener('abort', () => {
          withdrawn.resolve()
          reject(signal.reason)
        })
      })
    const stop = new AbortController()
    const call = work({ asks: { one: question } }, { signal: stop.signal })
    await asked.promise
    stop.abort('person')
    await withdrawn.promise
    expect((await call).turns).toEqual(['working', 'input_required', 'cancelling', 'cancelled'])
  })
})

describe('a task whose call is given up', () => {
  const givenUp = async (args: JsonObject, reason = 'person', stepMs = 0) => {
    const stop = new AbortController()
    const before = count('tasks/get')
    const call = work(args, { signal: stop.signal })
    await fleet.until(() => count('tasks/get') > before)
    stop.abort(reason)
    return clock.passUntil(stepMs, call)
  }

  test('[TSX-8] is cancelled by its own request, and ends as its server says, if that comes soon @all', async () => {
    await server()
    const { reply, turns } = await givenUp({ states: ['working'] })
    expect(reply).toEqual({ status: 'cancelled', mayHaveRun: true })
    expect(turns).toEqual(['working', 'cancelling', 'cancelled'])
    const done = await givenUp({ states: ['working'], stops: 'completed' })
    expect(done.reply).toMatchObject(textOf('done'))
    const never = await givenUp({ states: ['working'], stops: 'never' }, 'person', 1000)
    expect(never.reply).toEqual({ status: 'cancelled', mayHaveRun: true })
    expect(never.turns).toEqual(['working', 'cancelling'])
    // A poll that Atrium waits for can be cancelled so, but not the call.
    const cancelled = fleet.of('request.sent').filter(({ method }) => method === 'notifications/cancelled')
    expect(cancelled.filter(({ detail }) => detail === 'work')).toEqual([])
  })

  test('[TSX-5] continues if Atrium closes', async () => {
    await server()
    expect((await givenUp({ states: ['working'] }, 'quit')).reply).toEqual({ status: 'cancelled', mayHaveRun: true })
    expect(count('tasks/cancel')).toBe(0)
  })
})
