import { extractAll } from '@electron/asar'
import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { checkupWords } from '../../../main/host/checkup/words.ts'
import { selfCheckWords } from '../../../main/shells/electron/self-check/words.ts'
import { hasDisplay } from '../../../tools/window.mjs'
import { forkDouble } from '../../double/launch.ts'
import { here, packStubs, removeFolder, temporaryFolder } from '../packages.ts'
import { findProgram } from './find.ts'

/** A packaged Atrium that can be started. */
export type Program = {
  name: string
  start(args: string[]): ChildProcess
  remove(): void
  /** The sentence of its check of the installation, if this program can't have all parts of a package, and why. */
  lacks?: { parts: string; why: string }
}

/**
 * The program at a path, or with `double:` the packed files in Electron's double. Rejects with a sentence, or when the
 * signal ends the packing.
 */
export async function openProgram(given: string, folder: string, signal?: AbortSignal): Promise<Program> {
  if (given === 'double:') return openDouble(signal)
  const found = findProgram(path.resolve(folder, given))
  if ('problem' in found) throw new Error(found.problem)
  const { file } = found
  if (process.platform === 'linux' && process.getuid?.() === 0)
    throw new Error('Electron doesn’t start for root. Run this as an ordinary user.')
  if (!isExecutable(file)) throw new Error(`${file} can’t be run. Allow it with: chmod +x ${JSON.stringify(file)}`)
  if (process.platform === 'linux' && !hasDisplay('linux', process.env))
    throw new Error('There’s no display to open a window on. Run this in a desktop session, or under xvfb-run.')
  const start = (args: string[]): ChildProcess => spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  return { name: path.basename(file), start, remove: () => undefined }
}

/** Often false for a download. */
function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function openDouble(signal: AbortSignal | undefined): Promise<Program> {
  const folder = temporaryFolder()
  const appDirectory = path.join(folder, 'app')
  try {
    const [packed] = await packStubs(folder, [here], { arch: process.arch, signal })
    extractAll(path.join(packed?.resources ?? '', 'app.asar'), appDirectory)
  } catch (error) {
    removeFolder(folder)
    throw error
  }
  return { ...programInDouble(appDirectory), remove: () => removeFolder(folder) }
}

/** A packaged app's files, run by Electron's double. */
export const programInDouble = (appDirectory: string): Program => ({
  name: 'double:',
  // Node has no fuses.
  lacks: {
    parts: selfCheckWords.parts([checkupWords.titles.window]),
    why: 'This is expected: the double of Electron has no fuses.',
  },
  start: (args) => forkDouble({ appDirectory, args, double: { packaged: true } }),
  remove: () => undefined,
})
