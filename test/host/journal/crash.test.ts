import { expect, test } from 'vitest'
import { recover } from '../../../main/host/journal/recovery.ts'
import { startAppender } from './processes.ts'
import { connect, openJournal, storedSeqs, temporaryDirectory, verify } from './support.ts'
import { leaveTime } from '../../support/waiting.ts'

const rounds = 10

test('[JRN-5] loses nothing reported as durable when the process is killed at any moment', async () => {
  const directory = temporaryDirectory()
  let acknowledged = 0
  for (let round = 0; round < rounds; round++) {
    const appender = startAppender(directory, 'append')
    await appender.printed(2)
    await leaveTime(5 + ((round * 37) % 90))
    await appender.kill()
    const last = Number(appender.lines.at(-1))
    expect(last).toBeGreaterThan(acknowledged)
    acknowledged = last

    const journal = openJournal({}, directory)
    const db = connect(journal.file)
    expect(journal.seq).toBeGreaterThanOrEqual(acknowledged)
    expect(storedSeqs(db)).toEqual(Array.from({ length: journal.seq }, (_, i) => i + 1))
    expect(verify(db)).toMatchObject({ state: 'intact', records: journal.seq })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    recover(journal)
    await journal.close()
    db.close()
  }
})
