import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { HostError } from '../../../shared/contract/errors.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import { identifyProcess, lockDirectory, startedByPs } from '../../../main/host/journal/lock.ts'
import { startAppender } from './processes.ts'
import { connect, openJournal, temporaryDirectory } from './support.ts'

const inNamespace = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child', '--']

const hasNamespaces =
  process.platform === 'linux' && spawnSync('unshare', [...inNamespace.slice(1), 'true']).status === 0

/** Changes what the lock says about its holder. */
function forge(directory: string, change: string): void {
  const db = connect(join(directory, 'lock.db'))
  db.pragma('busy_timeout = 0')
  db.exec(`UPDATE holder SET ${change}`)
  db.close()
}

/** A data folder whose host was killed, with a change to what the lock says about it. */
async function leftByDeadProcess(change: string): Promise<string> {
  const directory = temporaryDirectory()
  const host = startAppender(directory, 'hold')
  await host.printed(1)
  await host.kill()
  forge(directory, change)
  return directory
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
])('[JRN-16] takes over the directory of a dead process when %s', async (_what, change) => {
  const directory = await leftByDeadProcess(change)
  expect(openJournal({}, directory).seq).toBe(0)
})

test('[JRN-16] gives the directory to one of several hosts that find a dead owner at once', async () => {
  const directory = await leftByDeadProcess("started = 'earlier'")
  const starters = [1, 2, 3, 4].map(() => startAppender(directory, 'hold'))
  await Promise.all(starters.map((it) => it.printed(1)))
  expect(starters.map(({ lines }) => lines[0] ?? '').toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'open'])
})

test('[JRN-25] keeps the directory for its host whatever the row says about the holder', () => {
  const directory = temporaryDirectory()
  openJournal({}, directory)
  expect(() => forge(directory, "boot = 'another'")).toThrow('database is locked')
  expect(() => lockDirectory(directory)).toThrow(expect.objectContaining({ code: 'conflict' }))
})

test('[JRN-25] refuses a directory in use by a process with an unknown number, and names it', () => {
  const directory = temporaryDirectory()
  lockDirectory(directory)()
  const other = connect(join(directory, 'lock.db'))
  other.exec("INSERT INTO holder VALUES (1, 4194399, '7', 'another'); BEGIN IMMEDIATE")
  expect(() => Journal.open(directory)).toThrow(
    new HostError(
      'conflict',
      'Atrium is already running with this data folder, as process 4194399 in another container or on another computer. Close it there and start again.',
    ),
  )
  other.exec('ROLLBACK')
  expect(openJournal({}, directory).seq).toBe(0)
})

test('[JRN-25] refuses a directory while a process begins to use it', () => {
  const directory = temporaryDirectory()
  const other = connect(join(directory, 'lock.db'))
  other.exec('BEGIN EXCLUSIVE')
  expect(() => Journal.open(directory)).toThrow(
    new HostError('conflict', 'Another process is starting or closing with this data folder. Start again in a moment.'),
  )
})

test('[JRN-25] refuses the directory of an earlier Atrium that runs and only has the row', () => {
  const directory = temporaryDirectory()
  lockDirectory(directory)()
  const identity = identifyProcess(process.ppid)
  if (!identity) throw new Error('The parent process runs.')
  const db = connect(join(directory, 'lock.db'))
  db.prepare('INSERT INTO holder VALUES (1, ?, ?, ?)').run(process.ppid, identity.started, identity.boot)
  expect(() => Journal.open(directory)).toThrow(`as process ${process.ppid}.`)
})

test.skipIf(!hasNamespaces)(
  '[JRN-25] refuses a second host in another PID namespace until the first is killed',
  async () => {
    const directory = temporaryDirectory()
    const first = startAppender(directory, 'hold')
    await first.printed(1)
    const second = startAppender(directory, 'hold', inNamespace)
    await second.printed(1)
    expect(second.lines).toEqual(['conflict'])
    await first.kill()
    const third = startAppender(directory, 'hold', inNamespace)
    await third.printed(1)
    expect(third.lines).toEqual(['open'])
    expect(() => Journal.open(directory)).toThrow('in another container or on another computer.')
  },
)

test('[WIN-11] takes over the directory of a dead process whose number another one has, if no start time is known', async () => {
  const directory = await leftByDeadProcess(`started = NULL, boot = NULL, pid = ${process.ppid}`)
  expect(openJournal({}, directory).seq).toBe(0)
})

describe('[WIN-11] a start time from ps', () => {
  test.skipIf(process.platform === 'win32')('is the same in each language and time zone', () => {
    const started = ['UTC', 'Asia/Tokyo', 'America/New_York'].map((zone) => {
      vi.stubEnv('TZ', zone)
      vi.stubEnv('LANG', 'de_DE.UTF-8')
      return startedByPs(process.ppid)
    })
    vi.unstubAllEnvs()
    expect(new Set(started).size).toBe(1)
    expect(started[0]).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/)
  })

  test('is asked from the system’s own ps, and unknown if that fails', () => {
    const asked: unknown[] = []
    const recorded = (...call: unknown[]): string => {
      asked.push(call)
      return 'Sat Nov 28 14:02:11 2026\n'
    }
    expect(startedByPs(7, recorded)).toBe('Sat Nov 28 14:02:11 2026')
    expect(asked).toEqual([['/bin/ps', ['-o', 'lstart=', '-p', '7'], { LC_ALL: 'C', TZ: 'UTC' }]])
    const missing = (): never => {
      throw new Error('spawn ENOENT')
    }
    expect([startedByPs(7, missing), startedByPs(7, () => '')]).toEqual([null, null])
  })
})

test('[JRN-16] refuses a missing directory with a sentence', () => {
  const directory = join(temporaryDirectory(), 'nowhere')
  expect(() => Journal.open(directory)).toThrow(
    expect.objectContaining({ code: 'unavailable', message: expect.stringContaining('Can’t lock') }),
  )
})
