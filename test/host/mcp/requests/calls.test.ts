import { afterEach, describe, expect, test } from 'vitest'
import type { Progress } from '../../../../main/host/mcp/protocol/types.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'
import { Fleet, moduleFile, node, peer } from '../../../support/fleet.ts'

let fleet: Fleet
afterEach(() => fleet.close())

const both = [
  ['legacy', 'good.mjs', {}],
  ['modern', 'good.mjs', { MCP_ERA: 'modern' }],
] as const

describe.each(both)('a %s call', (era, script, env) => {
  test('[CAL-1] runs in parallel with others and has its own progress', async () => {
    fleet = new Fleet()
    await fleet.ready(peer(script, env))
    expect(fleet.status()).toMatchObject({ era })
    const seen: Progress[][] = [[], []]
    const order: string[] = []
    const sleeping = [60_000, 70_000].map((ms, at) =>
      fleet
        .say('sleep', { ms, echoes: 21 }, { onProgress: (it) => seen[at]?.push(it) })
        .finally(() => order.push('slept')),
    )
    const echoes = Array.from({ length: 20 }, (_, i) => `${i}`)
    expect(await Promise.all(echoes.map((text) => fleet.say('echo', { text })))).toEqual(echoes)
    await fleet.until(() => seen.every((it) => it.length >= 3))
    order.push('echoed')
    expect(await fleet.say('echo', { text: 'wake' })).toBe('wake')
    expect(await Promise.all(sleeping)).toEqual(['slept', 'slept'])
    expect(order).toEqual(['echoed', 'slept', 'slept'])
    expect(seen.map((it) => new Set(it.map(({ total }) => total)))).toEqual([new Set([60_000]), new Set([70_000])])
    for (const each of seen) {
      expect(each.map(({ progress }) => progress)).toEqual(
        each.map(({ progress }) => progress).toSorted((a, b) => a - b),
      )
    }
  })

  test('[CAL-2] ends at once if it is cancelled, and the server gets one cancellation', async () => {
    fleet = new Fleet()
    const server = await fleet.ready(peer(script, env))
    const person = new AbortController()
    const call = fleet.call('sleep', { ms: 10_000 }, { signal: person.signal, onProgress: () => person.abort() })
    const other = fleet.say('sleep', { ms: 300 })
    expect(await call).toEqual({ status: 'cancelled', mayHaveRun: true })
    await fleet.until(() => server.stderr().some((it) => it.startsWith('cancelled')))
    expect(await other).toBe('slept')
    expect(server.stderr().filter((it) => it.startsWith('cancelled'))).toHaveLength(1)
    expect(fleet.of('request.sent').filter((it) => it.method === 'notifications/cancelled')).toMatchObject([
      { detail: 'sleep' },
    ])
  })
})

test('[CAL-2] tells the official servers of both eras about a cancelled call', async () => {
  fleet = new Fleet()
  const everything = moduleFile('@modelcontextprotocol/server-everything/dist/index.js')
  await fleet.add({ everything: node([everything, 'stdio']), modern: peer('modern-peer.mjs', { LEGACY: 'reject' }) })
  const cancel = async (id: string, tool: string, args: Record<string, number>) => {
    const person = new AbortController()
    return fleet.call(tool, args, { id, signal: person.signal, onProgress: () => person.abort() })
  }
  expect(await cancel('everything', 'trigger-long-running-operation', { duration: 2, steps: 10 })).toMatchObject({
    status: 'cancelled',
  })
  expect(await cancel('modern', 'slow', { n: 50 })).toMatchObject({ status: 'cancelled' })
  await fleet.until(() => fleet.server('modern').stderr().includes('[peer] aborted'))
  expect(await fleet.say('echo', { text: 'still here' }, { id: 'modern' })).toBe('still here')
})

test('[CAL-2] counts and logs a cancelled call’s late answer, and delivers it to no one', async () => {
  fleet = new Fleet()
  await fleet.ready(peer('slow-drip.mjs'))
  const stop = new AbortController()
  const call = fleet.call('cancel_ignored', {}, { signal: stop.signal })
  await fleet.until(() => fleet.server().stderr().includes('holds it'))
  stop.abort()
  expect(await call).toEqual({ status: 'cancelled', mayHaveRun: true })
  await fleet.until(() => fleet.of('answer.late').length > 0)
  expect(await fleet.say('ok')).toBe('ok')
  // The ID is the one on the wire, and nothing of the answer's content is kept.
  const [, id] = /cancelled (\d+):/.exec(fleet.server().stderr().join('\n')) ?? []
  await fleet.servers.close()
  expect(fleet.violations()).toEqual({ 'late-answer': 1 })
  const late = { type: 'answer.late', server: 'it', method: 'tools/call', id, detail: 'cancel_ignored' }
  expect(fleet.of('answer.late')).toEqual([late])
})

