import type { BrowserWindow } from 'electron'
import type { Dialogs } from './dialogs.ts'
import { desktopWords } from './words.ts'

const words = desktopWords.crash

/** Milliseconds; a page that ends again this soon after a reload isn't reloaded automatically. */
const calmMs = 60_000

/** Reloads a crashed page, and asks about a hanging one. Nothing in the host depends on it. */
export function tend(window: BrowserWindow, dialogs: Dialogs, quit: () => void): void {
  const { webContents } = window
  let reloadedAt = -Infinity
  const reload = (): void => {
    // The window may have closed while its dialog was open, and then has no page.
    if (window.isDestroyed()) return
    reloadedAt = performance.now()
    webContents.reload()
  }
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    process.stderr.write(`${words.logged(reason)}\n`)
    if (performance.now() - reloadedAt > calmMs) {
      reload()
      void dialogs.tell(words.reloaded, words.nothingLost)
      return
    }
    const again = { question: words.again, detail: words.nothingLost, action: words.reload }
    void dialogs.choose(again, { otherwise: words.quit }).then((wanted) => (wanted ? reload() : quit()))
  })
  let hanging: AbortController | undefined
  webContents.on('unresponsive', () => {
    if (hanging) return
    const { signal } = (hanging = new AbortController())
    const anew = { question: words.hangs, detail: words.nothingLost, action: words.reload }
    void dialogs.choose(anew, { otherwise: words.wait, signal }).then((wanted) => {
      hanging = undefined
      // Ending it makes it reload like a crashed one.
      if (wanted && !signal.aborted && !window.isDestroyed()) webContents.forcefullyCrashRenderer()
    })
  })
  webContents.on('responsive', () => hanging?.abort())
  window.on('closed', () => hanging?.abort())
}
