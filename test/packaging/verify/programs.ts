import { extractAll } from '@electron/asar'
import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, closeSync, constants, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { checkupWords } from '../../../main/host/checkup/words.ts'
import { selfCheckWords } from '../../../main/shells/electron/self-check/words.ts'
import { hasDisplay } from '../../../tools/window.mjs'
import { forkDouble } from '../../double/launch.ts'
import { here, packStubs, removeFolder, temporaryFolder } from '../packages.ts'

/** A packaged Atrium that can be started. */
export type Program = {
  name: string
  start(args: string[]): ChildProcess
  remove(): void
  /** The sentence of its check of the installation, if this program can't have all parts of a package. */
  lacks?: string
}

/** A place as given, and a sentence if no Atrium can be started from it. */
type Found = { file: string } | { problem: string }

/** Where the program is below a folder: unpacked, installed, or the folder that `npm run dist` writes. */
const places: Partial<Record<NodeJS.Platform, RegExp[]>> = {
  linux: [/^atrium$/, /^(linux(-\w+)?-unpacked|opt\/Atrium)\/atrium$/],
  darwin: [/^Contents\/MacOS\/Atrium$/, /^(mac(-\w+)?\/)?Atrium\.app\/Contents\/MacOS\/Atrium$/],
  win32: [/^(win(-\w+)?-unpacked\/)?Atrium\.exe$/],
}

/** Finds the program that a path means: the file itself, or one in a folder. */
export function findProgram(given: string, platform = process.platform): Found {
  if (!existsSync(given)) return { problem: `There is no ${given}. Run npm run dist first, or name another path.` }
  if (statSync(given).isDirectory()) {
    const fits = places[platform] ?? []
    // Folders of other systems and architectures can be beside it; the first by name that runs here counts.
    const file = readdirSync(given, { recursive: true, encoding: 'utf8' })
      .map((name) => name.split(path.sep).join('/'))
      .toSorted()
      .find((name) => fits.some((place) => place.test(name)) && isOfThisArch(name))
    return file === undefined
      ? { problem: `There is no Atrium for this system in ${given}. Name its program or its folder.` }
      : { file: path.join(given, file) }
  }
  if (/\.(deb|dmg|zip)$/.test(given))
    return { problem: `${path.basename(given)} is an installer. Install it, then name what it installed.` }
  if (/^atrium-.*\.exe$/.test(path.basename(given)))
    return { problem: `${path.basename(given)} is the installer. Run it, then name the Atrium.exe that it installed.` }
  return isPackage(given)
    ? { file: given }
    : { problem: `${path.basename(given)} isn’t an Atrium package. Name an AppImage, a program or its folder.` }
}

/** Whether a file is an AppImage, or has a packed application where Electron looks for it. Runs nothing. */
function isPackage(file: string): boolean {
  const folder = path.dirname(file)
  const beside = ['resources/app.asar', '../Resources/app.asar']
  return beside.some((name) => existsSync(path.join(folder, name))) || isAppImage(file)
}

/** An AppImage is a program of Linux with “AI” and its type at byte 8. */
function isAppImage(file: string): boolean {
  const head = Buffer.alloc(10)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, head, 0, head.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return head.toString('latin1', 1, 4) === 'ELF' && head.toString('latin1', 8, 10) === 'AI'
}

/** Folders of npm run dist name their architecture, except x64. */
const isOfThisArch = (name: string): boolean => {
  const [, arch] = /^(?:linux|mac|win)-(\w+?)(?:-unpacked)?\//.exec(name) ?? []
  return arch === undefined || arch === 'unpacked' || arch === process.arch
}

/** The program at a path, or with `double:` the packed files in Electron's double. Rejects with a sentence. */
export async function openProgram(given: string, folder: string): Promise<Program> {
  if (given === 'double:') return openDouble()
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

async function openDouble(): Promise<Program> {
  const folder = temporaryFolder()
  const appDirectory = path.join(folder, 'app')
  const [packed] = await packStubs(folder, [here], { arch: process.arch })
  extractAll(path.join(packed?.resources ?? '', 'app.asar'), appDirectory)
  return { ...programInDouble(appDirectory), remove: () => removeFolder(folder) }
}

/** A packaged app's files, run by Electron's double. */
export const programInDouble = (appDirectory: string): Program => ({
  name: 'double:',
  // Node has no fuses.
  lacks: selfCheckWords.parts([checkupWords.titles.window]),
  start: (args) => forkDouble({ appDirectory, args, double: { packaged: true } }),
  remove: () => undefined,
})
