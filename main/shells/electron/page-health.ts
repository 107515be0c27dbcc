import type { BrowserWindow } from 'electron'
import type { Dialogs } from './dialogs.ts'
import { desktopWords } from './words.ts'

const words = desktopWords.crash

/** A page that ends again within so long after it was loaded anew is not loaded a second time by itself, in milliseconds. */
const calmMs = 60_000

/** Brings back a page that crashed, and asks about one that hangs. Nothing the host does depends on it. */
export function tend(window: BrowserWindow, dialogs: Dialogs, quit: () => void): void {
  const { webContents } = window
  let reloadedAt = -Infinity
  const reload = (): void => {
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
      // It ends and is then loaded like one that crashed.
      if (wanted && !signal.aborted) webContents.forcefullyCrashRenderer()
    })
  })
  webContents.on('responsive', () => hanging?.abort())
}
