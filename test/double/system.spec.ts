import { expect } from '@playwright/test'
import { test } from './mini.ts'

test.describe('[ELE-92] the double’s system', () => {
  test('says later that it shows a notification, nothing of a closed one, and refuses at once', async ({ mini }) => {
    const heard = await mini.evaluate(async ({ Notification }) => {
      const { person } = globalThis as unknown as { person: { notices: string } }
      const told: string[] = []
      const tell = (name: string) => {
        const notification = new Notification({ title: name })
        notification.on('show', () => void told.push(`${name} shown`))
        notification.on('close', () => void told.push(`${name} closed`))
        notification.on('failed', (_event, reason) => void told.push(`${name} failed: ${reason}`))
        notification.show()
        told.push(`${name} sent`)
        return notification
      }
      tell('first')
      tell('second').close()
      await new Promise((resolve) => setImmediate(resolve))
      person.notices = 'refused'
      tell('third')
      person.notices = 'unsaid'
      tell('fourth')
      await new Promise((resolve) => setImmediate(resolve))
      person.notices = 'shown'
      return told
    })
    expect(heard).toEqual(['first sent', 'second sent', 'first shown', 'third failed: ', 'third sent', 'fourth sent'])
  })

  test('shows, hides and minimizes a window as Electron does, and says so when Electron says it', async ({ mini }) => {
    const seen = await mini.evaluate(async ({ BrowserWindow }) => {
      const webPreferences = { enableBlinkFeatures: 'BlockingFocusWithoutUserActivation', spellcheck: false }
      const window = new BrowserWindow({ show: false, webPreferences })
      let told: string[] = []
      for (const name of ['show', 'hide', 'focus', 'blur', 'minimize', 'maximize', 'restore', 'unmaximize'])
        window.on(name as 'show', () => told.push(name))
      const is = (): string =>
        [window.isVisible() && 'visible', window.isFocused() && 'focused', window.isMinimized() && 'minimized']
          .filter(Boolean)
          .join(' ')
      /** Its state and events at once, and later. */
      const after = async (
        ...names: ('show' | 'showInactive' | 'hide' | 'focus' | 'minimize' | 'maximize' | 'restore')[]
      ) => {
        told = []
        for (const name of names) window[name]()
        const atOnce = [is(), ...told].join()
        told = []
        await new Promise((resolve) => setTimeout(resolve, 20))
        return `${names.join()}: ${atOnce} > ${[is(), ...told].join()}`
      }
      const seenThen = [
        await after('focus'),
        await after('showInactive'),
        await after('show'),
        await after('show'),
        await after('minimize'),
        await after('restore'),
        await after('focus', 'hide'),
        await after('hide'),
        await after('minimize'),
        await after('restore', 'hide'),
        await after('maximize'),
      ]
      window.show()
      window.destroy()
      return seenThen
    })
    // Elsewhere a minimized window isn't visible.
    const minimized = process.platform === 'linux' ? 'visible minimized' : 'minimized'
    expect(seen).toEqual([
      'focus:  > ',
      'showInactive: visible,show > visible',
      'show: visible focused,show > visible focused,focus',
      'show: visible focused,show > visible focused',
      `minimize: visible > ${minimized},minimize,blur`,
      `restore: ${minimized} > visible,restore`,
      'focus,hide: ,hide > ,focus,blur',
      'hide: ,hide > ',
      `minimize: visible > ${minimized},minimize`,
      `restore,hide: ${minimized.replace('visible ', '')},hide > ,restore`,
      'maximize: visible focused,show > visible focused,focus,maximize',
    ])
  })

  test('keeps the program that opens links, and knows it only by the same command', async ({ mini }) => {
    const seen = await mini.evaluate(({ app }) => {
      const program = 'C:\\Program Files\\Mini\\mini.exe'
      const isIt = (...given: string[]): boolean => app.isDefaultProtocolClient('mini', program, given)
      const before = isIt('--')
      const taken = [app.setAsDefaultProtocolClient('mini', program, ['--']), app.setAsDefaultProtocolClient('1 mini')]
      return [before, taken, isIt('--'), isIt(), app.isDefaultProtocolClient('mini')]
    })
    expect(seen).toEqual([false, [true, false], true, false, false])
  })

  test('follows the theme’s source, also in pages, and says so later', async ({ mini, page }) => {
    const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    const choose = (sources: ('system' | 'light' | 'dark')[]) =>
      mini.evaluate(async ({ nativeTheme }, wanted) => {
        const told: unknown[] = []
        const updated = () => void told.push('updated')
        nativeTheme.on('updated', updated)
        for (const source of wanted) {
          nativeTheme.themeSource = source
          told.push(nativeTheme.shouldUseDarkColors)
          await new Promise((resolve) => setImmediate(resolve))
        }
        nativeTheme.off('updated', updated)
        return told
      }, sources)
    expect(await choose(['dark'])).toEqual([true, 'updated'])
    await expect.poll(isDark).toBe(true)
    expect(await choose(['light', 'system'])).toEqual([false, 'updated', false])
    await expect.poll(isDark).toBe(false)
    const wrong = "({ nativeTheme }) => { nativeTheme.themeSource = 'blue' }"
    await expect(mini.evaluate({ toString: () => wrong } as unknown as () => void)).rejects.toThrow(/TypeError/)
  })
})
