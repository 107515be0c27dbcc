import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { BundleLaunch } from '../../../shared/config/bundle.ts'
import type { BundleReference } from '../../../shared/config/server-config.ts'
import type { GapQuestion } from '../../../shared/config/candidate.ts'
import { isObject, parseJson } from '../../../shared/schema/json.ts'
import { foldedName } from '../../../shared/text/paths.ts'
import { moveOver } from '../base/move.ts'
import { bundlePath, bundlesIn } from '../mcp/process/bundle-folder.ts'
import type { FileSums } from '../archive/contents.ts'

/** The note that Atrium keeps beside a bundle's folder. */
export type PlacedBundle = { sha256: string; sums: FileSums; launch: BundleLaunch; questions: GapQuestion[] }

const partial = '.partial'
/** The folder that was there, until the one that replaces it is. */
const aside = '.aside'
/** The files beside a folder: the note, the archive, and the folder that this one replaces until it has started. */
const endings = { note: '.json', archive: '.mcpb', before: '.before' }

/**
 * The folders of bundles. A folder appears under its name when everything in it and beside it is complete; whatever a
 * crash leaves has another name, or no server that uses it.
 */
export class PlacedFiles {
  readonly #dataDirectory: string
  readonly #move: typeof moveOver
  /** Folders that are being filled or are about to be used, so nothing removes them. */
  readonly #busy = new Set<string>()

  constructor(dataDirectory: string, move = moveOver) {
    this.#dataDirectory = dataDirectory
    this.#move = move
  }

  folder(bundle: BundleReference): string {
    return bundlePath(this.#dataDirectory, bundle)
  }

  archive(bundle: BundleReference): string {
    return `${this.folder(bundle)}${endings.archive}`
  }

  /** Undefined if its files aren't there. Atrium wrote the note itself, but others of the user's account can too. */
  note(bundle: BundleReference): PlacedBundle | undefined {
    const folder = this.folder(bundle)
    if (!existsSync(folder)) return undefined
    const file = `${folder}${endings.note}`
    const read = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `place`
    return isObject(read) && isObject(read['sums']) ? (read as unknown as PlacedBundle) : undefined
  }

  /** Keeps a folder until the result is called; undefined if it is kept already. */
  hold(bundle: BundleReference): (() => void) | undefined {
    const folder = this.folder(bundle)
    if (this.#busy.has(folder)) return undefined
    this.#busy.add(folder)
    return () => this.#busy.delete(folder)
  }

  /** Fills a new folder and puts it in place, with its archive and its note. */
  async place(
    bundle: BundleReference,
    { from, before }: { from: string; before: BundleReference | undefined },
    fill: (folder: string) => Promise<PlacedBundle>,
  ): Promise<void> {
    const folder = this.folder(bundle)
    const unfinished = `${folder}${partial}`
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
    try {
      rmSync(unfinished, { recursive: true, force: true })
      const note = await fill(unfinished)
      const archive = this.archive(bundle)
      if (from !== archive) copyFileSync(from, archive)
      writeFileSync(`${folder}${endings.note}`, JSON.stringify(note), { mode: 0o600, flush: true })
      const old = before && this.folder(before)
      if (old !== undefined && old !== folder)
        writeFileSync(`${folder}${endings.before}`, basename(old), { mode: 0o600 })
      this.#replace(folder, unfinished)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }

  /** At each moment one of both has the folder's name, or the next look gives it back to the old one. */
  #replace(folder: string, by: string): void {
    const old = `${folder}${aside}`
    const hadOne = existsSync(folder)
    if (hadOne) {
      rmSync(old, { recursive: true, force: true })
      this.#move(folder, old)
    }
    try {
      this.#move(by, folder)
    } catch (error) {
      if (hadOne) this.#move(old, folder)
      throw error
    }
    remove(old)
  }

  /** This bundle's server has started, so the folder of the previous bundle can be removed. */
  started(bundle: BundleReference): void {
    rmSync(`${this.folder(bundle)}${endings.before}`, { force: true })
  }

  /** Removes every folder that no server uses, and what an interruption left; nothing beside what it can't read. */
  keepOnly(used: BundleReference[]): void {
    const root = bundlesIn(this.#dataDirectory)
    const kept = [...used.map((bundle) => this.folder(bundle)), ...this.#busy]
    warned(() => {
      if (!existsSync(root)) return
      for (const entry of readdirSync(root, { withFileTypes: true }))
        if (entry.isDirectory() && !entry.name.startsWith('.')) warned(() => this.#clear(join(root, entry.name), kept))
    })
  }

  /** Does that for the bundles of one name. */
  #clear(among: string, used: readonly string[]): void {
    // Two names that a system takes for one are one folder there, under the first one's spelling.
    const here = used
      .filter((folder) => foldedName(dirname(folder)) === foldedName(among))
      .map((folder) => join(among, basename(folder)))
    const kept = new Set([...here, ...here.flatMap((folder) => this.#before(folder))])
    for (const entry of readdirSync(among)) if (entry.endsWith(aside)) this.#giveBack(join(among, entry))
    for (const entry of readdirSync(among)) if (!isKept(join(among, entry), kept)) remove(join(among, entry))
    if (readdirSync(among).length === 0) remove(among)
  }

  #giveBack(old: string): void {
    const folder = old.slice(0, -aside.length)
    if (existsSync(folder)) remove(old)
    else this.#move(old, folder)
  }

  #before(folder: string): string[] {
    const file = `${folder}${endings.before}`
    return existsSync(file) ? [join(dirname(folder), basename(readFileSync(file, 'utf8')))] : []
  }
}

function isKept(path: string, kept: ReadonlySet<string>): boolean {
  const suffix = [partial, ...Object.values(endings)].find((ending) => path.endsWith(ending)) ?? ''
  const folder = suffix === '' ? path : path.slice(0, -suffix.length)
  return kept.has(folder) || kept.has(path)
}

/** Files in use stay on Windows; the next start removes them. */
const remove = (path: string): void => warned(() => rmSync(path, { recursive: true, force: true }))

/** A failure here ends nothing: the next start tries again. */
function warned(act: () => void): void {
  try {
    act()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}
