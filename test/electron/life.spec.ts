import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { noticeWords } from '../../shared/state/notice-words.ts'
import { checkupWords } from '../../main/host/checkup/words.ts'
import { keyringWords } from '../../main/shells/electron/secrets/words.ts'
import { desktopWords } from '../../main/shells/electron/words.ts'
import { runToEnd } from '../double/real.ts'
import { App } from '../e2e/support/app.ts'
import { pageOf } from '../e2e/support/desktop.ts'
import { root } from '../e2e/support/root.ts'
import { any, anyNumber, contains, words } from '../support/words.ts'
import { sampleBundles } from '../support/bundles/bundles.mjs'
import { bundlePage } from '../../renderer/strings/servers/bundle-page.ts'
import { WebShell } from '../e2e/support/web.ts'
import { clickNotification, clickTray, failNotification, hasTray, takeCalls } from './support/person.ts'
import { atDesk, expect, test } from './support/desk.ts'

const echo = '!tool everything__echo {"message":"good morning"}'

test('[ELE-28] restores a crashed page with its open questions, without running anything', () =>
  atDesk(async (desk) => {
    const person = await desk.settle()
    await person.send(echo)
    await expect(person.ask('Echo Tool')).toBeVisible()
    await desk.dialogs()
    await desk.desktop.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    )
    await expect.poll(() => desk.dialogs()).toEqual([expect.stringContaining(desktopWords.crash.reloaded)])
    const isBack = (): Promise<boolean | undefined> =>
      desk.desktop.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        return contents?.isCrashed() === false && contents.executeJavaScript('document.querySelector("nav") !== null')
      })
    await expect.poll(isBack).toBe(true)
    // Playwright abandons a crashed page; only in the double can it be looked at again.
    if (desk.desktop.isReal) return
    await desk.desktop.refresh()
    desk.app.page = await pageOf(desk.desktop)
    await desk.app.page
      .getByRole('navigation')
      .getByRole('link', { name: echo.slice(0, 20) })
      .click()
    await expect(desk.person.ask('Echo Tool')).toBeVisible()
    await desk.person.allow('Echo Tool')
    await expect(desk.person.call('Echo Tool', 'Succeeded')).toBeVisible()
  }))

test('[ELE-29] [COM-13] stores a key without a keyring only if the user agrees, asks once, and keeps a draft over a restart @all', () =>
  atDesk(
    async (desk) => {
      const { person, app } = desk
      const secrets = path.join(app.directory, 'secrets.keyring.json')
      await desk.instruct({ exceptions: [{ when: 'without a keyring', press: 'Cancel' }] })
      await person.connectModel()
      await expect(app.page.getByText(keyringWords.missing)).toBeVisible()
      expect(existsSync(secrets)).toBe(false)
      await desk.instruct({})
      await person.connectModel()
      await expect(app.page.getByText(contains(words.settingsModels.row.tookKey(any, anyNumber)))).toBeVisible()
      const asked = (await desk.dialogs()).filter((question) => question.includes('without a keyring'))
      expect(asked.length).toBe(2)
      expect(readFileSync(secrets, 'utf8')).not.toContain('test-key')
      await person.newConversation()
      await person.composer.fill('half-written')
      await app.restart()
      await expect(desk.person.composer).toHaveValue('half-written')
      await desk.person.open('Settings')
      await app.page.getByRole('button', { name: words.settingsModels.row.testKey }).click()
      await expect(app.page.getByText(contains(words.settingsModels.row.tookKey(any, anyNumber)))).toBeVisible()
      expect(await desk.dialogs()).toEqual([])
    },
    { double: { keyring: 'away', desktop: 'sway' } },
  ))

test('[ELE-40] chooses a folder for a limited server in the system’s dialog @all', () =>
  atDesk(async (desk) => {
    const { app, person } = desk
    const { choice } = words.serverDetail.containment
    await desk.settle()
    await desk.instruct({ folder: app.directory })
    await person.open('Servers')
    await app.page.getByRole('link', { name: 'everything' }).first().click()
    await app.page.getByRole('tab', { name: words.servers.tabs.titles.access }).click()
    await app.page.getByRole('button', { name: choice.open }).press('Enter')
    const dialog = app.page.getByRole('dialog')
    await expect(dialog.getByText(choice.checking).first()).toBeHidden()
    const limited = dialog.getByRole('radio', { name: choice.levels.limited.label })
    // A system that can't contain programs says so instead.
    if (await limited.isDisabled()) return
    await limited.check()
    await dialog.getByRole('button', { name: choice.pickFor(choice.writable) }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: choice.writable })).toHaveValue(app.directory)
    await desk.instruct({ agrees: false })
    await dialog.getByRole('button', { name: choice.pickFor(choice.writable) }).press('Enter')
    await expect(dialog.getByRole('textbox', { name: choice.writable })).toHaveValue(app.directory)
  }))

