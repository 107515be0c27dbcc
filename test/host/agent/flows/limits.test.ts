import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { describe, expect, test, vi } from 'vitest'
import { sha256 } from '../../../../main/host/base/hash.ts'
import { temporaryDirectory } from '../../journal/support.ts'
import { Conversations } from './support.ts'
import { erasing } from '../../journal/following.ts'

/** Words that no other number has, and that are no data in an alphabet of their own. */
const wordsOf = (i: number): string =>
  sha256(String(i))
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
    .replaceAll(/.{8}/g, '$& ')
    .trim()
const secret = (i: number): string => `Number ${i} keeps ${wordsOf(i)} for itself.`

/** Text without internal repetition. */
const filler = (length: number): string => randomBytes(length).toString('base64').slice(0, length)

describe('[FLO-4] limits for tracing', () => {
  test('keep a result traceable after any number of other results', async () => {
    const log = new Conversations()
    log.returned('notes', secret(0))
    for (let i = 1; i < 450; i++) log.returned('other', `Nothing of note, for the ${i}th time.`)
    expect(await log.pieces(secret(0))).toEqual([secret(0)])
  })

  test('trace text read later in a result to its server, even far from the beginning', async () => {
    const log = new Conversations()
    const text = `${filler(1_080_000)} ${secret(1)} ${filler(1000)}`
    const call = log.returned('notes', text)
    expect(await log.pieces(secret(1))).toEqual([])
    log.readOn({ content: [{ type: 'text', text }] }, text.slice(1_080_000, 1_081_000))
    const { flows, complete } = await log.trace({ text: secret(1) })
    expect(complete).toBe(true)
    expect(flows.map(({ source }) => source)).toEqual([{ kind: 'result', call, server: 'notes', tool: 'list' }])
    expect(await log.pieces(secret(1), { server: 'notes' })).toEqual([])
  })

  test('spend no space on text that isn’t for models', async () => {
    const log = new Conversations()
    const notForModels = { type: 'text', text: filler(1_100_000), annotations: { audience: ['user'] } }
    log.returned('notes', { content: [notForModels, { type: 'text', text: secret(1) }] })
    expect(await log.pieces(secret(1))).toEqual([secret(1)])
  })

  test('forget the oldest text beyond 20 million characters and report uncertainty, also after a restart @all', async () => {
    const directory = temporaryDirectory()
    const log = new Conversations(directory)
    for (let i = 0; i < 25; i++) {
      log.returned('notes', `${secret(i)} ${filler(900_000)}`)
      log.journal.flush()
    }
    const told = async (of: Conversations) => {
      // Everything has been read once the newest is found.
      while ((await of.trace({ text: secret(24) })).flows.length === 0);
      const found = await Promise.all([0, 1, 2, 3, 4, 24].map((i) => of.trace({ text: secret(i) })))
      expect(found.map(({ complete }) => complete)).toEqual(found.map(() => false))
      return found.map(({ flows }) => flows.some(({ start, end }) => end - start > 60))
    }
    expect(await told(log)).toEqual([false, false, false, true, true, true])
    await log.tracer.close()
    await log.journal.close()
    expect(await told(new Conversations(directory))).toEqual([false, false, false, true, true, true])
  })

  test('report arguments over a million characters as unknown, and searches that take too long', async () => {
    const log = new Conversations()
    log.returned('notes', 'x'.repeat(900_000))
    expect(await log.trace({ text: filler(1_000_001) })).toEqual({ flows: [], complete: false })
    expect(await log.trace({ text: 'Nothing of note. '.repeat(60) })).toEqual({ flows: [], complete: true })
    expect((await log.trace({ text: `${'x'.repeat(200_000)} ${'x'.repeat(200_000)}y` })).complete).toBe(false)
    expect((await log.trace({ text: secret(1) })).complete).toBe(true)
  })

  test('report at most 100 flows', async () => {
    const log = new Conversations()
    for (let i = 0; i < 150; i++) log.returned('notes', secret(i))
    const list = Array.from({ length: 150 }, (_, i) => secret(i))
    const { flows, complete } = await log.trace({ list })
    expect({ complete, told: flows.map(({ at }) => at) }).toEqual({
      complete: true,
      told: Array.from({ length: 100 }, (_, i) => `/list/${i}`),
    })
  })

  test('report an unfinished search as unknown when Atrium closes', async () => {
    const log = new Conversations()
    log.returned('notes', secret(1))
    const closing = log.trace({ text: secret(1) })
    const { tracer } = log
    await tracer.close()
    expect(await closing).toEqual({ flows: [], complete: false })
    expect(await log.trace({ text: secret(1) })).toEqual({ flows: [], complete: false })
  })
})

