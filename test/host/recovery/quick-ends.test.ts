import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import type { Ready } from '../../../main/host/base/thread.ts'
import { Atrium } from '../../support/atrium.ts'
import { times } from '../../support/deep.ts'

const count = times(10, 200)

/** A thread that has started: whether its program runs, whether it has loaded SQLite, and whether it ended. */
type Seen = { isOnline: boolean; isLoaded: boolean; isOver: boolean }

/** The threads that start from now on. */
function startedThreads(): Seen[] {
  const started: Seen[] = []
  const watch = (worker: Worker): void => {
    const seen: Seen = { isOnline: false, isLoaded: false, isOver: false }
    started.push(seen)
    worker.once('online', () => (seen.isOnline = true))
    worker.once('message', (first: Ready) => (seen.isLoaded = first === 'ready'))
    worker.once('exit', () => (seen.isOver = true))
  }
  process.on('worker', watch)
  onTestFinished(() => void process.off('worker', watch))
  return started
}

test(`[REC-5] ends ${count} hosts right after their start, and each of their threads only once it has loaded @all`, async () => {
  const atrium = await Atrium.start()
  const { conversation } = await atrium.person.link.call('sendMessage', { text: 'Hello' })
  await atrium.person.event('turn.finished')
  await atrium.stop()
  const started = startedThreads()
  for (let round = 0; round < count; round++) {
    const before = started.length
    await atrium.open()
    // A message starts the reading thread, and slightly later the one that follows what models are given.
    const threads = (round % 2) + 1
    const sent = atrium.person.link.call('sendMessage', { conversation, text: 'Hello again' }).catch(() => undefined)
    // From then on they load SQLite.
    while (started.slice(before).filter(({ isOnline }) => isOnline).length < threads) await setImmediate()
    for (let turn = 0; turn < round % 20; turn++) await setImmediate()
    await atrium.stop()
    await sent
  }
  // Node aborts the process if a thread ends earlier, but not each time.
  expect(started.length).toBeGreaterThanOrEqual(count)
  expect(started.filter(({ isLoaded, isOver }) => !isLoaded || !isOver)).toEqual([])
  await atrium.open()
  await atrium.close()
}, 1_800_000)
