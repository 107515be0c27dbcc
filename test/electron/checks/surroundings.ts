import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { signedPrivately } from '../../host/mcp/http/certificate.ts'
import { checkupWords } from '../../../main/host/checkup/words.ts'
import { desktopWords } from '../../../main/shells/electron/words.ts'
import type { Mutation } from '../../e2e/support/app-copy.ts'
import type { Bench, Check } from '../support/bench.ts'
import { failNotification, hasTray } from '../support/person.ts'

/** The folder that the program is in. */
const mount = path.dirname(process.execPath)

export const leavesAppImage: Check = {
  title: 'keeps the folders of the AppImage it runs from out of the environment that programs inherit',
  env: { APPDIR: mount, APPIMAGE: '/opt/Atrium.AppImage', XDG_DATA_DIRS: `${mount}/usr/share:/usr/share` },
  run: async ({ desktop }) => expect(await desktop.evaluate(() => process.env['XDG_DATA_DIRS'])).toBe('/usr/share'),
}

const store = mkdtempSync(path.join(tmpdir(), 'atrium-trust-'))
const company = path.join(store, 'company.pem')
const { authority } = signedPrivately('localhost')
writeFileSync(company, authority)
process.once('exit', () => rmSync(store, { recursive: true, force: true }))

export const trustsTheSystem: Check = {
  title: 'trusts a certificate that the system trusts',
  env: { SSL_CERT_FILE: company, SSL_CERT_DIR: store },
  run: async ({ desktop }) => {
    const isTrusted = () =>
      desktop.evaluate((_electron, wanted) => {
        const { getCACertificates } = process.getBuiltinModule('node:tls')
        return getCACertificates('default').some((it) => it.trim() === wanted)
      }, authority.trim())
    await expect.poll(isTrusted, { timeout: 10_000 }).toBe(true)
  },
}

const change = async (bench: Bench, appearance: object): Promise<void> =>
  expect(await bench.call('changeSettings', { appearance })).not.toHaveProperty('error')

export const followsTheme: Check = {
  title: 'gives its window’s frame, menus and dialogs the chosen theme',
  run: async (bench) => {
    await change(bench, { theme: 'dark' })
    const source = () => bench.desktop.evaluate(({ nativeTheme }) => nativeTheme.themeSource)
    await expect.poll(source, { timeout: 10_000 }).toBe('dark')
    const color = () =>
      bench.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBackgroundColor())
    const token = await bench.page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--bg-app'))
    const [, light = '', dark = ''] = /light-dark\((#\w+), ?(#\w+)\)/.exec(token) ?? []
    await expect.poll(color, { timeout: 10_000 }).toBe(dark.toUpperCase())
    await change(bench, { theme: 'light' })
    await expect.poll(color, { timeout: 10_000 }).toBe(light.toUpperCase())
  },
}

/** macOS has its menus at the top of the screen. */
export const opensItsMenuByAlt: Check = {
  title: 'opens its menu by a single Alt, and not by Alt with another key',
  run: async ({ desktop }) => {
    const opened = await desktop.evaluate(async ({ BrowserWindow, Menu }) => {
      const [window] = BrowserWindow.getAllWindows()
      let times = 0
      Menu.getApplicationMenu()?.on('menu-will-show', () => (times += 1))
      const seen: number[] = []
      const press = async (...keys: [type: 'keyDown' | 'keyUp', keyCode: string][]): Promise<void> => {
        for (const [type, keyCode] of keys) window?.webContents.sendInputEvent({ type, keyCode })
        await new Promise((resolve) => setTimeout(resolve, 100))
        seen.push(times)
      }
      await press(['keyDown', 'Alt'], ['keyDown', 'K'], ['keyUp', 'K'], ['keyUp', 'Alt'])
      await press(['keyDown', 'Alt'])
      window?.emit('blur')
      await press(['keyUp', 'Alt'])
      await press(['keyDown', 'Alt'], ['keyUp', 'Alt'])
      Menu.getApplicationMenu()?.closePopup()
      return seen
    })
    expect(opened).toEqual(process.platform === 'darwin' ? [0, 0, 0, 0] : [0, 0, 0, 1])
  },
}

export const takesItsIconAway: Check = {
  title: 'takes its icon out of the tray and puts it back as the setting says',
  run: async (bench) => {
    for (const closing of ['stay', 'quit', 'stay'] as const) {
      await change(bench, { closing })
      await expect.poll(() => hasTray(bench.desktop), { message: closing, timeout: 10_000 }).toBe(closing === 'stay')
    }
  },
}

/** Other systems know a program's links from its package, so a copy of the app claims them here as on Windows. */
export const asOnWindows: Mutation = {
  folder: 'main',
  text: 'process.platform === "win32" && app.isPackaged && selfCheck',
  becomes: 'app.isPackaged && selfCheck',
}

/** In a packed copy with `asOnWindows`. */
export const claimsLinks: Check = {
  title: 'lets no link be read as an option, when it becomes the program of links',
  run: async ({ desktop }) => {
    const isIt = await desktop.evaluate(({ app }) => app.isDefaultProtocolClient('atrium', process.execPath, ['--']))
    expect(isIt).toBe(true)
  },
}

export const tellsHowToComeBack: Check = {
  title: 'says how to come back when its window closes and it stays',
  run: async (bench) => {
    await change(bench, { closing: 'stay' })
    await expect.poll(() => hasTray(bench.desktop), { timeout: 10_000 }).toBe(true)
    await bench.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect
      .poll(() => bench.calls('Notification.show'), { timeout: 10_000 })
      .toEqual([
        expect.objectContaining({
          args: [{ title: desktopWords.background.staysOpen, body: desktopWords.background.wayBack }],
        }),
      ])
  },
}

export const hearsOfFailures: Check = {
  title: 'says in the checkup why the system didn’t show a notification',
  run: async (bench) => {
    await bench.desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    const config = { type: 'stdio', command: process.execPath, args: [], env: {}, enabled: true }
    await bench.call('addServer', { id: 'asks', config })
    await expect.poll(() => bench.calls('Notification.show'), { timeout: 10_000 }).toHaveLength(1)
    await failNotification(bench.desktop, 'The app isn’t signed.')
    const said = JSON.stringify(await bench.call('checkInstallation'))
    expect(said).toContain(checkupWords.window.untold('The app isn’t signed.'))
  },
}

export const zoomsByTheUsualKey: Check = {
  title: 'zooms in by Ctrl or Cmd and =',
  run: async ({ desktop }) => {
    const keys = await desktop.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? [])
        .flatMap((item) => item.submenu?.items ?? [])
        .filter(({ role }) => role?.toLowerCase() === 'zoomin')
        .map(({ accelerator }) => accelerator),
    )
    expect(keys).toContain('CmdOrCtrl+=')
  },
}

export const goesBySystem: Check = {
  title: 'reaches other computers as the system’s proxy settings say',
  run: async (bench) => {
    const usual = async (): Promise<unknown> => {
      const { result } = await bench.call('getRoutes')
      return (result as { usual: unknown }).usual
    }
    expect(await usual()).toMatchObject({ way: 'direct', because: 'system' })
    await bench.desktop.evaluate(({ session }) => {
      session.defaultSession.resolveProxy = () => Promise.resolve('PROXY 127.0.0.1:1; DIRECT')
    })
    expect(await usual()).toMatchObject({ way: 'proxy', because: 'system', proxy: '127.0.0.1:1' })
    await bench.desktop.evaluate(({ session }) => {
      session.defaultSession.resolveProxy = () => Promise.resolve('')
    })
    expect(await usual()).toMatchObject({ way: 'none', because: 'system' })
  },
}