describe('[FLO-6] tracing data', () => {
  test('keeps conversations separate and follows five at once', async () => {
    const log = new Conversations()
    for (let i = 0; i < 5; i++) log.returned('notes', secret(i), `c${i}`)
    for (let i = 0; i < 5; i++) {
      expect(await log.pieces(secret(i), { conversation: `c${i}` })).toEqual([secret(i)])
      expect(await log.pieces(secret(i), { conversation: `c${(i + 1) % 5}` })).toEqual([])
    }
  })

  test('finds nothing in a new conversation until it receives data', async () => {
    const log = new Conversations()
    log.journal.append({ type: 'conversation.created', conversation: 'c', title: 'x', actor: 'desktop' })
    expect(await log.trace({ text: 'x'.repeat(1_000_001) })).toEqual({ flows: [], complete: true })
    log.says('Look', { name: 'a.txt', text: secret(1) })
    expect(await log.pieces(secret(1))).toEqual([secret(1)])
    log.journal.append({ type: 'conversation.created', conversation: 'd', title: 'x', actor: 'desktop' })
    log.returned('notes', secret(2), 'd')
    expect(await log.pieces(secret(2), { conversation: 'd' })).toEqual([secret(2)])
  })

  test('is gone after its conversation is erased', async () => {
    const log = new Conversations()
    const { journal } = log
    journal.append({ type: 'conversation.created', conversation: 'c', title: 'x', actor: 'desktop' })
    log.returned('notes', secret(1))
    expect(await log.pieces(secret(1))).toHaveLength(1)
    journal.append({ type: 'conversation.deleted', conversation: 'c', actor: 'desktop' })
    expect(await log.pieces(secret(1))).toHaveLength(1)
    await erasing(journal).erase('c')
    expect(await log.pieces(secret(1))).toEqual([])
  })
})

test('[FLO-7] asks its thread nothing about calls back to the only server that returned anything', async () => {
  const log = new Conversations()
  log.journal.append({ type: 'conversation.created', conversation: 'c', title: 'x', actor: 'desktop' })
  const handed = vi.spyOn(Worker.prototype, 'postMessage')
  const own = () => log.trace({ text: secret(1) }, { server: 'notes' })
  for (let n = 0; n < 5; n++) {
    log.returned('notes', secret(1))
    expect(await own()).toEqual({ flows: [], complete: true })
  }
  expect(handed).not.toHaveBeenCalled()
  log.returned('mail', secret(2))
  expect(await log.pieces(secret(2), { server: 'notes' })).toEqual([secret(2)])
  expect(handed).toHaveBeenCalled()
  handed.mockRestore()
})

test('[FLO-7] passes the positions of 200 results of 100 KB to the worker, not their contents @all', async () => {
  const log = new Conversations()
  await log.caughtUp()
  const handed = vi.spyOn(Worker.prototype, 'postMessage')
  for (let n = 0; n < 200; n++) log.returned('notes', filler(100_000))
  await log.caughtUp()
  const lengths = handed.mock.calls.map(([message]) => JSON.stringify(message).length)
  handed.mockRestore()
  expect(lengths.length).toBeGreaterThan(0)
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(200 * 500)
})
