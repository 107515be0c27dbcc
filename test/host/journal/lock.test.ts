import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HostError } from '../../../shared/contract/errors.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import { lockDirectory } from '../../../main/host/journal/lock.ts'
import { startAppender } from './processes.ts'
import { connect, openJournal, temporaryDirectory } from './support.ts'

/** Changes what the lock says about its holder. */
function forge(directory: string, change: string): void {
  const db = connect(join(directory, 'lock.db'))
  db.exec(`UPDATE holder SET ${change}`)
  db.close()
}

test('[JRN-16] refuses a second host with the first one’s process number and what to do', () => {
  const directory = temporaryDirectory()
  openJournal({}, directory)
  expect(() => Journal.open(directory)).toThrow(
    new HostError(
      'conflict',
      `Atrium is already running with this data folder, as process ${process.pid}. Use that one, or close it and start again.`,
    ),
  )
})

test('[JRN-16] releases the directory on closing', async () => {
  const directory = temporaryDirectory()
  await openJournal({}, directory).close()
  expect(() => lockDirectory(directory)).not.toThrow()
})

test('[JRN-16] releases the directory if a host can’t open its journal', () => {
  const directory = temporaryDirectory()
  const db = connect(join(directory, 'journal.db'))
  db.exec('PRAGMA application_id = 7; CREATE TABLE t (a)')
  expect(() => Journal.open(directory)).toThrow('belongs to another program')
  expect(() => lockDirectory(directory)).not.toThrow()
})

test('[JRN-16] keeps the directory for a living process until it is killed', async () => {
  const directory = temporaryDirectory()
  const other = startAppender(directory, 'hold')
  await other.printed(1)
  expect(() => Journal.open(directory)).toThrow(`as process ${other.child.pid}.`)
  await other.kill()
  expect(openJournal({}, directory).seq).toBe(0)
})

test.each([
  ['its process number went to another process', "started = 'earlier'"],
  ['the computer has restarted since', "boot = 'another'"],
])('[JRN-16] takes over a lock when %s', (_what, change) => {
  const directory = temporaryDirectory()
  lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow(expect.objectContaining({ code: 'conflict' }))
  forge(directory, change)
  expect(() => lockDirectory(directory)).not.toThrow()
})

test('[JRN-16] gives the directory to one of several hosts that find a dead owner at once', async () => {
  const directory = temporaryDirectory()
  lockDirectory(directory)
  forge(directory, "started = 'earlier'")
  const starters = [1, 2, 3, 4].map(() => startAppender(directory, 'hold'))
  await Promise.all(starters.map((it) => it.printed(1)))
  expect(starters.map(({ lines }) => lines[0] ?? '').toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'open'])
})

test('[JRN-16] refuses a missing directory with a sentence', () => {
  const directory = join(temporaryDirectory(), 'nowhere')
  expect(() => Journal.open(directory)).toThrow(
    expect.objectContaining({ code: 'unavailable', message: expect.stringContaining('Can’t lock') }),
  )
})
