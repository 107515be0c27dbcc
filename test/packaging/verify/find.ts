import { extractFile } from '@electron/asar'
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { isObject, parseJson } from '../../../shared/schema/json.ts'

/** A place as given, and a sentence if no Atrium can be started from it. */
export type Found = { file: string } | { problem: string }

/** An archive's place beside its program, where Electron looks for it, and the program's from there. */
const layouts: Partial<Record<NodeJS.Platform, { archive: string; program: string }>> = {
  linux: { archive: 'resources/app.asar', program: '../atrium' },
  darwin: { archive: 'Contents/Resources/app.asar', program: '../MacOS/Atrium' },
  win32: { archive: 'resources/app.asar', program: '../Atrium.exe' },
}

/** Finds the program that a path means: the file itself, or the only one in a folder. Runs nothing. */
export function findProgram(given: string, platform = process.platform, arch: string = process.arch): Found {
  if (!existsSync(given)) return { problem: `There is no ${given}. Run npm run dist first, or name another path.` }
  const fits = (file: string): boolean => isFor(file, platform, arch)
  if (statSync(given).isDirectory()) return onlyOne(given, programsIn(given, platform).filter(fits))
  const name = path.basename(given)
  if (/\.(deb|dmg|zip)$/.test(given))
    return { problem: `${name} is an installer. Install it, then name what it installed.` }
  if (/^atrium-.*\.exe$/.test(name))
    return { problem: `${name} is the installer. Run it, then name the Atrium.exe that it installed.` }
  const beside = ['resources/app.asar', '../Resources/app.asar'].map((it) => path.join(path.dirname(given), it))
  if (!isAppImage(given) && !beside.some(isAtrium))
    return { problem: `${name} isn’t an Atrium package. Name an AppImage, a program or its folder.` }
  return fits(given) ? { file: given } : { problem: `${name} isn’t a program for this system and processor.` }
}

function onlyOne(folder: string, files: string[]): Found {
  const [file, ...others] = files
  if (file === undefined)
    return { problem: `There is no Atrium for this system in ${folder}. Name its program or its folder.` }
  if (others.length === 0) return { file }
  const places = files.map((it) => path.relative(folder, it)).toSorted()
  return {
    problem: `There are ${files.length} Atriums for this system in ${folder}: ${places.join(', ')}. Name one of them.`,
  }
}

/** The programs beside Atrium's archives below a folder, whatever the folders are called. */
function programsIn(folder: string, platform: NodeJS.Platform): string[] {
  const layout = layouts[platform]
  if (layout === undefined) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => `/${name.split(path.sep).join('/')}`.endsWith(`/${layout.archive}`))
    .map((name) => path.join(folder, name))
    .filter(isAtrium)
    .map((archive) => path.join(path.dirname(archive), layout.program))
    .filter((program) => existsSync(program))
}

/** Whether a file is an archive whose package is Atrium. */
function isAtrium(archive: string): boolean {
  if (!existsSync(archive)) return false
  try {
    const manifest = parseJson(String(extractFile(archive, 'package.json')))
    return isObject(manifest) && manifest['name'] === 'atrium'
  } catch {
    // Not an archive, or one without a package.
    return false
  }
}

/** The beginning of a file. Shorter files are filled with zeros. */
function headOf(file: string): Buffer {
  const head = Buffer.alloc(4096)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, head, 0, head.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return head
}

/** An AppImage is a program of Linux with “AI” and its type at byte 8. */
function isAppImage(file: string): boolean {
  const head = headOf(file)
  return head.toString('latin1', 1, 4) === 'ELF' && head.toString('latin1', 8, 10) === 'AI'
}

/** Processors in the headers of programs: ELF’s e_machine, PE’s Machine and Mach-O’s cputype. */
const machines: Record<string, Record<number, string>> = {
  linux: { 0x3e: 'x64', 0xb7: 'arm64' },
  win32: { 0x86_64: 'x64', 0xaa_64: 'arm64' },
  darwin: { 0x01_00_00_07: 'x64', 0x01_00_00_0c: 'arm64' },
}

/** Whether a file is a program for a system and processor, by its header. */
function isFor(file: string, platform: NodeJS.Platform, arch: string): boolean {
  const head = headOf(file)
  return machineIn(head, platform).some((machine) => machines[platform]?.[machine] === arch)
}

function machineIn(head: Buffer, platform: NodeJS.Platform): number[] {
  if (platform === 'linux') return head.toString('latin1', 0, 4) === '\x7fELF' ? [head.readUInt16LE(18)] : []
  if (platform === 'darwin') {
    if (head.readUInt32LE(0) === 0xfe_ed_fa_cf) return [head.readUInt32LE(4)]
    // One program for both: its parts are listed, twenty bytes each.
    if (head.readUInt32BE(0) !== 0xca_fe_ba_be) return []
    return Array.from({ length: Math.min(head.readUInt32BE(4), 4) }, (_, index) => head.readUInt32BE(8 + 20 * index))
  }
  const at = head.readUInt32LE(0x3c)
  const isWindows = head.toString('latin1', 0, 2) === 'MZ' && at + 6 <= head.length
  return isWindows && head.toString('latin1', at, at + 4) === 'PE\0\0' ? [head.readUInt16LE(at + 4)] : []
}
