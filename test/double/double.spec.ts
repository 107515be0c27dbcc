import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { test } from './mini.ts'

type Bridge = Record<string, (...args: unknown[]) => unknown>
declare global {
  interface Window {
    mini: Bridge
  }
}

const icon = fileURLToPath(new URL('../../main/shells/electron/resources/tray.png', import.meta.url))

test.describe('[ELE-20] the double’s refusals', () => {
  const refusals: [what: string, run: string, words: RegExp][] = [
    ['cover a module', '({ TouchBar }) => new TouchBar({})', /implement electron\.TouchBar/],
    ['cover a method', '({ app }) => app.getGPUInfo()', /implement app\.getGPUInfo/],
    ['cover a window option', '({ BrowserWindow }) => new BrowserWindow({ kiosk: true })', /BrowserWindow with kiosk/],
    ['cover an event', "({ app }) => app.on('new-window-for-tab', () => 0)", /event new-window-for-tab of app/],
    [
      'cover setting a property',
      '({ session }) => { session.defaultSession.preloads = [] }',
      /setting session\.preloads/,
    ],
    [
      'cover a picture in the tray that can’t be decoded',
      "({ Tray, nativeImage }) => new Tray(nativeImage.createFromPath('package.json'))",
      /load the image of the tray/,
    ],
    ['cover a dialog without a user', '({ dialog }) => dialog.showSaveDialog({})', /nobody for dialog\.showSaveDialog/],
  ]
  for (const [what, run, words] of refusals)
    test(what, async ({ mini }) => {
      // The text is the function: what is refused here wouldn't compile.
      await expect(mini.evaluate({ toString: () => run } as unknown as () => void)).rejects.toThrow(words)
    })

  const weak = [
    '{ sandbox: false }',
    '{ contextIsolation: false }',
    '{ nodeIntegration: true }',
    '{ webSecurity: false }',
    '{ nodeIntegrationInWorker: true }',
    '{ nodeIntegrationInSubFrames: true }',
    '{ webviewTag: true }',
    '{ allowRunningInsecureContent: true }',
    '{ experimentalFeatures: true }',
    "{ enableBlinkFeatures: 'X', spellcheck: false }",
    ...(process.platform === 'darwin' ? [] : ['{ spellcheck: true }', '{}']),
  ]
  for (const preferences of weak)
    test(`cover the preferences ${preferences}`, async ({ mini }) => {
      const run = `({ BrowserWindow }) => { new BrowserWindow({ webPreferences: ${preferences} }) }`
      await expect(mini.evaluate({ toString: () => run } as unknown as () => void)).rejects.toThrow(/weak preference/)
    })

  test('cover the screen, notifications, windows and icons before ready', async ({ mini }) => {
    const refused = await mini.evaluate(() => (globalThis as unknown as Record<'beforeReady', string[]>).beforeReady)
    const noScreen = "The 'screen' module can't be used before the app 'ready' event"
    const others = ['Notification', 'BrowserWindow', 'Tray'].map((it) => `Cannot create ${it} before app is ready`)
    expect(refused).toEqual([noScreen, noScreen, ...others])
    expect(await mini.evaluate(({ screen }) => screen.getAllDisplays().length)).toBe(1)
  })

  test('cover what is used after its end, except what Electron has in JavaScript', async ({ mini }) => {
    const seen = await mini.evaluate(async ({ BrowserWindow, nativeImage, Tray }, picture) => {
      const of = (use: () => unknown): string => {
        try {
          return `fine: ${String(use())}`
        } catch (error) {
          return String(error)
        }
      }
      const webPreferences = { enableBlinkFeatures: 'BlockingFocusWithoutUserActivation', spellcheck: false }
      const window = new BrowserWindow({ show: false, webPreferences })
      const { id, webContents } = window
      const gone = new Promise<void>((resolve) => webContents.once('destroyed', () => resolve()))
      await window.loadURL('mini://app/')
      const atClosed: string[] = []
      window.once('closed', () =>
        atClosed.push(
          of(() => window.isDestroyed()),
          of(() => window.isVisible()),
        ),
      )
      window.destroy()
      const told = [...atClosed, of(() => webContents.isDestroyed())]
      await gone
      const tray = new Tray(nativeImage.createFromPath(picture))
      tray.destroy()
      const refused = {
        window: [() => window.webContents, () => window.show(), () => window.getBounds(), () => window.close()],
        page: [() => webContents.session, () => webContents.mainFrame, () => webContents.send('x')],
        method: [() => webContents.getURL(), () => webContents.capturePage(), () => webContents.loadURL('mini://app/')],
        tray: [() => tray.setToolTip(''), () => tray.setContextMenu(null)],
      }
      const kept = [
        () => window.id === id,
        () => window.destroy(),
        () => window.off('show', () => undefined) === window,
        () => webContents.id > 0,
        () => webContents.setWindowOpenHandler(() => ({ action: 'deny' })),
        () => webContents.listenerCount('destroyed'),
        () => tray.isDestroyed(),
        () => tray.destroy(),
      ]
      const late = await webContents.executeJavaScript('1').catch(String)
      const words = Object.values(refused).flatMap((uses) => [...new Set(uses.map(of))])
      return { told, words, late, kept: kept.map(of) }
    }, icon)
    const destroyed = 'TypeError: Object has been destroyed'
    expect(seen).toEqual({
      told: ['fine: true', destroyed, 'fine: false'],
      words: [destroyed, destroyed, destroyed, 'Error: Tray is destroyed'],
      late: destroyed,
      kept: ['true', 'undefined', 'true', 'true', 'undefined', '0', 'true', 'undefined'].map((it) => `fine: ${it}`),
    })
  })

  test('cover a picture of a page that has drawn nothing, and give an empty one of a crashed page', async ({
    mini,
  }) => {
    const seen = await mini.evaluate(async ({ BrowserWindow }) => {
      const webPreferences = { enableBlinkFeatures: 'BlockingFocusWithoutUserActivation', spellcheck: false }
      const window = new BrowserWindow({ show: false, webPreferences })
      const { webContents } = window
      const picture = (): Promise<string> =>
        webContents.capturePage().then(
          (image) => (image.isEmpty() ? 'empty' : 'drawn'),
          (error: Error) => error.message,
        )
      const told = [await picture()]
      await window.loadURL('mini://app/')
      told.push(await picture())
      window.show()
      window.hide()
      told.push(await picture())
      const crashed = new Promise((resolve) => webContents.once('render-process-gone', resolve))
      webContents.forcefullyCrashRenderer()
      await crashed
      told.push(await picture())
      window.destroy()
      return told
    })
    expect(seen).toEqual(['Current display surface not available for capture', 'drawn', 'drawn', 'empty'])
  })

  test('cover a module of the preload', async ({ page }) => {
    expect(await page.evaluate(() => window.mini.missing?.('webFrame'))).toMatch(/implement electron\.webFrame/)
  })
})

