import type { ServerConfig } from '../../../../shared/config/server-config.ts'
import type { StartStep } from '../../../../shared/events/server-events.ts'
import type { Fetch } from './fetching.ts'
import type { Activity } from './process-activity.ts'

/** Milliseconds. */
export type Patience = {
  /** A program is given up after this long without progress: it leads to an answer. */
  quiet: number
  /** The absolute limit, whatever the progress. */
  most: number
  /** Without progress, for the answer that reveals a server's era. */
  probe: number
}

/** Limits for a start's steps and for a connection's waits, in milliseconds. */
export type StartLimits = Patience & {
  /** For the handshake with a server that isn't a local program. */
  handshake: number
  /** For a server of the older transport to name its endpoint. */
  endpoint: number
  /** Before a broken stream is reopened; each further attempt waits half as long again. */
  reopen: number
  /** For the tools; after that a server is ready without them. */
  firstList: number
  stopGrace: number
}

/** The application's limits. A first start can download a package, hence the half hour. */
export const usualStartLimits: StartLimits = {
  quiet: 60_000,
  most: 1_800_000,
  probe: 8000,
  handshake: 30_000,
  endpoint: 10_000,
  reopen: 1000,
  firstList: 10_000,
  stopGrace: 1800,
}

/** The limits with a server's configured overrides: its own limit of a start is one, whatever the progress. */
export const startLimits = (limits: StartLimits, timeouts: ServerConfig['timeouts']): StartLimits => {
  const own = timeouts?.start === undefined ? undefined : timeouts.start * 1000
  return own === undefined ? limits : { ...limits, quiet: own, most: own, handshake: own }
}

/** Between two looks at a program's activity, unless a limit is hardly longer. */
const lookMs = 1000

/** The minimum that counts as progress: a waiting program does less. */
const busy = { cpuMs: 100, bytes: 64 * 1024 }
/** A cached package is found faster than this. */
const fetchShownMs = 2000

/** Why a start is given up, and after how many milliseconds, of silence or in total. */
export type GivenUp = { because: 'silence' | 'length'; ms: number }

type Options = {
  patience: Patience
  /** Milliseconds on a monotonic clock. */
  now(): number
  /** The processes' usage so far, if the system reports it. */
  activity(): Promise<Activity | undefined>
  fetch: Fetch | undefined
  /** How many processes exist before the command has started any. */
  alone: number
  told(step: StartStep): void
}

type Wait = { isOver(now: number): boolean; over(): void }

/** Watches one process from its start until it answers. Gives up only after silence without progress. */
export class StartWatch {
  readonly #options: Options
  readonly #began: number
  #signAt: number
  #seen: Activity | undefined
  #printed = false
  #fetching: boolean
  #told: StartStep['doing'] = 'starting'
  #waits = new Set<Wait>()
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor(options: Options) {
    this.#options = options
    this.#began = this.#signAt = options.now()
    this.#fetching = options.fetch !== undefined
    this.#plan()
  }

  /** It sent a message, or wrote to stderr. */
  readonly sign = (): void => {
    this.#signAt = this.#options.now()
  }

  /** It wrote other text to stdout. That leads to no answer, and neither does the work it takes. */
  readonly printed = (): void => {
    this.#printed = true
  }

  /** Resolves when the start must be given up; never while a package is being fetched, however long that takes. */
  givenUp(): Promise<GivenUp> {
    const { quiet, most } = this.#options.patience
    const mostMs = Math.max(most, quiet)
    let fetchedUntil = this.#began
    const isTooLong = (now: number) => now - fetchedUntil >= mostMs
    const reason = (): GivenUp =>
      isTooLong(this.#options.now()) ? { because: 'length', ms: mostMs } : { because: 'silence', ms: quiet }
    return this.#when((now) => {
      if (this.#fetching) fetchedUntil = now
      return now - Math.max(this.#signAt, fetchedUntil) >= quiet || isTooLong(now)
    }).then(reason)
  }

  /** Resolves when it has been idle for `ms`; a fetch counts as activity if `fetchCounts`. */
  idle(ms: number, { fetchCounts, mostMs }: { fetchCounts: boolean; mostMs: number }): Promise<void> {
    let fetchedUntil = this.#began
    return this.#when((now) => {
      if (this.#fetching && fetchCounts) fetchedUntil = now
      const since = Math.max(this.#signAt, fetchedUntil)
      return now - since >= ms || now - fetchedUntil >= mostMs
    })
  }

  /** It has answered, or is over: watching ends, and none of its promises resolves. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    this.#waits.clear()
  }

  #when(isOver: Wait['isOver']): Promise<void> {
    return new Promise((over) => void this.#waits.add({ isOver, over }))
  }

  #plan(): void {
    const { quiet, probe } = this.#options.patience
    this.#timer = setTimeout(() => void this.#look(), Math.min(lookMs, quiet / 4, probe / 4)).unref()
  }

  async #look(): Promise<void> {
    const { activity, fetch, alone, now } = this.#options
    const seen = await activity()
    if (this.#ended) return
    if (this.#isProgress(seen)) {
      if (!this.#printed) this.sign()
      this.#seen = seen
    }
    this.#printed = false
    this.#fetching = fetch !== undefined && (seen === undefined || seen.processes <= alone)
    const at = now()
    this.#tell(at)
    for (const wait of this.#waits) {
      if (!wait.isOver(at)) continue
      this.#waits.delete(wait)
      wait.over()
    }
    this.#plan()
  }

  #isProgress(now: Activity | undefined): boolean {
    const before = this.#seen
    if (!now || !before) return now !== before
    const cpuMs = now.cpuMs - before.cpuMs
    // Less than before: the process that used it ended uncounted.
    return (
      cpuMs >= busy.cpuMs || cpuMs < 0 || now.bytes - before.bytes >= busy.bytes || now.processes !== before.processes
    )
  }

  #tell(now: number): void {
    const { fetch, told } = this.#options
    const step: StartStep =
      this.#fetching && fetch && now - this.#began >= fetchShownMs
        ? { doing: 'fetching', ...fetch }
        : { doing: 'starting' }
    if (step.doing === this.#told) return
    this.#told = step.doing
    told(step)
  }
}