test('[CAL-2] tells the server in a sentence why a call is given up', async () => {
  fleet = new Fleet()
  const config = peer('slow-drip.mjs')
  const server = await fleet.ready(config)
  const heard = () => server.stderr().flatMap((line) => /^cancelled \d+: (.*)$/.exec(line)?.[1] ?? [])
  const held = () => server.stderr().filter((line) => line === 'holds it').length
  const told = async (giveUp: (call: AbortController) => void) => {
    const [heardBefore, heldBefore] = [heard().length, held()]
    const stop = new AbortController()
    const call = fleet.call('cancel_ignored', {}, { signal: stop.signal })
    await fleet.until(() => held() > heldBefore)
    giveUp(stop)
    await call
    await fleet.until(() => heard().length > heardBefore)
    return heard().at(-1)
  }
  expect(await told((call) => call.abort('person'))).toBe('The user cancelled this.')
  expect(await told((call) => call.abort('quit'))).toBe('Atrium is closing.')
  expect(await told((call) => call.abort())).toBe('The response is no longer needed.')
  expect(await told((call) => call.abort(new DOMException('Too long.', 'TimeoutError')))).toBe(
    'Atrium no longer waits for a response.',
  )
  fleet.apply({ it: { ...config, timeouts: { work: 1 } } })
  expect(await told(() => undefined)).toBe('Atrium no longer waits: it worked for longer than 1 s.')
})

test('[CAL-2] [LIF-8] logs at most sixty of a hundred late answers in a minute, and counts all', async () => {
  fleet = new Fleet()
  await fleet.ready(peer('slow-drip.mjs'))
  const stop = new AbortController()
  const calls = Array.from({ length: 100 }, () => fleet.call('cancel_ignored', {}, { signal: stop.signal }))
  expect(await fleet.say('ok')).toBe('ok')
  stop.abort()
  await Promise.all(calls)
  expect(await fleet.say('ok')).toBe('ok')
  await fleet.servers.close()
  const recorded = fleet.of('answer.late').length
  expect(recorded).toBeLessThanOrEqual(60)
  expect(recorded).toBeGreaterThan(50)
  expect(fleet.violations()).toEqual({ 'late-answer': 100, 'event-over-budget': 100 - recorded })
})

test('[CAL-2] doesn’t send a call that was cancelled before it could be sent', async () => {
  fleet = new Fleet()
  const server = await fleet.ready(peer('crash-on-call.mjs'))
  expect(await fleet.call('exit1', {}, { signal: AbortSignal.abort() })).toEqual({
    status: 'cancelled',
    mayHaveRun: false,
  })
  expect(await fleet.say('ok')).toBe('ok')
  expect(server.stderr().some((it) => it.includes('exit1'))).toBe(false)
})

test('[CAL-1] keeps progress finite, clamped, short and at most ten a second, and times a call out despite it', async () => {
  const clock = new ScriptedClock()
  fleet = new Fleet({ clock })
  const server = await fleet.ready(peer('slow-drip.mjs', {}, { timeouts: { idle: 1, work: 1.2 } }))
  const seen: Progress[] = []
  const reply = fleet.call('progress_forever', {}, { onProgress: (it) => seen.push(it) })
  for (let tenths = 1; tenths <= 11; tenths++) {
    await fleet.until(() => seen.length >= tenths)
    expect(seen).toHaveLength(tenths)
    clock.pass(100)
  }
  clock.pass(100)
  expect(await reply).toEqual({
    status: 'timed-out',
    problem: 'it was told to stop: it worked for longer than 1.2 s. It may have finished there.',
  })
  expect(seen.length).toBeLessThanOrEqual(13)
  for (const { progress, total, message = '' } of seen) {
    expect(progress).toBeGreaterThanOrEqual(0)
    expect(progress).toBeLessThanOrEqual(10)
    expect(total).toBe(10)
    expect(message.length).toBeLessThanOrEqual(200)
  }
  await fleet.until(() => server.stderr().some((it) => it.startsWith('cancelled')))
})

test('[CAL-3] accepts slow bytes, doesn’t count blank lines as progress, and needs no restart for new limits', async () => {
  fleet = new Fleet()
  await fleet.ready(peer('slow-drip.mjs'))
  expect(await fleet.say('drip')).toBe('slow')
  fleet.apply({ it: peer('slow-drip.mjs', {}, { timeouts: { idle: 0.5 } }) })
  const problem = 'it was told to stop: it made no progress for 0.5 s. It may have finished there.'
  expect(await fleet.call('keepalive')).toEqual({ status: 'timed-out', problem })
  expect(fleet.starts()).toBe(1)
})