test.describe('[ELE-21] the double’s bridge', () => {
  const crossing: [kind: string, seen: string][] = [
    ['date', '1970-01-01T00:00:00.000Z'],
    ['map', "Map(1) { 'a' => Set(1) { 1n } }"],
    ['bytes', 'Uint8Array(3) [ 1, 2, 255 ]'],
    ['numbers', '[ undefined, -0, NaN, null ]'],
    ['point', '{ x: 1 }'],
    ['loop', "<ref *1> { name: 'loop', self: [Circular *1] }"],
  ]
  for (const [kind, seen] of crossing)
    test(`carries a value from the preload to main: ${kind}`, async ({ page }) => {
      expect(await page.evaluate((it) => window.mini.describe?.(it), kind)).toBe(seen)
    })

  test('keeps an error’s kind and message', async ({ page }) => {
    expect(await page.evaluate(() => window.mini.describe?.('error'))).toMatch(/^RangeError: far/)
  })

  for (const kind of ['function', 'symbol', 'promise', 'node'])
    test(`refuses to send a ${kind} to main`, async ({ page }) => {
      expect(await page.evaluate((it) => window.mini.refuse?.(it), kind)).toMatch(/could not be cloned/)
    })

  test('reports main’s errors and unhandled channels in Electron’s words', async ({ page }) => {
    const failureOf = (channel: string): Promise<unknown> =>
      page.evaluate((it) => Promise.resolve(window.mini.invoke?.(it)).catch(String), channel)
    expect(await failureOf('fail')).toBe("Error: Error invoking remote method 'fail': RangeError: too far")
    expect(await failureOf('none')).toMatch(/No handler registered for 'none'/)
  })

  test('lets main answer the page that has spoken, by its preload', async ({ page }) => {
    const posted = page.evaluate(() => new Promise((resolve) => window.mini.post?.({ a: [1] }, resolve)))
    expect(await posted).toEqual({ a: [1] })
  })

  test('copies values: functions stay callable, prototypes are dropped, exposed objects are frozen', async ({
    page,
  }) => {
    const seen = await page.evaluate(async () => {
      const { point, list, ...functions } = window.mini as unknown as { point: object; list: object[] } & Bridge
      const { call, throws, rejects } = functions as Required<Bridge>
      const tell = (run: () => unknown) =>
        Promise.resolve()
          .then(run)
          .catch((error: Error) => `${error.name}: ${error.message}`)
      return {
        point: [JSON.stringify(point), Object.getPrototypeOf(point) === Object.prototype],
        frozen: [Object.isFrozen(window.mini), Object.isFrozen(list[1])],
        callback: call?.((text: string) => `heard ${text}`),
        throws: await tell(() => throws?.()),
        rejects: await tell(() => rejects?.()),
        symbol: await tell(() => call?.(Symbol('s'))),
      }
    })
    expect(seen).toEqual({
      point: ['{"x":1}', true],
      frozen: [true, true],
      callback: 'heard from the preload',
      throws: 'Error: over here',
      rejects: 'Error: later',
      symbol: 'TypeError: An object could not be cloned.',
    })
  })

  test('gives the page no access to the preload’s world or the built-ins it uses', async ({ page }) => {
    const seen = await page.evaluate(() => {
      const globals = globalThis as unknown as Record<string, unknown>
      Object.assign(Array.prototype, { filter: () => ['of', 'the', 'page'] })
      return [typeof globals.secret, typeof globals.require, typeof globals.process, window.mini.high?.()]
    })
    expect(seen).toEqual(['undefined', 'undefined', 'undefined', '3,2'])
  })

  test('runs the preload in the main frame only, and tells main who is speaking', async ({ page }) => {
    expect(await page.evaluate(() => window.mini.invoke?.('whoAmI'))).toEqual({ origin: 'mini://app', isMain: true })
    const inside = await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      return typeof frame.contentWindow?.mini
    })
    expect(inside).toBe('undefined')
  })
})

