import type { BrowserWindow } from 'electron'
import type { Dialogs } from './dialogs.ts'

/** A page that ends again within so long after it was loaded anew is not loaded a second time by itself, in milliseconds. */
const calmMs = 60_000

const nothingLost =
  'Conversations, questions and running calls are not in the page, so nothing of them was lost or answered.'

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
    process.stderr.write(`The page of the window ended: ${reason}.\n`)
    if (performance.now() - reloadedAt > calmMs) {
      reload()
      void dialogs.tell('The page of Atrium ended unexpectedly and was loaded again.', nothingLost)
      return
    }
    const again = { question: 'The page of Atrium ended again.', detail: nothingLost, action: 'Load it again' }
    void dialogs.choose(again, { otherwise: 'Quit' }).then((wanted) => (wanted ? reload() : quit()))
  })
  let hanging: AbortController | undefined
  webContents.on('unresponsive', () => {
    if (hanging) return
    const { signal } = (hanging = new AbortController())
    const anew = { question: 'The page of Atrium does not respond.', detail: nothingLost, action: 'Load it again' }
    void dialogs.choose(anew, { otherwise: 'Wait', signal }).then((wanted) => {
      hanging = undefined
      // It ends and is then loaded like one that crashed.
      if (wanted && !signal.aborted) webContents.forcefullyCrashRenderer()
    })
  })
  webContents.on('responsive', () => hanging?.abort())
}
