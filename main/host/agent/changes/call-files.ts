import path from 'node:path'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { foldersOf } from '../../../../shared/state/projects.ts'
import { startRunningTimer } from '../../base/wake.ts'
import type { Journal } from '../../journal/journal.ts'
import { lookAtFolders } from '../../mcp/inputs/folders.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import { mayBePath, namedFiles, type Named, type Root } from './named-files.ts'
import { Looked, type Seen } from './looked.ts'
import { readInside, stampOf } from './read-file.ts'

/** Milliseconds after which Atrium continues without the files. */
const patienceMs = 1000
/** Max looks at a time, so a file system that hangs doesn't use up the threads that Node.js has for files. */
const mostLooks = 2
/** How many times files can change while the user is asked; then their content is no longer shown. */
const mostChanges = 5

/** A call as far as it can name files. `onlyReads`: its server says so. */
export type Naming = { server: string; tool: string; definition: JsonObject; input: JsonObject; onlyReads: boolean }

/** Reads the files that calls name in the folders users gave to their servers. One per host. */
export class CallFiles {
  readonly #journal: Journal
  readonly #redaction: Redaction
  readonly #waiting: (() => void)[] = []
  #looks = 0

  constructor({ journal, redaction }: { journal: Journal; redaction: Redaction }) {
    this.#journal = journal
    this.#redaction = redaction
  }

  /**
   * The files as they are before the call; none if reading takes too long. Only for programs on this computer, and not
   * for a tool that says it only reads, unless its arguments say it writes. `changes`: how many times the user's
   * question has started over because of one. Never rejects.
   */
  async look({ server, tool, definition, input, onlyReads }: Naming, changes = 0): Promise<Looked> {
    const { state } = this.#journal
    const isProgram = state.configured.servers[server]?.type === 'stdio'
    const roots = isProgram ? foldersOf(server, state).map((root) => path.resolve(root)) : []
    const named = (its: Root[]): Named[] =>
      namedFiles(tool, definition, input, its).filter(({ effect }) => effect !== undefined || !onlyReads)
    const seen = canName(input, roots) ? await this.#inTime(() => seeAll(roots, named)) : undefined
    const text = (plain: string): string => this.#redaction.of(server).text(plain)
    return new Looked(seen ?? [], {
      keep: (value) => this.#journal.keep(value),
      redact: text,
      again: (files) => this.#inTime(() => Promise.all(files.map(see))),
      isRestless: changes >= mostChanges,
    })
  }

  /** The result of `look`; undefined if it takes too long. It then ends by itself. */
  async #inTime<T>(look: () => Promise<T>): Promise<T | undefined> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = startRunningTimer(patienceMs, () => resolve(undefined))
    try {
      return await Promise.race([this.#inTurn(look), late])
    } finally {
      timer.cancel()
    }
  }

  async #inTurn<T>(look: () => Promise<T>): Promise<T> {
    if (this.#looks >= mostLooks) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#looks += 1
    try {
      return await look()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#looks -= 1
    }
  }
}

/** Whether a call could name a file in a folder, however it spells the folder's name. */
const canName = (input: JsonObject, roots: string[]): boolean =>
  roots.length > 0 && Object.entries(input).some(([name, value]) => mayBePath(name, value))

/** Reads the named files in folders that are still what the user chose; a folder that a call names isn't a file. */
async function seeAll(roots: string[], named: (its: Root[]) => Named[]): Promise<Seen[]> {
  const folders = await lookAtFolders(roots)
  const all = folders.map((it) => ({ chosen: it.path, real: it.state === 'there' ? it.real : undefined }))
  const there = new Set(folders.flatMap((it) => (it.state === 'there' ? [it.real ?? it.path] : [])))
  const seen = await Promise.all(
    named(all)
      .filter(({ root }) => there.has(root))
      .map(see),
  )
  return seen.filter(({ raw }) => raw.state !== 'folder')
}

async function see(named: Named): Promise<Seen> {
  const stamp = await stampOf(named.path)
  return { ...named, stamp, raw: await readInside(named.path, named.root) }
}