describe('an answer', () => {
  test('[FRM-1] arrives however the server cuts and ends its lines', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('partial-lines.mjs'))
    const words = 'zażółć 🦊 \u2028 end'
    for (const tool of ['split', 'crlf', 'bom', 'pretty']) expect(await fleet.say(tool)).toBe(words)
    expect(await fleet.say('latin')).toBe('\uFFFDa 🦊 \u2028 end')
    expect(await fleet.call('die')).toEqual({
      status: 'failed',
      problem: 'it ended with exit code 3 in the middle of a message before it responded.',
      mayHaveRun: true,
    })
  })

  test('[FRM-1] arrives between lines that aren’t messages, which are counted', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('garbage-stdout.mjs'))
    expect(await fleet.say('echo', { text: 'clear' })).toBe('clear')
    await fleet.servers.close()
    const { batch, 'not-json': json, 'not-a-message': shape, 'malformed-answer': malformed } = fleet.violations()
    expect([batch, json, shape, malformed].map((it) => (it ?? 0) >= 3)).toEqual([true, true, true, false])
  })

  test('[FRM-3] settles only the request with its id, once', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('double-answer.mjs'))
    expect(await fleet.say('twice')).toBe('first')
    for (const tool of [
      'wrong_id',
      'null_id',
      'string_id',
      'float_id',
      'request_as_response',
      'late_error',
      'error_null',
    ])
      expect([tool, await fleet.say(tool)]).toEqual([tool, 'right'])
    const slow = fleet.say('slow')
    expect(await fleet.say('steal')).toBe('thief done')
    expect(await slow).toBe('stolen')
    await fleet.servers.close()
    expect(fleet.violations()).toMatchObject({ 'unknown-answer': 5, 'bad-id': 3, 'not-a-message': 1 })
  })

  test('[FRM-4] fails its own call at once if it is malformed', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('double-answer.mjs'))
    for (const tool of ['both', 'neither', 'nothing'])
      expect(await fleet.call(tool)).toEqual({
        status: 'failed',
        problem: 'Can’t read it’s response: its response isn’t in the required format.',
        mayHaveRun: true,
      })
    expect(await fleet.call('bad_error')).toEqual({
      status: 'failed',
      problem: 'it refused the call with error -32603: {"a":1}',
      mayHaveRun: true,
    })
  })

  test('[FRM-2] fails its own call at once if it is too deep or has too many values, but not if it is wide', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('deep-json.mjs'))
    const dropped = (kind: string) => ({
      status: 'failed',
      problem: `Can’t read it’s response: its response was dropped (${kind}).`,
      mayHaveRun: true,
    })
    expect(await fleet.call('deep')).toEqual(dropped('nested-too-deeply'))
    expect(await fleet.call('deep_object')).toEqual(dropped('nested-too-deeply'))
    expect(await fleet.call('values')).toEqual(dropped('too-many-values'))
    for (const tool of ['wide', 'many', 'numbers', 'pollute'])
      expect(await fleet.call(tool)).toMatchObject({ status: 'answered' })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(await fleet.say('ok')).toBe('ok')
  })
})

test('[CAL-6] refuses a legacy server’s requests that weren’t offered, and answers its ping', async () => {
  fleet = new Fleet()
  await fleet.ready(peer('asking.mjs'))
  const answers = JSON.parse(await fleet.say('ask')) as { error?: { code: number }; result?: unknown }[]
  expect(answers.map((it) => it.error?.code)).toEqual([-32601, -32601, -32601, -32601, undefined])
  expect(answers.at(-1)?.result).toEqual({})
  const refused = fleet.of('request.received').map(({ method, answer }) => `${method} ${answer}`)
  const methods = ['completion/complete', 'logging/setLevel', 'sampling/createMessage', 'vendor/thing']
  expect(refused.toSorted()).toEqual(methods.map((it) => `${it} refused`))
})

test('[CAL-6] sends nothing back for a modern server’s requests, which aren’t allowed', async () => {
  fleet = new Fleet()
  await fleet.ready(peer('asking.mjs', { MCP_ERA: 'modern' }))
  await fleet.say('ask')
  expect(await fleet.say('answers')).toBe('[]')
  expect(fleet.of('request.received').map(({ answer }) => answer)).toEqual(Array(5).fill('refused'))
})

describe('[CAL-4] an operation', () => {
  test('[CAL-4] isn’t sent if it was allowed for another configuration or definition @all', async () => {
    fleet = new Fleet()
    const server = await fleet.ready(peer('changing-list.mjs'))
    const send = (operation: ReturnType<Fleet['operation']>) =>
      server.call(operation, { signal: new AbortController().signal, onProgress: () => undefined })
    const cleared = fleet.operation('one')
    expect(await send(cleared)).toMatchObject({ status: 'answered' })
    expect(await send({ ...cleared, configuration: 'another' })).toEqual({
      status: 'stale',
      problem: 'it’s configuration changed after this was allowed.',
    })
    await fleet.say('change', { how: 'redefine' })
    await fleet.until(() => server.definition('one')?.hash !== cleared.definition)
    expect(await send(cleared)).toEqual({ status: 'stale', problem: 'it changed one after this was allowed.' })
    expect(await send({ ...cleared, tool: 'gone' })).toEqual({
      status: 'stale',
      problem: 'it no longer offers gone.',
    })
    expect(await send(fleet.operation('one'))).toMatchObject({ status: 'answered' })
  })

  test('[CAL-4] fails without having run if its server isn’t running', async () => {
    fleet = new Fleet()
    const server = await fleet.ready(peer('good.mjs'))
    const operation = fleet.operation('echo', { text: 'x' })
    await fleet.servers.stop('it')
    const reply = await server.call(operation, { signal: new AbortController().signal, onProgress: () => undefined })
    expect(reply).toEqual({ status: 'failed', problem: 'it isn’t running.', mayHaveRun: false })
  })
})
