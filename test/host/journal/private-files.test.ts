import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../../main/host/journal/database-file.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import { isOpenToOthers } from '../../../main/host/journal/private-files.ts'
import { Atrium } from '../../support/atrium.ts'
import { signing } from './chain/signing.ts'
import { connect, note, openJournal, temporaryDirectory, viewsOf } from './support.ts'

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)

/** A folder that other accounts can read. */
function openDirectory(): string {
  const directory = temporaryDirectory()
  chmodSync(directory, 0o755)
  return directory
}

describe('files in the data folder', () => {
  test('[WEB-26] belong only to their owner from their creation', async () => {
    const directory = openDirectory()
    const journal = openJournal({}, directory)
    const writer = signing(journal)
    await writer.open()
    journal.append(note('a'))
    viewsOf(journal)
    backUp(connect(journal.file), journal.file, 3)
    const modes = Object.fromEntries(readdirSync(directory).map((name) => [name, modeOf(path.join(directory, name))]))
    const names = [
      'audit.heads.jsonl',
      'journal.db',
      'journal.db-shm',
      'journal.db-wal',
      'journal.db.v3.backup',
      'lock.db',
      'reports.db',
      'reports.db-shm',
      'reports.db-wal',
      'views.db',
      'views.db-shm',
      'views.db-wal',
    ]
    expect(modes).toEqual(Object.fromEntries(names.map((name) => [name, '600'])))
  })

  test('[WEB-26] are closed to others at the next start, and other files stay unchanged', async () => {
    const directory = openDirectory()
    const at = (name: string): string => path.join(directory, name)
    await openJournal({}, directory).close()
    const ours = ['servers.json', 'settings.json', 'secrets.key', 'secrets.keyring.json', 'running.json', 'window.json']
    for (const name of [...ours, 'notes.txt']) writeFileSync(at(name), '{}')
    for (const name of readdirSync(directory)) chmodSync(at(name), 0o644)
    symlinkSync('notes.txt', at('secrets.enc'))
    openJournal({}, directory)
    expect(ours.concat('journal.db', 'lock.db').map((name) => modeOf(at(name)))).toEqual(Array(8).fill('600'))
    expect(modeOf(at('notes.txt'))).toBe('644')
  })
})

test('[WIN-14] cause a warning in a folder that a service copies, in the terminal and in the window', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  const directory = path.join(openDirectory(), 'Dropbox', 'atrium')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const journal = vi.spyOn(Journal, 'open')
  const atrium = await Atrium.start({ directory })
  onTestFinished(() => atrium.close())
  const risk = `${directory} is in a folder that Dropbox copies to other computers. Quit Atrium and move the folder out of there: a copied database can be damaged or read by others.`
  expect(atrium.person.state.folderRisk).toBe(risk)
  const said = written.mock.calls.findIndex(([text]) => text === `${risk}\n`)
  expect(written.mock.invocationCallOrder[said]).toBeLessThan(journal.mock.invocationCallOrder[0] ?? 0)
})

test('[WEB-26] cause a warning while other accounts can open the directory', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  const directory = openDirectory()
  const atrium = await Atrium.start({ directory })
  onTestFinished(() => atrium.close())
  expect(atrium.person.state.openFolder).toBe(directory)
  const sentence = `Other accounts on this computer can open the data folder ${directory}. Run chmod 700 on it.\n`
  expect(written.mock.calls.map(([text]) => text)).toContain(sentence)
  await atrium.stop()
  chmodSync(directory, 0o700)
  expect(isOpenToOthers(directory)).toBe(false)
  await atrium.open()
  expect(atrium.person.state.openFolder).toBeUndefined()
})
