import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { moveOver } from '../../base/move.ts'
import { identifyProcess } from '../../journal/lock.ts'
import { endGroup } from './containment.ts'
import { endLeft, type Member } from './windows-family.ts'

/** A running process, told from a later one with its number by its start time and boot. */
type Running = { server: string; pid: number; started: string; boot: string | null }

const fileName = 'running.json'

/** The running servers, in a file in the data folder: what a killed host leaves to the next one. */
export class RunFile {
  readonly #file: string
  readonly #end: typeof endLeft | undefined
  readonly #running = new Map<number, Running>()
  /** On Windows: each server's processes, by the number of its first, and what an earlier host left. */
  readonly #families = new Map<number, Running[]>()
  #left: Running[] = []

  /** `end` is for systems without groups. */
  constructor(directory: string, end = process.platform === 'win32' ? endLeft : undefined) {
    this.#file = join(directory, fileName)
    this.#end = end
  }

  /** Ends what an earlier host left running. Requires exclusive use of the data folder. */
  reap(): void {
    const left = read(this.#file)
    if (this.#end) this.#reapFamilies(left, this.#end)
    else for (const each of left) if (isStill(each)) endGroup(each.pid)
    this.#write()
  }

  #reapFamilies(left: Running[], end: typeof endLeft): void {
    this.#left = left
    void end(left).then((areGone) => {
      if (!areGone) return
      this.#left = []
      this.#write()
    })
  }

  add(server: string, pid: number): void {
    const identity = identifyProcess(pid)
    // Without its start time it couldn't be told from a stranger, and must not be killed later.
    if (typeof identity?.started !== 'string') return
    this.#running.set(pid, { server, pid, started: identity.started, boot: identity.boot })
    this.#write()
  }

  /** Notes all processes of a server on Windows, where the first one's end doesn't end the others. */
  addFamily(server: string, pid: number, members: Member[]): void {
    this.#families.set(
      pid,
      members.map((member) => ({ server, ...member, boot: null })),
    )
    this.#write()
  }

  remove(pid: number): void {
    if (this.#running.delete(pid) || this.#families.delete(pid)) this.#write()
  }

  #write(): void {
    try {
      writeFileSync(
        `${this.#file}.new`,
        JSON.stringify([...this.#running.values(), ...[...this.#families.values()].flat(), ...this.#left]),
        { mode: 0o600 },
      )
      moveOver(`${this.#file}.new`, this.#file)
    } catch (error) {
      // A server can run without it: the file only matters if containment fails.
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
}

function isStill({ pid, started, boot }: Running): boolean {
  const now = identifyProcess(pid)
  return now !== undefined && now.started === started && now.boot === boot
}

/** A missing or unreadable file lists none. */
function read(file: string): Running[] {
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(entries) ? entries.filter(isRunning) : []
  } catch {
    return []
  }
}

const isRunning = (entry: JsonValue): entry is Running =>
  isObject(entry) &&
  typeof entry['server'] === 'string' &&
  Number.isSafeInteger(entry['pid']) &&
  Number(entry['pid']) > 1 &&
  typeof entry['started'] === 'string' &&
  (entry['boot'] === null || typeof entry['boot'] === 'string')
