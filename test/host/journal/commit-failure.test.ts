import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { diskQuota } from '../../../main/host/journal/database-file.ts'
import type { Journal } from '../../../main/host/journal/journal.ts'
import { bulk, connect, note, openJournal, recorder, storedSeqs, temporaryDirectory, verify } from './support.ts'

const plenty = 1_000_000

/** A journal whose disk quota the test can use up (`none` stops all growth) and raise again. */
async function limited(retryMs = 10): Promise<{ journal: Journal; allow: (pages: number) => void }> {
  let pages = plenty
  const journal = openJournal({ retryMs, maxPages: () => pages })
  journal.append(note('before'))
  await journal.durable()
  return { journal, allow: (allowed) => (pages = allowed) }
}

const none = 1
const unavailable = expect.objectContaining({ name: 'HostError', code: 'unavailable' })

const healthy = (journal: Journal): Promise<void> =>
  new Promise((resolve) => {
    journal.subscribe(({ event }) => {
      if (event.type === 'journal.health' && event.health.state === 'ok') resolve()
    })
  })

test('[JRN-4] refuses waiters at once when a commit fails, with the reason in one sentence', async () => {
  const { journal, allow } = await limited(60_000)
  allow(none)
  journal.append(bulk())
  await expect(journal.durable()).rejects.toThrow(
    'Atrium can’t write its log (the disk is full), so nothing new can start. Atrium keeps trying.',
  )
  journal.append(note('while it fails'))
  await expect(journal.durable()).rejects.toThrow(unavailable)
  expect(() => journal.assertHealthy()).toThrow(unavailable)
  allow(plenty)
})

test('[JRN-4] publishes the failure once, and the recovery once', async () => {
  const { journal, allow } = await limited()
  const heard = recorder(journal)
  const healed = healthy(journal)
  allow(none)
  journal.append(bulk())
  for (let i = 0; i < 3; i++) journal.flush()
  expect(journal.state.health).toMatchObject({ state: 'failing', reason: 'the disk is full' })
  allow(plenty)
  await healed
  expect(heard.map(({ seq, event }) => [seq, event.type])).toEqual([
    [2, 'request.sent'],
    [null, 'journal.health'],
    [null, 'journal.health'],
  ])
  expect(() => journal.assertHealthy()).not.toThrow()
})

test('[JRN-4] loses nothing: writes the queue in order when there is space again', async () => {
  const { journal, allow } = await limited()
  const other = connect(journal.file)
  allow(none)
  const value = journal.keep('y'.repeat(70_000))
  for (const name of ['a', 'b', 'c']) {
    journal.append(bulk(name))
    await expect(journal.durable()).rejects.toThrow(unavailable)
  }
  expect(storedSeqs(other)).toEqual([1])
  expect(journal.read(value)).toBe('y'.repeat(70_000))
  const healed = healthy(journal)
  allow(plenty)
  await healed
  await journal.durable()
  const details = other.prepare("SELECT substr(body ->> 'detail', 1, 1) FROM bodies WHERE seq > 1 ORDER BY seq").pluck()
  expect(details.all()).toEqual(['a', 'b', 'c'])
  expect(storedSeqs(other)).toEqual([1, 2, 3, 4])
  expect(verify(other)).toMatchObject({ state: 'intact', records: 4 })
  expect(journal.read(value)).toBe('y'.repeat(70_000))
})

test('[JRN-4] writes one append’s events together or not at all', async () => {
  const { journal, allow } = await limited()
  const other = connect(journal.file)
  allow(none)
  journal.append(note('small'), bulk(), note('small'))
  await expect(journal.durable()).rejects.toThrow(unavailable)
  expect(storedSeqs(other)).toEqual([1])
  allow(plenty)
  journal.flush()
  expect(storedSeqs(other)).toEqual([1, 2, 3, 4])
})

test('[JRN-4] retries with growing pauses of at most five times the first', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  let attempts = 0
  let pages = plenty
  const journal = openJournal({ retryMs: 20, maxPages: () => (attempts++, pages) })
  pages = none
  journal.append(bulk())
  await expect.poll(() => attempts).toBeGreaterThan(6)
  pages = plenty
  const pauses = timers.mock.calls.flatMap(([, ms]) => (ms !== undefined && ms >= 20 ? [ms] : []))
  timers.mockRestore()
  expect(pauses.slice(0, 5)).toEqual([20, 40, 80, 100, 100])
})

test('[JRN-4] says on closing how much couldn’t be written, and releases the directory', async () => {
  const directory = temporaryDirectory()
  let pages = plenty
  const journal = openJournal({ maxPages: () => pages }, directory)
  journal.append(note('before'))
  journal.flush()
  pages = none
  journal.append(bulk(), bulk())
  await expect(journal.close()).rejects.toThrow('Atrium couldn’t write 2 events to the log before it closed.')
  expect(openJournal({}, directory).seq).toBe(1)
})

test('[JRN-30] uses free disk space except for a reserve, and continues when there is space again', async () => {
  const megabyte = 1024 * 1024
  const disk = { bsize: 4096, blocks: (1000 * megabyte) / 4096, bavail: (100 * megabyte) / 4096 }
  const directory = temporaryDirectory()
  const quota = diskQuota(directory, () => disk)
  expect(quota()).toBe((80 * megabyte) / 4096)
  disk.blocks *= 1000
  expect(quota()).toBe((36 * megabyte) / 4096)
  expect(diskQuota(path.join(directory, 'nowhere'))()).toBe(4_294_967_294)

  const journal = openJournal({ retryMs: 10, maxPages: quota }, directory)
  journal.append(note('before'))
  await journal.durable()
  const healed = healthy(journal)
  disk.bavail = (63 * megabyte) / 4096
  for (let i = 0; i < 100; i++) journal.append(bulk())
  await expect(journal.durable()).rejects.toThrow('the disk is full')
  disk.bavail = (100 * megabyte) / 4096
  await healed
})
