import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { windowsTool } from '../../base/windows.ts'
import { familyOf, type ProcessRow, readProcesses } from './process-table.ts'

/** A process of Windows, told from a later one with its number by its creation time. */
export type Member = { pid: number; started: string }

/**
 * The system calls for families of processes. `processes` is undefined if the system doesn't say. `today` is the time of
 * day in epoch milliseconds.
 */
export type FamilySystem = {
  processes(): Promise<ProcessRow[] | undefined>
  end(pids: number[]): Promise<void>
  now(): number
  today(): number
  wait(ms: number): Promise<unknown>
}

/** Milliseconds between two looks at processes that may end by themselves. */
const lookMs = 200
/** A start takes no longer, in milliseconds. */
const slackMs = 2000
/** Rounds in which what a family starts while it is ended is ended, too. */
const mostRounds = 5
/** Tries to read the table, which Windows can be slow to give right after a sign-in, and milliseconds between them. */
const mostTries = 3
const againMs = 5000

/**
 * A server's process on Windows and everything below it. Windows keeps no groups and gives orphans no parent, so each
 * look notes who is there: a process is found by its parent's number as long as that was seen, also once the parent has
 * ended.
 */
export class WindowsFamily {
  readonly #known = new Map<number, string>()
  readonly #root: number
  readonly #noted: (members: Member[]) => void
  readonly #system: FamilySystem
  /** When the root had just been started. */
  readonly #since: number
  #hasRoot = false
  #looking: Promise<ProcessRow[] | undefined> = Promise.resolve(undefined)

  /** `noted` gets the members whenever they change. */
  constructor(root: number, noted: (members: Member[]) => void, system = thisSystem) {
    this.#root = root
    this.#noted = noted
    this.#system = system
    this.#since = system.today()
    void this.look()
  }

  /** Notes the family's members; undefined if the system doesn't say. Call it before something can end them. Never rejects. */
  look(): Promise<ProcessRow[] | undefined> {
    return (this.#looking = this.#looking.then(() => this.#look()))
  }

  /**
   * After the first process has ended: ends the others, unless they do so themselves within `graceMs`. Returns whether
   * the system has shown that all are gone.
   */
  async endRest(graceMs: number): Promise<boolean> {
    const until = this.#system.now() + graceMs
    let rest = await this.look()
    for (let tries = 1; !rest && tries < mostTries; tries++) {
      await this.#system.wait(againMs)
      rest = await this.look()
    }
    while (rest && rest.length > 0 && this.#system.now() < until) {
      await this.#system.wait(lookMs)
      rest = await this.look()
    }
    for (let round = 0; rest && rest.length > 0 && round < mostRounds; round++) {
      await this.#system.end(rest.map(({ pid }) => pid))
      rest = await this.look()
    }
    return rest?.length === 0
  }

  /** If it has ended already, about when it was started. Another process with its number is younger. */
  #startOfRoot(rows: ProcessRow[]): string {
    const started = rows.find(({ pid }) => pid === this.#root)?.started
    const isOwn = started !== undefined && !isBefore(moment(this.#since + slackMs), started)
    return isOwn ? started : moment(this.#since - slackMs)
  }

  async #look(): Promise<ProcessRow[] | undefined> {
    const rows = await tableOf(this.#system)
    if (!rows) return undefined
    if (!this.#hasRoot) this.#known.set(this.#root, this.#startOfRoot(rows))
    this.#hasRoot = true
    const found = relativesOf(rows, this.#known)
    const before = [...this.#known.keys()].join()
    // A number can be reused, so what has ended is no one's parent at the next look.
    this.#known.clear()
    for (const { pid, started } of found) if (started !== undefined) this.#known.set(pid, started)
    if ([...this.#known.keys()].join() !== before)
      this.#noted([...this.#known].map(([pid, started]) => ({ pid, started })))
    return found
  }
}

/** A table without a process is none: Atrium itself runs. */
async function tableOf(system: FamilySystem): Promise<ProcessRow[] | undefined> {
  const rows = await system.processes()
  return rows && rows.length > 0 ? rows : undefined
}

/** The units of creation times in a millisecond, and the milliseconds between their beginning and that of the epoch. */
const units = { inMs: 10_000n, epochMs: 11_644_473_600_000n }
const moment = (epochMs: number): string => String((BigInt(Math.round(epochMs)) + units.epochMs) * units.inMs)

/** The running processes that are known or below known ones, of which some may have ended. */
function relativesOf(rows: ProcessRow[], known: ReadonlyMap<number, string>): ProcessRow[] {
  const parents = new Map(known)
  const found = new Set<ProcessRow>()
  const isOurs = ({ pid, parent, started }: ProcessRow): boolean => {
    if (started === undefined) return false
    if (known.get(pid) === started) return true
    const since = parents.get(parent)
    if (since === undefined || isBefore(started, since)) return false
    // Another process may have the parent's number by now.
    const now = rows.find((row) => row.pid === parent)?.started ?? since
    return now === since || isBefore(started, now)
  }
  for (let size = -1; size < found.size;) {
    size = found.size
    for (const row of rows) {
      if (found.has(row) || !isOurs(row)) continue
      found.add(row)
      parents.set(row.pid, row.started ?? '')
    }
  }
  return [...found]
}

const isBefore = (one: string, other: string): boolean => BigInt(one) < BigInt(other)

/**
 * Ends what an earlier Atrium left: exactly these processes, and what is below those that still run. A number alone
 * never counts. Returns whether the system has shown that all are gone.
 */
export async function endLeft(left: Member[], system = thisSystem): Promise<boolean> {
  if (left.length === 0) return true
  for (let tries = 1; tries <= mostTries; tries++) {
    const rows = await tableOf(system)
    const still = left.filter(({ pid, started }) => rows?.some((row) => row.pid === pid && row.started === started))
    if (rows && still.length === 0) return true
    if (rows) await system.end([...new Set(still.flatMap(({ pid }) => familyOf(rows, pid).map((row) => row.pid)))])
    else await system.wait(againMs)
  }
  return false
}

let running: Promise<ProcessRow[] | undefined> | undefined
let next: Promise<ProcessRow[] | undefined> | undefined

/** A table that was begun after the call. Servers share the next one. */
function freshProcesses(): Promise<ProcessRow[] | undefined> {
  const read = (): Promise<ProcessRow[] | undefined> => {
    next = undefined
    return (running = readProcesses().finally(() => (running = undefined)))
  }
  return running ? (next ??= running.then(read)) : read()
}

const thisSystem: FamilySystem = {
  processes: freshProcesses,
  end: (pids) =>
    new Promise((resolve) => {
      const args = ['/F', ...pids.flatMap((pid) => ['/PID', String(pid)])]
      execFile(windowsTool('taskkill.exe', process.env), args, { windowsHide: true }, () => resolve())
    }),
  now: () => performance.now(),
  today: () => Date.now(),
  wait: (ms) => delay(ms),
}
