import { expect, type Page } from '@playwright/test'
import type { Desktop } from '../../double/launch.ts'

/** A property that only Electron itself can show; `run` shows it if Electron is installed. */
export type Owed = { what: string; why: string; run?: (desktop: Desktop, page: Page) => Promise<void> }

export const usersMachine: Owed[] = [
  {
    what: 'the pages’ processes run in the system’s sandbox',
    why: 'the double runs pages in Debian’s Chromium, whose sandbox is not Electron’s and is off for root',
    run: async (desktop) => {
      const sandboxed = await desktop.evaluate(({ app }) => {
        const { readFileSync } = process.getBuiltinModule('node:fs')
        const pages = app.getAppMetrics().filter(({ type }) => type === 'Tab')
        // Only Linux doesn't report it itself: there the kernel knows whether system calls are filtered.
        const isFiltered = (pid: number): boolean => /^Seccomp:\s2$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
        return pages.map((it) => it.sandboxed ?? isFiltered(it.pid))
      })
      expect(sandboxed).not.toEqual([])
      expect(sandboxed).not.toContain(false)
    },
  },
  {
    what: 'the page has the origin atrium://app',
    why: 'Chromium cannot be taught a scheme, so the double serves it by another name',
    run: async (_desktop, page) => expect(await page.evaluate(() => location.href)).toMatch(/^atrium:\/\/app\//),
  },
  {
    what: 'the system’s keyring keeps a text and returns it',
    why: 'the double has its own keyring',
    run: async (desktop) => {
      const back = await desktop.evaluate(async ({ safeStorage }) => {
        const sealed = await safeStorage.encryptStringAsync('kept')
        const { result } = await safeStorage.decryptStringAsync(sealed)
        return { result, tag: sealed.toString('latin1', 0, 3), platform: process.platform }
      })
      expect(back.result).toBe('kept')
      // Atrium judges by this tag whose key it was.
      if (back.platform === 'linux') expect(back.tag).toMatch(/^v1[0-2]$/)
    },
  },
  {
    what: 'limited and sealed programs on macOS can’t read secrets, change other folders or, if sealed, use the network',
    why: 'only macOS has this sandbox; main/host/mcp/process/levels.ts tries it before Atrium offers a level',
  },
  {
    what: 'a packed program’s fuses work: it isn’t Node, accepts no inspector, and runs only its own code',
    why: 'it needs a packed program with a real Electron; test/packaging runs one if there is one',
  },
  {
    what: 'a packed program refuses each switch that weakens it, and starts with those that are allowed',
    why: 'the double reads the command line itself; only a real one shows which switches Chromium adds or hides',
  },
  {
    what: 'Windows never starts a program in a server’s working folder in place of the one in PATH',
    why: 'only Windows shows its search; test/host/mcp/process/command-path.test.ts does it on the real file system',
  },
  {
    what: 'Electron refuses a changed app.asar on macOS and Windows',
    why: 'Electron checks it only there',
  },
  {
    what: 'dialogs, menus, the icon in the tray and notifications look right, and their buttons, keys and clicks work',
    why: 'the system draws them; in the tests a scripted user answers in their place',
  },
  {
    what: 'the page’s bar moves the window, and keeps clear of the system’s buttons in it',
    why: 'the double’s window is a tab without a frame; test/e2e/title-bar.spec.ts gives the page the buttons’ size',
  },
  {
    what: 'a file dropped on the window opens nothing',
    why: 'dragging from the system cannot be scripted; the double enforces the preference against it',
  },
  {
    what: 'requests for USB, HID, serial and Bluetooth devices and for the screen find nothing',
    why: 'Electron’s own choosers answer them, which the double does not have',
  },
  {
    what: 'the headers of servers’ apps work on their own scheme, and each app has its own process and store',
    why: 'the double serves them over https, which Chromium may treat differently from a scheme of the app’s',
  },
  {
    what: 'calls between pages reveal no address of this computer',
    why: 'the policy for WebRTC is Electron’s',
  },
  {
    what: 'the window opens without a working GPU, D-Bus or display settings',
    why: 'Chromium’s behaviour in Electron then depends on the machine',
  },
  {
    what: 'the window appears under Wayland, in its size and in front',
    why: 'the double shows a window at once, and has no compositor',
  },
  {
    what: 'the host works with BoringSSL, from an asar and in the V8 sandbox',
    why: 'the double’s main process is Node itself, with OpenSSL and plain files',
  },
  {
    what: 'everything works in the Chromium of Electron',
    why: 'the double runs pages in the Chromium that is installed, which is another version',
  },
  {
    what: 'a link that Windows opens brings no option along, whatever it contains',
    why: 'only Windows makes a command line of it; test/host/electron has what Atrium reads from one',
  },
  {
    what: 'logging out, shutting down and sleep end the app in time',
    why: 'the system has to do it',
  },
]
