import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { Atrium } from '../../support/atrium.ts'
import { times } from '../../support/deep.ts'

const count = times(10, 200)

/** Threads that start from now on, each as soon as its program runs: from then on it loads SQLite. */
function runningThreads(): Worker[] {
  const running: Worker[] = []
  const watch = (worker: Worker): void => void once(worker, 'online').then(() => running.push(worker))
  process.on('worker', watch)
  onTestFinished(() => void process.off('worker', watch))
  return running
}

test(`[REC-5] ends ${count} hosts with a conversation right after their start, without a crash`, async () => {
  const atrium = await Atrium.start()
  const { conversation } = await atrium.person.link.call('sendMessage', { text: 'Hello' })
  await atrium.person.event('turn.finished')
  await atrium.stop()
  const running = runningThreads()
  const ends: string[] = []
  for (let round = 0; round < count; round++) {
    running.length = 0
    await atrium.open()
    // A message starts the reading thread, and slightly later the one that follows what models are given.
    const threads = (round % 2) + 1
    const sent = atrium.person.link.call('sendMessage', { conversation, text: 'Hello again' }).catch(() => undefined)
    while (running.length < threads) await setImmediate()
    for (let turn = 0; turn < round % 20; turn++) await setImmediate()
    await atrium.stop()
    await sent
    ends.push('ended')
  }
  expect(ends).toHaveLength(count)
  await atrium.open()
  await atrium.close()
}, 1_800_000)
