import { renameSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Reader } from '../../../main/host/journal/queries/reader.ts'
import { Conversations } from '../agent/flows/support.ts'
import { openJournal } from '../journal/support.ts'

/** The fate of each thread from now on, in order: its first message, and its end. */
function watchThreads(): string[][] {
  const threads: string[][] = []
  const watch = (worker: Worker): void => {
    const seen: string[] = []
    threads.push(seen)
    worker.once('message', (message) => seen.push(String(message)))
    const end = worker.terminate.bind(worker)
    vi.spyOn(worker, 'terminate').mockImplementation(() => {
      seen.push('ended')
      return end()
    })
  }
  process.on('worker', watch)
  onTestFinished(() => void process.off('worker', watch))
  return threads
}

/** The thread gets further in each round before it is ended. */
const rounds = [0, 1, 5, 25, 100, 400]

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate()
}

test('[REC-5] ends a thread that reads the log only once it has loaded SQLite @all', async () => {
  const threads = watchThreads()
  const journal = openJournal()
  for (const count of rounds) {
    const reader = new Reader(journal)
    const asked = reader.ask('listConversations', { limit: 1 }).catch((error: unknown) => error)
    await turns(count)
    await reader.close()
    await asked
  }
  expect(threads).toEqual(rounds.map(() => ['ready', 'ended']))
})

test('[REC-5] ends a thread that follows data only once it has loaded SQLite @all', async () => {
  const threads = watchThreads()
  for (const count of rounds) {
    const conversations = new Conversations()
    conversations.says('Hello', { name: 'a.txt', text: 'x'.repeat(100) })
    const traced = conversations.trace({ text: 'x' })
    await turns(count)
    await conversations.tracer.close()
    await traced
  }
  expect(threads).toEqual(rounds.map(() => ['ready', 'ended']))
})

test('[REC-5] ends a thread that never loads SQLite', async () => {
  const threads = watchThreads()
  const journal = openJournal()
  await journal.close()
  renameSync(journal.file, `${journal.file}.away`)
  const reader = new Reader(journal)
  await expect(reader.ask('listConversations', { limit: 1 })).rejects.toMatchObject({ code: 'unavailable' })
  await reader.close()
  expect(threads).toEqual([[]])
})
