import { expect } from '@playwright/test'
import type { Check } from '../support/bench.ts'

/** The app starts packed in these checks, so Electron's own switches are judged. */
export const startsPacked: Check = {
  title: 'starts packed with no option but its data folder',
  run: async ({ page }) => expect(page.getByRole('navigation').first()).toBeVisible(),
}

export const showsItsWindow: Check = {
  title: 'shows its window once the page is loaded, though Electron never says that it is drawn',
  run: async ({ desktop }) => {
    const isVisible = () => desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
    await expect.poll(isVisible, { timeout: 10_000 }).toBe(true)
  },
}

export const endsUnseen: Check = {
  title: 'ends in order by a signal before its window has shown',
  run: async ({ desktop }) => {
    await desktop.evaluate(() => void process.kill(process.pid, 'SIGTERM'))
    expect([await desktop.ended, desktop.said]).toEqual([0, ''])
  },
}

export const comesBack: Check = {
  title: 'comes back with the keyboard from the task bar and from being hidden',
  run: async ({ desktop }) => {
    for (const away of ['minimize', 'hide'] as const) {
      await desktop.evaluate(async ({ app, BrowserWindow }, name) => {
        const [window] = BrowserWindow.getAllWindows()
        window?.[name]()
        // Electron tells of it later.
        await new Promise((resolve) => setTimeout(resolve, 100))
        app.emit('activate')
      }, away)
      const state = () =>
        desktop.evaluate(({ BrowserWindow }) => {
          const [window] = BrowserWindow.getAllWindows()
          return [window?.isVisible(), window?.isFocused(), window?.isMinimized()]
        })
      await expect.poll(state, { message: away, timeout: 10_000 }).toEqual([true, true, false])
    }
  },
}

export const endsInOrder: Check = {
  title: 'ends in order at a shutdown, which waits, whatever signals follow',
  run: async ({ desktop }) => {
    const isWaitedFor = await desktop.evaluate(({ powerMonitor }) => {
      const event = { defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) }
      powerMonitor.emit('shutdown', event)
      for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.kill(process.pid, signal)
      return event.defaultPrevented
    })
    expect({ isWaitedFor, code: await desktop.ended }).toEqual({ isWaitedFor: true, code: 0 })
  },
}

export const endsWithTheSession: Check = {
  title: 'ends in order when Windows ends the session, which only tells its window',
  run: async ({ desktop }) => {
    const isOpen = await desktop.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.emit('session-end', {})
      return window !== undefined
    })
    expect({ isOpen, code: await desktop.ended }).toEqual({ isOpen: true, code: 0 })
  },
}

export const survivesGoneFrames: Check = {
  title: 'refuses a page whose frame is gone, and continues',
  run: async ({ desktop }) => {
    const code = await desktop.evaluate(async ({ BrowserWindow, ipcMain }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const gone = contents?.mainFrame
      const crashed = new Promise((resolve) => contents?.once('render-process-gone', resolve))
      contents?.forcefullyCrashRenderer()
      await crashed
      const event = { sender: contents, senderFrame: gone }
      const { _invokeHandlers: handlers } = ipcMain as unknown as {
        _invokeHandlers: Map<string, (...args: unknown[]) => Promise<string>>
      }
      const reply: unknown = JSON.parse((await handlers.get('atrium:call')?.(event, 'listConversations', '{}')) ?? '{}')
      ipcMain.emit('atrium:leave', event, 'x')
      return (reply as { error?: { code: string } }).error?.code
    })
    expect(code).toBe('forbidden')
    const isBack = (): Promise<boolean | undefined> =>
      desktop.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        return contents?.isCrashed() === false && contents.executeJavaScript('document.querySelector("nav") !== null')
      })
    await expect.poll(isBack).toBe(true)
  },
}
