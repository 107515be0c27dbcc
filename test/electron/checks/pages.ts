import { expect } from '@playwright/test'
import type { WebPreferences } from 'electron'
import type { Bench, Check } from '../support/bench.ts'

/** The preferences Electron got for the window's page. */
const preferencesOf = ({ desktop }: Bench): Promise<WebPreferences> =>
  desktop.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    // Electron has it, though not in its types.
    const contents = window?.webContents as unknown as { getLastWebPreferences(): WebPreferences }
    return JSON.parse(JSON.stringify(contents.getLastWebPreferences())) as WebPreferences
  })

/** A preference the window sets itself instead of relying on the default. */
const says = (wanted: Partial<WebPreferences>) => async (bench: Bench) => {
  expect(await preferencesOf(bench)).toMatchObject(wanted)
}

export const speaksWithMain: Check = {
  title: 'shows in the page what main tells it, and answers the page',
  run: async (bench) => {
    expect(await bench.page.evaluate(() => typeof window.atrium?.call)).toBe('function')
    expect((await bench.call('listConversations')).result).toMatchObject({ rows: [] })
    await expect(bench.page.getByRole('navigation').first()).toBeVisible()
  },
}

export const onlyOwnPages: Check = {
  title: 'loads only its own scheme, and nothing in a page from other hosts',
  run: async ({ page, collector, desktop }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    const [own = ''] = page.url().split('#')
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.filter((url) => !url.startsWith(own))).toEqual([])
    expect(
      await desktop.evaluate(({ webContents }) => webContents.getAllWebContents().map((it) => it.getURL())),
    ).toEqual([expect.stringMatching(/^atrium:\/\/app\//)])
    expect(collector.visits()).toEqual([])
  },
}

export const noNode: Check = {
  title: 'gives no Node to pages, or to frames and workers in them',
  run: async (bench) => {
    await says({ nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false })(bench)
    const found = await bench.page.evaluate(() => {
      const names = ['require', 'process', 'module', 'Buffer', 'global', '__dirname', 'electron', 'ipcRenderer']
      const frame = document.body.appendChild(document.createElement('iframe'))
      const places = [globalThis, frame.contentWindow] as unknown as Record<string, unknown>[]
      const seen = places.flatMap((place) => names.filter((name) => place[name] !== undefined))
      frame.remove()
      return seen
    })
    expect(found).toEqual([])
  },
}

export const isolated: Check = {
  title: 'gives the preload its own world, out of reach of the page’s changes',
  run: async (bench) => {
    await says({ contextIsolation: true })(bench)
    const seen = await bench.page.evaluate(async () => {
      const bridge = window.atrium
      const stolen: unknown[] = []
      const { get, set } = Map.prototype
      Object.assign(Map.prototype, {
        get(this: Map<unknown, unknown>, key: unknown) {
          stolen.push(key)
          return get.call(this, key)
        },
        set(this: Map<unknown, unknown>, key: unknown, value: unknown) {
          stolen.push(key)
          return set.call(this, key, value)
        },
      })
      const first = new Promise<string>((resolve) => {
        const leave = bridge?.subscribe((message) => {
          leave?.()
          resolve(message)
        })
      })
      const message = await first
      Object.assign(Map.prototype, { get, set })
      // The preload keeps its listeners in a map, by the page's own name and a number.
      return { message: message.slice(0, 12), keys: stolen.filter((key) => /^[\da-f-]{36}\/\d+$/.test(String(key))) }
    })
    expect(seen).toEqual({ message: '{"snapshot":', keys: [] })
  },
}

export const sandboxed: Check = {
  title: 'runs every page in a sandbox',
  run: async (bench) => {
    await says({ sandbox: true })(bench)
    const isOff = await bench.desktop.evaluate(({ app }) => app.commandLine.hasSwitch('no-sandbox'))
    expect(isOff).toBe(false)
  },
}

export const webSecurity: Check = {
  title: 'keeps origins separate',
  run: says({ webSecurity: true }),
}

export const noInsecureContent: Check = {
  title: 'lets no insecure content in',
  run: says({ allowRunningInsecureContent: false }),
}

export const noExperiments: Check = {
  title: 'turns on no experimental features',
  run: says({ experimentalFeatures: false }),
}

export const noBlinkFeatures: Check = {
  title: 'turns on one feature of Blink, which only refuses',
  run: says({ enableBlinkFeatures: 'BlockingFocusWithoutUserActivation' }),
}

export const noPopupsFromWebviews: Check = {
  title: 'has no webview that could open windows',
  run: async ({ page }) => {
    const hasOne = await page.evaluate(() => {
      const view = document.createElement('webview')
      view.setAttribute('allowpopups', '')
      view.setAttribute('src', 'https://example.com/')
      document.body.append(view)
      const isReal = 'getWebContentsId' in view
      view.remove()
      return isReal
    })
    expect(hasOne).toBe(false)
  },
}

export const noWebviews: Check = {
  title: 'stops any webview that is created',
  run: async (bench) => {
    await says({ webviewTag: false })(bench)
    const stopped = await bench.desktop.evaluate(({ BrowserWindow }) => {
      let prevented = false
      const event = { preventDefault: () => (prevented = true) }
      const [window] = BrowserWindow.getAllWindows()
      ;(window?.webContents as NodeJS.EventEmitter | undefined)?.emit('will-attach-webview', event, {}, {})
      return prevented
    })
    expect(stopped).toBe(true)
  },
}

export const onlyTwoFunctions: Check = {
  title: 'gives the page two functions and nothing of Electron',
  run: async ({ page }) => {
    const exposed = await page.evaluate(async () => {
      const describe = (value: unknown): unknown =>
        typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, describe(part)]))
          : typeof value
      const message = await new Promise((resolve) => {
        const leave = window.atrium?.subscribe((...heard: unknown[]) => {
          leave?.()
          resolve(heard.map((it) => typeof it))
        })
      })
      return { bridge: describe(window.atrium), message, isFrozen: Object.isFrozen(window.atrium) }
    })
    expect(exposed).toEqual({
      bridge: { call: 'function', subscribe: 'function' },
      message: ['string'],
      isFrozen: true,
    })
  },
}
