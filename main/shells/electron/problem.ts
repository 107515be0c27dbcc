import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { app, dialog } from 'electron'
import { desktopWords as words } from './words.ts'

/** Max milliseconds for Electron to become ready to show a dialog. */
const readyMs = 5000

/** Shows why Atrium ends. On Linux, Electron that isn’t ready would only print it, unseen after a click on an icon. */
export async function showProblem(sentence: string): Promise<void> {
  if (process.platform === 'linux' && !app.isReady()) await Promise.race([app.whenReady(), wait(readyMs)])
  dialog.showErrorBox('Atrium', sentence)
}

/** The link with which Chromium locks a folder: to its computer and process. Windows has another way. */
const lockName = 'SingletonLock'

/**
 * Why this start did not get Electron's folder: undefined if another Atrium has it and was told to come to the front.
 * Electron doesn't tell that from a lock it can't judge or make.
 */
export function lockProblem(folder: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const lock = path.join(folder, lockName)
  const [, host] = /^(.*)-\d+$/.exec(linkAt(lock) ?? '') ?? []
  if (host === undefined) return words.cannotLock(folder)
  return host === hostname() ? undefined : words.lockedElsewhere(lock, host.slice(0, 80))
}

function linkAt(lock: string): string | undefined {
  try {
    return readlinkSync(lock)
  } catch {
    return undefined
  }
}