test('[ELE-30] brings the window to the front on a second start, which then ends @all', () =>
  atDesk(async ({ desktop, app }) => {
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    const second = await runToEnd({ appDirectory: root, args: [`--data-dir=${app.directory}`] })
    expect(second).toEqual({ code: 0, said: expect.stringContaining(desktopWords.alreadyOpen) })
    const isBack = (): Promise<boolean | undefined> =>
      desktop.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        return window?.isVisible() && window.isFocused() && !window.isMinimized()
      })
    await expect.poll(isBack).toBe(true)
    await expect(app.page.getByRole('navigation').first()).toBeVisible()
  }))

test('[ELE-31] asks before quitting during a call, waits for its end if asked to, and exits with 0', () =>
  atDesk(async (desk) => {
    const person = await desk.settle()
    await person.send('!tool everything__trigger-long-running-operation {"duration":60,"steps":60}')
    await person.allow('Trigger Long Running')
    await expect(person.call('Trigger Long Running', 'Running')).toBeVisible()
    await desk.dialogs()
    await desk.instruct({ agrees: false })
    await desk.desktop.evaluate(({ app }) => app.quit())
    await expect.poll(() => desk.dialogs()).toEqual([desktopWords.quit.callRuns])
    await expect(person.call('Trigger Long Running', 'Running')).toBeVisible()
    const { callRuns, whenDone } = desktopWords.quit
    await desk.instruct({ exceptions: [{ when: callRuns, press: whenDone }] })
    const exit = desk.desktop.quit()
    const isVisible = () => desk.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
    await expect.poll(isVisible).toBe(false)
    await desk.app.page.getByRole('button', { name: words.composer.actions.stop }).press('Enter')
    expect(await exit).toBe(0)
  }))

test('[ELE-32] sends a notification for a question and for the end of a turn while the window is away, and leads to it @all', () =>
  atDesk(async (desk) => {
    const person = await desk.settle()
    await desk.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    const told = async (): Promise<unknown> =>
      (await takeCalls(desk.desktop, 'Notification.show')).map(({ args }) => args)
    await person.send('hello')
    await expect.poll(told).toEqual([[{ title: 'Atrium', body: noticeWords.ends.done }]])
    await person.send(echo)
    await expect.poll(told).toEqual([[{ title: 'Atrium', body: noticeWords.needsYou('everything') }]])
    await person.open('Audit')
    await clickNotification(desk.desktop)
    await expect(desk.person.ask('Echo Tool')).toBeVisible()
    expect(await desk.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused())).toBe(true)
  }))

test('[ELE-79] says in the checkup that the system didn’t show a notification, until it shows one @all', () =>
  atDesk(async (desk) => {
    const person = await desk.settle()
    await desk.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    await person.send('hello')
    await expect.poll(() => takeCalls(desk.desktop, 'Notification.show')).toHaveLength(1)
    await failNotification(desk.desktop, 'The app isn’t signed.')
    const report = (): Promise<string | undefined> =>
      desk.app.page.evaluate(async () => window.atrium?.call('checkInstallation', '{}'))
    expect(await report()).toContain(checkupWords.window.untold('The app isn’t signed.'))
    await person.send('hello again')
    await expect.poll(report).not.toContain('The app isn’t signed.')
  }))

test('[ELE-33] opens what each menu item names @all', () =>
  atDesk(async ({ desktop, app }) => {
    const press = (label: string): Promise<void> =>
      desktop.evaluate(({ Menu }, wanted) => {
        const all = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => item.submenu?.items ?? [])
        const item = all.find((it) => it.label === wanted)
        if (!item) throw new Error(`There is no item ${wanted}: ${all.map((it) => it.label).join(', ')}`)
        ;(item.click as (event: object) => void)({})
      }, label)
    for (const [label, heading] of [
      ['Servers', 'Servers'],
      [desktopWords.menu.audit, words.audit.page.title],
      [desktopWords.menu.settings, 'Settings'],
    ] as const) {
      await press(label)
      await expect(app.page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    }
    await press(desktopWords.menu.allKeys)
    await expect(app.page.getByRole('dialog')).toBeVisible()
  }))

test('[ELE-30] explains a failed start in one sentence and exits with its own code @all', async ({ openBrowser }) => {
  const wrong = await runToEnd({ appDirectory: root, args: ['--data-dir='] })
  expect(wrong).toEqual({ code: 2, said: expect.stringContaining('The data folder must have a name') })
  const app = new App(new WebShell(await openBrowser()))
  try {
    await app.start()
    const second = await runToEnd({ appDirectory: root, args: [`--data-dir=${app.directory}`] })
    expect(second).toEqual({ code: 3, said: expect.stringMatching(/is in use|already/) })
  } finally {
    await app.close()
  }
})