test.describe('[ELE-22] the double’s open defaults, as in Electron', () => {
  test('let a page open windows until a handler denies them', async ({ mini, page }) => {
    const others = (): Page[] => mini.pages().filter((it) => it.url().includes('/strict'))
    await page.evaluate(() => void window.open('/strict'))
    await expect.poll(() => others().length).toBe(1)
    await others()[0]?.close()
    await mini.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .at(-1)
        ?.webContents.setWindowOpenHandler(({ url }) => {
          const all = globalThis as { denied?: string[] }
          all.denied = [...(all.denied ?? []), url]
          return { action: 'deny' }
        }),
    )
    const answered: string[] = []
    page.context().on('response', (response) => answered.push(response.url()))
    await page.evaluate(() => void window.open('/strict', 'name', 'width=100'))
    await page.locator('#out').click({ modifiers: ['ControlOrMeta'] })
    await page.locator('#out').click({ button: 'middle' })
    await page.locator('#out').click({ modifiers: ['Shift'] })
    const denied = () => mini.evaluate(() => (globalThis as { denied?: string[] }).denied?.length)
    await expect.poll(denied).toBe(4)
    // Chromium shows a tab for a moment before the double closes it.
    const opened = () => mini.pages().flatMap((it) => (it.url() === 'https://app.mini.invalid/' ? [] : [it.url()]))
    await expect.poll(opened).toEqual([])
    expect(answered).toEqual([])
  })

  test('let a page navigate until a listener prevents it', async ({ mini, page }) => {
    await page.evaluate(() => void (location.href = '/strict'))
    await expect(page).toHaveTitle('Strict')
    await page.goBack()
    await mini.evaluate(({ BrowserWindow }) => {
      const [contents] = BrowserWindow.getAllWindows()
        .map((it) => it.webContents)
        .slice(-1)
      contents?.on('will-navigate', (event) => event.preventDefault())
    })
    for (const way of ["location.href = '/strict'", 'location.reload()']) await page.evaluate(way)
    await page.waitForTimeout(300)
    await expect(page).toHaveTitle('Mini')
  })

  test('apply what the protocol handler says about a page, and leave its content policy to Chromium', async ({
    mini,
    page,
  }) => {
    await mini.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().at(-1)?.loadURL('mini://app/strict'))
    await expect(page).toHaveTitle('Strict')
  })

  test('continue after what a listener throws, which is uncaught at once', async ({ mini, page }) => {
    const seen = await mini.evaluate(({ app, BrowserWindow, Menu }) => {
      const heard: string[] = []
      const hear = (error: Error) => void heard.push(error.message)
      const throwing = (message: string) => () => {
        heard.push('called')
        throw new Error(message)
      }
      process.on('uncaughtException', hear)
      const window = BrowserWindow.getAllWindows().at(-1)
      window?.once('close', (event) => event.preventDefault())
      window?.once('close', throwing('of the window'))
      window?.close()
      app.once('activate', throwing('of the app'))
      app.emit('activate')
      const [item] = Menu.buildFromTemplate([{ label: 'x', click: throwing('of the menu') }]).items
      item?.click()
      heard.push('continued')
      process.off('uncaughtException', hear)
      return { heard, isOpen: window?.isDestroyed() === false }
    })
    const each = ['called', 'of the window', 'called', 'of the app', 'called', 'of the menu', 'continued']
    expect(seen).toEqual({ heard: each, isOpen: true })
    await mini.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .at(-1)
        ?.webContents.setWindowOpenHandler(() => {
          throw new Error('of the page')
        }),
    )
    await page.evaluate(() => void window.open('/strict'))
    // No listener is left, so Electron shows it and continues.
    await expect.poll(() => mini.said).toMatch(/Dialog: A JavaScript error occurred[^]*of the page/)
    await expect.poll(() => mini.pages().filter((it) => it.url().includes('/strict'))).toEqual([])
    expect(await mini.evaluate(({ app }) => app.isReady())).toBe(true)
  })

  test('start a download until the session stops it', async ({ mini, page }) => {
    const save = async (stop: boolean): Promise<unknown> => {
      await mini.evaluate(({ session }, stops) => {
        const saved = new Promise((resolve) =>
          session.defaultSession.once('will-download', (event, item) => {
            item.once('done', (_done, how) => resolve([item.getFilename(), how]))
            if (stops) event.preventDefault()
          }),
        )
        Object.assign(globalThis, { saved })
      }, stop)
      await page.evaluate(() => {
        const href = URL.createObjectURL(new Blob(['saved']))
        Object.assign(document.createElement('a'), { href, download: 'saved.txt' }).click()
      })
      return mini.evaluate(() => (globalThis as { saved?: Promise<unknown> }).saved)
    }
    expect(await save(false)).toEqual(['saved.txt', 'completed'])
    expect(await save(true)).toEqual(['saved.txt', 'cancelled'])
  })
})
