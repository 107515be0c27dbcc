import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Dialogs } from './dialogs.ts'
import { desktopWords } from './words.ts'

const words = desktopWords.update

/** The file electron-builder adds to a package built with an update feed. */
const feedFile = 'app-update.yml'
/** Milliseconds after the start until the first check, and between checks. */
const firstLook = 60_000
const everyDay = 24 * 60 * 60_000

/** Whether this installation has an update feed. Without one it never checks. */
export const hasFeed = (resources: string | undefined): resources is string =>
  resources !== undefined && existsSync(path.join(resources, feedFile))

/**
 * Checks for newer versions; a download begins only if the user agrees, and is installed when Atrium ends. The result
 * ends it.
 */
export function lookForUpdates(dialogs: Dialogs): () => void {
  const look = (): void =>
    void offer(dialogs).catch((error: unknown) => process.stderr.write(`${words.failed(String(error))}\n`))
  const first = setTimeout(look, firstLook)
  const daily = setInterval(look, everyDay)
  return () => {
    clearTimeout(first)
    clearInterval(daily)
  }
}

async function offer(dialogs: Dialogs): Promise<void> {
  const { autoUpdater } = await import('electron-updater')
  autoUpdater.logger = null
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.disableWebInstaller = true
  const found = await autoUpdater.checkForUpdates()
  if (!found?.isUpdateAvailable) return
  const wanted = await dialogs.choose({
    question: words.question(found.updateInfo.version),
    detail: words.detail,
    action: words.action,
  })
  if (wanted) await autoUpdater.downloadUpdate()
}