test('[BUN-12] shows the review of a bundle or link that a second start names, and adds nothing @all', () =>
  atDesk(async ({ app }) => {
    const { page } = app
    const file = path.join(app.directory, 'good-node.mcpb')
    writeFileSync(file, sampleBundles()['good-node']?.bytes ?? '')
    const begin = (opened: string) => runToEnd({ appDirectory: root, args: [`--data-dir=${app.directory}`, opened] })
    await begin(pathToFileURL(file).href)
    await expect(page.getByText(bundlePage.unsigned)).toBeVisible()
    const config = Buffer.from(JSON.stringify({ command: 'node', args: ['x.js'] })).toString('base64url')
    await begin(`atrium://add?name=linked&config=${config}`)
    await expect(page.getByRole('dialog', { name: words.serverForm.dialog.title })).toContainText('linked')
    expect(existsSync(path.join(app.directory, 'servers.json'))).toBe(false)
  }))

test('[ELE-87] gives the window’s frame, menus and dialogs the theme that the user chooses', () =>
  atDesk(async (desk) => {
    const source = () => desk.desktop.evaluate(({ nativeTheme }) => nativeTheme.themeSource)
    await desk.settle()
    expect(await source()).toBe('system')
    const { page } = desk.app
    await page.goto(desk.app.address('/settings/appearance'))
    const { title, values } = words.settings.appearance.choices.theme
    const choice = page.getByRole('radiogroup', { name: title })
    await choice.getByRole('radio', { name: values.dark }).press('Space')
    await expect.poll(source).toBe('dark')
    await choice.getByRole('radio', { name: values.system }).press('Space')
    await expect.poll(source).toBe('system')
  }))

test('[ELE-41] [ELE-88] continues without its window if the user wants that, and comes back by the tray or by a second start @all', () =>
  atDesk(async (desk) => {
    const { closing } = words.settings.appearance.choices
    const person = await desk.settle()
    const toolTips = async (): Promise<unknown> =>
      (await takeCalls(desk.desktop, 'Tray.setToolTip')).map(({ args: [text] }) => text)
    const windows = () => desk.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
    const close = () => desk.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    const back = async (): Promise<void> => {
      await expect.poll(windows).toBe(1)
      // The page that has just closed can still be listed when the double is looked at.
      await expect(async () => {
        if (!desk.desktop.isReal) await desk.desktop.refresh()
        desk.app.page = await pageOf(desk.desktop)
        await expect(desk.app.page.getByRole('navigation').first()).toBeVisible({ timeout: 5000 })
      }).toPass()
    }
    const isAtRequest = async (): Promise<void> => {
      await expect(desk.person.ask('Echo Tool')).toBeVisible()
      const isInside = () => desk.app.page.evaluate(() => document.activeElement?.closest('[data-ask]') !== null)
      await expect.poll(isInside).toBe(true)
    }
    const { background } = desktopWords
    await person.open('Settings')
    await desk.app.page.getByRole('link', { name: words.settings.parts.appearance }).click()
    expect(await hasTray(desk.desktop)).toBe(false)
    await desk.app.page.getByRole('radio', { name: closing.values.stay }).press('Space')
    await expect.poll(toolTips).toEqual([background.waiting(0)])
    await person.newConversation()
    await desk.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    await person.send(echo)
    await expect.poll(toolTips).toEqual([background.waiting(1)])
    await person.newConversation()

    await close()
    await expect.poll(windows).toBe(0)
    if (process.platform === 'linux' && !desk.desktop.isReal) {
      const told = await takeCalls(desk.desktop, 'Notification.show')
      expect(told.map(({ args: [given] }) => given)).toEqual([
        { title: background.staysOpen, body: background.wayBack },
      ])
    }
    const second = await runToEnd({ appDirectory: root, args: [`--data-dir=${desk.app.directory}`] })
    expect(second.code).toBe(0)
    await back()
    await close()
    await expect.poll(windows).toBe(0)
    await clickTray(desk.desktop)
    await back()
    await close()
    await expect.poll(windows).toBe(0)
    await clickTray(desk.desktop, background.answer(1))
    await back()
    await isAtRequest()
    await desk.person.newConversation()
    await close()
    await expect.poll(windows).toBe(0)
    await clickNotification(desk.desktop)
    await back()
    await isAtRequest()
    await desk.person.open('Settings')
    await desk.app.page.getByRole('link', { name: words.settings.parts.appearance }).click()
    await desk.app.page.getByRole('radio', { name: closing.values.quit }).press('Space')
    await expect.poll(() => hasTray(desk.desktop)).toBe(false)
    await desk.app.page.getByRole('radio', { name: closing.values.stay }).press('Space')
    await expect.poll(() => hasTray(desk.desktop)).toBe(true)
    await close()
    await expect.poll(windows).toBe(0)
    await clickTray(desk.desktop, background.quit)
    expect(await desk.desktop.ended).toBe(0)
  }))
