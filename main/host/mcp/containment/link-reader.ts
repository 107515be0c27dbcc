import { closeSync, openSync, readdirSync, readSync, type Dirent } from 'node:fs'
import { dirname, join } from 'node:path'
import { entryKind, isBelow, realOf, linkWaysOf } from './disk.ts'
import { containmentWords as words } from './words.ts'

/** Entries of hidden folders that are read for links at most, in one start. */
const mostEntries = 100_000
/** Levels below the folder of an application with very many files, such as a browser. Keys have no such limit. */
const levelsOfApplications = 3

const applications =
  /\/(\.Trash|\.mozilla|\.thunderbird|\.zen|\.librewolf|snap|\.var\/app|\.cache\/[\w-]+|\.cursor|\.claude|\.codex|\.gemini|\.config\/(Code|Cursor|Claude|google-chrome\S*|chromium|BraveSoftware|microsoft-edge|vivaldi|opera|Signal|Slack|discord|Element|JetBrains|evolution)|\.local\/share\/(TelegramDesktop|evolution)|Library\/.+)$/

const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/opt', '/nix', '/etc', '/proc', '/dev', '/sys']

/** A place that contained programs can't reach. */
export type HiddenPath = { path: string; isFolder: boolean }

/** Finds what hidden paths lead to. One per start, because it counts what it reads. */
export class LinkReader {
  readonly #homes: string[]
  readonly #read = new Set<string>()
  /** Paths at which links in hidden folders are written to lead to, or do; nothing may be there yet. */
  readonly written: string[] = []
  #entries = 0

  constructor(homes: string[]) {
    this.#homes = homes
  }

  /**
   * The place at this path, and what links in it lead to, at every level. Throws if there is too much to read: a secret
   * could be behind the rest.
   */
  pathsAt(path: string): HiddenPath[] {
    const real = realOf(path)
    if (real === undefined) return []
    const place = { path: real, isFolder: entryKind(real) === 'folder' }
    return place.isFolder
      ? [place, ...this.#linkedIn(real, applications.test(path) ? levelsOfApplications : Infinity)]
      : [place]
  }

  #linkedIn(folder: string, levels: number): HiddenPath[] {
    if (this.#read.has(folder) || levels === 0) return []
    this.#read.add(folder)
    const entries = entriesOf(folder)
    this.#entries += entries.length
    if (this.#entries > mostEntries) throw new Error(words.tooManyFiles(folder))
    return entries.flatMap((entry): HiddenPath[] => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return this.#linkedIn(path, levels - 1)
      if (!entry.isSymbolicLink()) return []
      const [ways, real] = [linkWaysOf(path), realOf(path)]
      if (real === undefined) this.#note(ways, folder)
      if (real === undefined || isBelow(real, folder)) return []
      const kind = entryKind(real)
      if (kind === 'folder') {
        if (!this.#isPrivate(real)) return []
        this.#note(ways, folder)
        return [{ path: real, isFolder: true }, ...this.#linkedIn(real, levels - 1)]
      }
      if (kind !== 'file' || isProgram(real) || isSystem(real)) return []
      this.#note(ways, folder)
      return [{ path: real, isFolder: false }]
    })
  }

  #note(ways: string[], folder: string): void {
    this.written.push(
      ...ways.filter((path) => ![folder, '/tmp', '/var/tmp', ...system].some((it) => isBelow(path, it))),
    )
  }

  /** Applications link to the folders for documents and to the system's, which hold more than their secrets. */
  #isPrivate(folder: string): boolean {
    if (folder === '/' || isSystem(folder)) return false
    return this.#homes.every(
      (home) => !isBelow(home, folder) && (dirname(folder) !== home || folder.startsWith(`${home}/.`)),
    )
  }
}

/** Whether a path is in a folder of the system. */
export const isSystem = (path: string): boolean => system.some((folder) => isBelow(path, folder))

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Whether a file starts like a program for Linux or macOS, or like a script: a runtime of an environment isn't a secret. */
function isProgram(file: string): boolean {
  try {
    const opened = openSync(file, 'r')
    try {
      const start = Buffer.alloc(4)
      readSync(opened, start, 0, 4, 0)
      return /^(7f454c46|2321|cffaedfe|cafebabe)/.test(start.toString('hex'))
    } finally {
      closeSync(opened)
    }
  } catch {
    return false
  }
}
