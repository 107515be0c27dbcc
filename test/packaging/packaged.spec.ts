import { extractAll } from '@electron/asar'
import path from 'node:path'
import { desktopWords } from '../../main/shells/electron/words.ts'
import { launchDouble } from '../double/launch.ts'
import { runToEnd } from '../double/real.ts'
import { App, expect, test } from '../e2e/support/app.ts'
import { DesktopShell, pageOf } from '../e2e/support/desktop.ts'
import { Steps } from '../e2e/support/steps.ts'
import { here, packStubs, removeFolder, temporaryFolder } from './packages.ts'

let folder = ''
/** The package for this machine, in its own folder. */
let appDirectory = ''

test.beforeAll(async () => {
  folder = temporaryFolder()
  appDirectory = path.join(folder, 'app')
  const [packed] = await packStubs(folder, [here], { arch: process.arch })
  extractAll(path.join(packed?.resources ?? '', 'app.asar'), appDirectory)
})

test.afterAll(() => removeFolder(folder))

/** The compiled files in the main process; called there. */
const compiledParts = (): string[] => {
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
  return sharedObjects.filter((file) => file.endsWith('.node'))
}

test('[PKG-10] opens the packed app’s database from its own files and runs a conversation @all', async () => {
  const shell = new DesktopShell({ appDirectory, double: { packaged: true } })
  const app = new App(shell)
  try {
    await app.start()
    const person = new Steps(app)
    await person.prepare({ servers: { everything: [App.script('everything'), 'stdio'] } })
    await person.send('!tool everything__echo {"message":"good morning"}')
    await person.allow('Echo Tool')
    await expect(app.page.getByText('Results: Echo: good morning')).toBeVisible()
    const binaries = path.join(appDirectory, 'node_modules', 'better-sqlite3', 'prebuilds')
    const own = path.join(binaries, `${process.platform}-${process.arch}.node`)
    expect(await shell.desktop?.evaluate(compiledParts)).toEqual([own])

    await app.restart()
    await app.page
      .getByRole('navigation')
      .getByRole('link', { name: /!tool everything__echo/ })
      .click()
    await expect(app.page.getByText('Results: Echo: good morning')).toBeVisible()
  } finally {
    await app.close()
  }
})

test('[PKG-20] starts the packed app with no arguments, whatever Electron adds to its command line', async () => {
  const home = path.join(folder, 'home')
  const env = { HOME: home, XDG_DATA_HOME: path.join(home, 'data'), LOCALAPPDATA: path.join(home, 'data') }
  const desktop = await launchDouble({ appDirectory, env, double: { packaged: true } })
  try {
    const page = await pageOf(desktop)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    const added = ['allow-file-access-from-files', 'enable-sandbox', 'standard-schemes']
    const isOn = await desktop.evaluate(({ app }, names) => names.map((it) => app.commandLine.hasSwitch(it)), added)
    expect(isOn).toEqual([true, true, true])
    expect(desktop.said).toBe('')
  } finally {
    await desktop.quit()
  }
})

for (const [does, env, problem] of [
  ['turns off its sandbox', { ELECTRON_DISABLE_SANDBOX: '1' }, desktopWords.variables.noSandbox],
  ['turns off the check of certificates', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, desktopWords.variables.unchecked],
] as const)
  test(`[PKG-20] refuses to start the packed app if the environment ${does}`, async () => {
    const args = [`--data-dir=${path.join(folder, 'data')}`]
    const { code, said } = await runToEnd({ appDirectory, args, env, double: { packaged: true } })
    expect([code, said]).toEqual([2, expect.stringContaining(`Dialog: Atrium\n${desktopWords.startWithout(problem)}`)])
  })

for (const [weakness, words] of [
  ['--no-sandbox', desktopWords.weakening['no-sandbox']],
  ['--remote-debugging-port=9222', desktopWords.weakening['remote-debugging-port']],
  ['--renderer-cmd-prefix=sh', desktopWords.weakening['renderer-cmd-prefix']],
  [' --remote-debugging-port=9222', desktopWords.weakening['remote-debugging-port']],
  ['-load-extension=/tmp/x', desktopWords.weakening['load-extension']],
  ['--disable-features=IsolateOrigins', desktopWords.unknownOption('--disable-features=IsolateOrigins')],
])
  test(`[PKG-15] refuses to start the packed app with ${weakness}`, async () => {
    const args = [weakness ?? '', `--data-dir=${path.join(folder, 'data')}`]
    const ended = await runToEnd({ appDirectory, args, double: { packaged: true } })
    expect(ended).toEqual({ code: 2, said: expect.stringContaining(words ?? '') })
  })

test('[PKG-21] says what to do if an AppImage can’t have its sandbox, in a dialog', async () => {
  const env = { APPIMAGE: path.join(folder, 'Atrium.AppImage') }
  const args = ['--no-sandbox', `--data-dir=${path.join(folder, 'data')}`]
  const { code, said } = await runToEnd({ appDirectory, args, env, double: { packaged: true } })
  expect([code, said]).toEqual([2, expect.stringContaining(`Dialog: Atrium\n${desktopWords.appImageWithoutSandbox}`)])
})
