import { expect, onTestFinished, test } from 'vitest'
import { Log } from '../../../../main/host/journal/queries/log.ts'
import { Reader } from '../../../../main/host/journal/queries/reader.ts'
import { signing } from './signing.ts'
import { note, openJournal, temporaryDirectory } from '../support.ts'

test('[LOG-6] ends a cancelled check for everyone waiting, and starts another for the next request', async () => {
  const journal = openJournal()
  for (let i = 0; i < 5; i++) journal.append(...Array.from({ length: 500 }, (_, n) => note(`${i} ${n}`)))
  journal.flush()
  const heads = signing(journal)
  const reader = new Reader(journal)
  onTestFinished(() => reader.close())
  const log = new Log(reader, heads, temporaryDirectory())
  await log.stopCheck()
  // A thread that is still starting may take longer than a command waits.
  await reader.ask('checkProgress')
  const [one, other, , again] = await Promise.all([log.verify(), log.verify(), log.stopCheck(), log.verify()])
  expect([one, other]).toEqual([{ state: 'stopped' }, { state: 'stopped' }])
  let found = again
  while (found.state === 'checking') found = await log.verify()
  expect(found).toMatchObject({ state: 'intact', records: 2500 })
})
