import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkupWords } from '../../main/host/checkup/words.ts'
import { keyringWords } from '../../main/shells/electron/secrets/words.ts'
import { desktopWords } from '../../main/shells/electron/words.ts'
import { forkDouble } from '../double/launch.ts'
import { runToEnd } from '../double/real.ts'
import { copyApp } from '../e2e/support/app-copy.ts'
import { root } from '../e2e/support/root.ts'
import { words } from '../support/words.ts'
import type { Options } from '../double/window/state.ts'
import { endMessage } from '../../tools/process.mjs'
import * as start from './checks/start.ts'
import * as surroundings from './checks/surroundings.ts'
import { Bench, type Check } from './support/bench.ts'
import { atDesk, expect, test as base } from './support/desk.ts'

const { folder: folderWords } = checkupWords

const test = base.extend<{ folder: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'atrium-start-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

test('[ELE-53] shows in a dialog why it doesn’t start, also before Electron is ready', async () => {
  const { code, said } = await runToEnd({ appDirectory: root, args: ['--data-dir='] })
  expect([code, said]).toEqual([
    2,
    expect.stringContaining(`Dialog: Atrium\n${desktopWords.directoryWithoutName('--data-dir')}`),
  ])
})

test('[ELE-54] shows its window after two seconds, though Electron says nothing about its page @all', () =>
  atDesk(
    async ({ desktop }) => {
      const isVisible = () => desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
      await expect.poll(isVisible).toBe(true)
    },
    { double: { withheld: ['ready-to-show', 'did-finish-load'] } },
  ))

test('[ELE-54] keeps a window hidden that is hidden before it first shows', () =>
  atDesk(
    async ({ desktop }) => {
      const shown = await desktop.evaluate(async ({ app, BrowserWindow }) => {
        let times = 0
        const [window] = BrowserWindow.getAllWindows()
        window?.on('show', () => (times += 1))
        app.emit('before-quit', { preventDefault: () => undefined })
        await new Promise((resolve) => setTimeout(resolve, 0))
        return times
      })
      expect(shown).toBe(0)
      expect(await desktop.ended).toBe(0)
    },
    { double: { withheld: ['ready-to-show', 'did-finish-load'] } },
  ))

test('[ELE-91] shows its window while the keyring’s question is open, and says why no key can be stored @all', () =>
  atDesk(
    async ({ app, person }) => {
      await person.connectModel()
      await expect(app.page.getByText(keyringWords.silent)).toBeVisible()
    },
    { double: { keyring: 'asking' } },
  ))

test('[ELE-55] opens the link of a second start that came before Electron was ready', () => {
  const config = Buffer.from(JSON.stringify({ command: 'node', args: ['x.js'] })).toString('base64url')
  return atDesk(
    async ({ app }) => {
      const dialog = app.page.getByRole('dialog', { name: words.serverForm.dialog.title })
      await expect(dialog).toContainText('early')
    },
    { double: { secondStart: ['--allow-file-access-from-files', `atrium://add?name=early&config=${config}`] } },
  )
})

// Windows has another lock.
const posix = process.platform === 'win32' ? test.skip : test

/** A data folder that can't be used, below a folder of the test, and what is said of it. */
const unusable: [what: string, make: (base: string) => string, says: (folder: string) => string][] = [
  [
    'is a file',
    (inside) => {
      writeFileSync(path.join(inside, 'file'), 'mine')
      return path.join(inside, 'file')
    },
    (folder) => `${folderWords.noFolder(folder, folder)} ${folderWords.chooseFolder}`,
  ],
  [
    'is below a file',
    (inside) => {
      writeFileSync(path.join(inside, 'file'), 'mine')
      return path.join(inside, 'file', 'new')
    },
    (folder) => `${folderWords.noFolder(folder, path.dirname(folder))} ${folderWords.chooseFolder}`,
  ],
  [
    'can be written to by all accounts',
    (inside) => {
      chmodSync(inside, 0o777)
      return inside
    },
    (folder) => `${folderWords.shared(folder, folder, 'all')} ${folderWords.closeFolder(`chmod 700 ${folder}`)}`,
  ],
]

for (const [what, make, says] of unusable)
  posix(
    `[ELE-53] [WEB-28] [WEB-31] says in a dialog that its data folder ${what}, and changes nothing`,
    async ({ folder }) => {
      const given = make(folder)
      const before = readdirSync(folder)
      const { code, said } = await runToEnd({ appDirectory: root, args: [`--data-dir=${given}`], double: {} })
      expect([code, said]).toEqual([2, expect.stringContaining(`Dialog: Atrium\n${says(given)}\n`)])
      expect(said).not.toMatch(/\n {4}at |Error:/)
      expect(readdirSync(folder)).toEqual(before)
    },
  )

posix('[ELE-56] names a lock of another computer instead of claiming that Atrium is open', async ({ folder }) => {
  const own = path.join(folder, 'electron')
  mkdirSync(own)
  symlinkSync('another-computer.example-4711', path.join(own, 'SingletonLock'))
  const { code, said } = await runToEnd({ appDirectory: root, args: [`--data-dir=${folder}`], double: {} })
  const problem = desktopWords.lockedElsewhere(path.join(own, 'SingletonLock'), 'another-computer.example')
  expect([code, said]).toEqual([3, expect.stringContaining(`Dialog: Atrium\n${problem}`)])
})

posix('[ELE-56] says that it can’t lock a folder instead of claiming that Atrium is open', async ({ folder }) => {
  const own = path.join(folder, 'electron')
  mkdirSync(path.join(own, 'SingletonLock', 'kept'), { recursive: true })
  writeFileSync(path.join(own, 'SingletonLock', 'kept', 'file'), '')
  const { code, said } = await runToEnd({ appDirectory: root, args: [`--data-dir=${folder}`], double: {} })
  expect([code, said]).toEqual([3, expect.stringContaining(`Dialog: Atrium\n${desktopWords.cannotLock(own)}`)])
})

test('[ELE-57] continues after its terminal is gone', async ({ folder }) => {
  const child = forkDouble({ appDirectory: root, args: [`--data-dir=${folder}`] })
  await once(child, 'message')
  for (const stream of [child.stdout, child.stderr]) stream?.destroy()
  const source = `async ({ app }) => {
    for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('x', resolve))
    await new Promise(setImmediate)
    app.quit()
  }`
  const ended = once(child, 'close')
  child.send({ id: 1, source, argument: undefined })
  expect(await ended).toEqual([0, null])
})

test('[ELE-84] ends in order by the message that npm start sends on Windows', async ({ folder }) => {
  const child = forkDouble({ appDirectory: root, args: [`--data-dir=${folder}`] })
  await once(child, 'message')
  const ended = once(child, 'close')
  child.send(endMessage)
  expect(await ended).toEqual([0, null])
})

test('[ELE-59] asks in a separate dialog while its window is hidden', () =>
  atDesk(async (desk) => {
    const person = await desk.settle()
    await person.send('!tool everything__echo {"message":"good morning"}')
    await expect(person.ask('Echo Tool')).toBeVisible()
    await desk.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    await desk.dialogs()
    await desk.instruct({ agrees: false })
    // An unanswered question would keep the next one away.
    for (const _time of [1, 2]) {
      await desk.desktop.evaluate(({ app }) => app.quit())
      await expect.poll(() => desk.dialogs()).toEqual([desktopWords.quit.replyComes])
    }
  }))

test('[ELE-51] is the program of links on Windows, with two dashes before each @all', async ({ folder }) => {
  const { directory, remove } = copyApp([surroundings.asOnWindows])
  const bench = await Bench.open({
    appDirectory: directory,
    args: [`--data-dir=${folder}`],
    double: { packaged: true },
  })
  try {
    await surroundings.claimsLinks.run(bench)
  } finally {
    await bench.close()
    remove()
  }
})

/** Each in its own app, which some of them end. */
const alone: [title: string, check: Check, double?: Partial<Options>][] = [
  [
    '[ELE-54] shows its window once the page is loaded, though Electron never says that it is drawn',
    start.showsItsWindow,
    { withheld: ['ready-to-show'] },
  ],
  [
    '[ELE-54] ends in order by a signal before its window has shown',
    start.endsUnseen,
    { withheld: ['ready-to-show', 'did-finish-load'] },
  ],
  ['[ELE-30] comes back with the keyboard from the task bar and from being hidden', start.comesBack],
  ['[ELE-58] ends in order at a shutdown, which waits, whatever signals follow', start.endsInOrder],
  ['[ELE-58] ends in order when Windows ends the session of its window', start.endsWithTheSession],
  ['[ELE-60] refuses a page whose frame is gone, and continues', start.survivesGoneFrames],
]

for (const [title, { run }, double] of alone)
  test(title, async () => {
    const bench = await Bench.open(double && { double })
    try {
      await run(bench)
    } finally {
      await bench.close()
    }
  })
