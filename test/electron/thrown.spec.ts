import path from 'node:path'
import { expect, test } from '@playwright/test'
import type * as Electron from 'electron'
import { commonWords } from '../../main/shells/common/words.ts'
import { desktopWords } from '../../main/shells/electron/words.ts'
import { Bench } from './support/bench.ts'
import { clickNotification, clickTray, hasTray } from './support/person.ts'

type Desk = typeof Electron
type Kind = [by: string, happens: (bench: Bench) => Promise<void>]

/** Said at the end if the host was closed by then: its log is in one file. */
const whole = 'The log is whole.'

async function openBench(): Promise<Bench> {
  const bench = await Bench.open()
  const told = { rest: path.join(bench.directory, 'journal.db-wal'), whole }
  await bench.desktop.evaluate(({ app }, { rest, whole: said }) => {
    const { existsSync } = process.getBuiltinModule('node:fs')
    if (!existsSync(rest)) throw new Error('The log has no second file while it is open.')
    app.once('quit', () => process.stderr.write(existsSync(rest) ? 'The log was left open.' : said))
  }, told)
  return bench
}

/** Makes this method of the window's throw, and so each listener of Atrium's that calls it. */
const breakWindow = ({ desktop }: Bench, method: 'show' | 'hide' | 'setBackgroundColor' | 'getNormalBounds') =>
  desktop.evaluate(({ BrowserWindow }, name) => {
    const [window] = BrowserWindow.getAllWindows()
    Object.assign(window ?? {}, {
      [name]: () => {
        throw new Error('seeded')
      },
    })
  }, method)

/** As the system or a user does it; the app can end before it answers. */
const happen = ({ desktop }: Bench, run: (electron: Desk) => unknown): Promise<void> =>
  desktop.evaluate(run).then(
    () => undefined,
    () => undefined,
  )

const hide = ({ desktop }: Bench) => desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())

const stay = async (bench: Bench): Promise<void> => {
  await bench.call('changeSettings', { appearance: { closing: 'stay' } })
  await expect.poll(() => hasTray(bench.desktop)).toBe(true)
  await breakWindow(bench, 'show')
}

const kinds: Kind[] = [
  [
    'of the app',
    async (bench) => {
      await breakWindow(bench, 'show')
      await happen(bench, ({ app }) => app.emit('activate'))
    },
  ],
  [
    'of the window, asked whether it may close @all',
    async (bench) => {
      await breakWindow(bench, 'getNormalBounds')
      await happen(bench, ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    },
  ],
  [
    'of the page @all',
    (bench) =>
      happen(bench, ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        const reload = () => {
          throw new Error('seeded')
        }
        Object.assign(contents ?? {}, { reload })
        contents?.forcefullyCrashRenderer()
      }),
  ],
  [
    'of the page’s messages @all',
    async (bench) => {
      await happen(bench, ({ BrowserWindow }) => {
        const isDestroyed = () => {
          throw new Error('seeded')
        }
        Object.assign(BrowserWindow.getAllWindows()[0]?.webContents ?? {}, { isDestroyed })
      })
      await bench.page.evaluate(() => void window.atrium?.subscribe(() => undefined)).catch(() => undefined)
    },
  ],
  [
    'of the theme @all',
    async (bench) => {
      await breakWindow(bench, 'setBackgroundColor')
      await happen(bench, ({ nativeTheme }) => {
        nativeTheme.themeSource = 'dark'
      })
    },
  ],
  [
    'of the menu @all',
    async (bench) => {
      await breakWindow(bench, 'show')
      await happen(bench, ({ Menu }) => {
        const all = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => item.submenu?.items ?? [])
        const item = all.find(({ label }) => label === 'Servers')
        ;(item?.click as ((event: object) => void) | undefined)?.({})
      })
    },
  ],
  [
    'of the icon in the tray @all',
    async (bench) => {
      await stay(bench)
      await clickTray(bench.desktop).catch(() => undefined)
    },
  ],
  [
    'of the menu in the tray @all',
    async (bench) => {
      await stay(bench)
      await clickTray(bench.desktop, desktopWords.background.open).catch(() => undefined)
    },
  ],
  [
    'of a notification @all',
    async (bench) => {
      await hide(bench)
      const config = { type: 'stdio', command: process.execPath, args: [], env: {}, enabled: true }
      await bench.call('addServer', { id: 'asks', config })
      await expect.poll(() => bench.calls('Notification.show')).toHaveLength(1)
      await breakWindow(bench, 'show')
      await clickNotification(bench.desktop).catch(() => undefined)
    },
  ],
]

for (const [by, happens] of kinds)
  test(`[ELE-95] ends in order with a sentence in a dialog if a listener throws, called by an event ${by}`, async () => {
    const bench = await openBench()
    try {
      await happens(bench)
      expect(await bench.desktop.ended).toBe(1)
      const { said } = bench.desktop
      expect(said).toContain(`Dialog: Atrium\n${commonWords.fault('Error: seeded')}`)
      expect(said).not.toContain('JavaScript error')
      expect(said).toContain(whole)
    } finally {
      await bench.close()
    }
  })

test('[ELE-95] closes everything though a listener throws while it closes, and says why @all', async () => {
  const bench = await openBench()
  try {
    await breakWindow(bench, 'show')
    await happen(bench, ({ app }) => {
      process.emit('SIGTERM')
      app.emit('activate')
    })
    expect(await bench.desktop.ended).toBe(1)
    expect(bench.desktop.said).toContain(`Dialog: Atrium\n${commonWords.fault('Error: seeded')}`)
    expect(bench.desktop.said).toContain(whole)
  } finally {
    await bench.close()
  }
})

test('[ELE-95] asks no one at a shutdown if a listener throws, and ends in order @all', async () => {
  const bench = await openBench()
  try {
    await breakWindow(bench, 'hide')
    await happen(bench, ({ powerMonitor }) =>
      (powerMonitor as NodeJS.EventEmitter).emit('shutdown', {
        preventDefault: () => undefined,
        defaultPrevented: true,
      }),
    )
    expect(await bench.desktop.ended).toBe(1)
    expect(bench.desktop.said).toContain(commonWords.fault('Error: seeded'))
    expect(bench.desktop.said).not.toContain('Dialog:')
    expect(bench.desktop.said).toContain(whole)
  } finally {
    await bench.close()
  }
})
