import type { Connection } from '../protocol/connection.ts'
import type { Activity } from '../process/process-activity.ts'
import type { Failure } from '../process/reasons.ts'
import { processWords } from '../process/words.ts'
import { type Clock, startRunningTimer, systemClock, WakeWatch } from '../../base/wake.ts'

/** Milliseconds. */
export type HeartbeatLimits = { every: number; answer: number }

/** The application's pings, in milliseconds. */
export const usualHeartbeat: HeartbeatLimits = { every: 30_000, answer: 10_000 }

/** Min milliseconds between two requested pings, even after failures. */
const spacingMs = 5000

/** A ping's result. `busy`: it wasn't sent, and will be as soon as the server has time. */
export type Sign = 'alive' | 'busy' | Failure

type Ends = {
  /** Pings once; `woke` if the machine slept before. */
  beat: (woke: boolean) => Promise<Sign>
  missed: (failure: Failure) => void
}

/**
 * Pings a server, one at a time: at intervals, soon after something went wrong, and at once after the machine slept.
 * After the first failure it ends and calls `missed`.
 */
export class Heartbeat {
  readonly #ends: Ends
  readonly #clock: Clock
  readonly #every: number
  readonly #timer: NodeJS.Timeout
  readonly #wakes: WakeWatch
  #asked: number
  #requestSentAt = -Infinity
  #isRequested = false
  #woke = false
  #beating = false

  /** `every` can be infinite. */
  constructor(every: number, ends: Ends, clock: Clock = systemClock) {
    this.#every = every
    this.#ends = ends
    this.#clock = clock
    this.#asked = clock.own()
    this.#timer = setInterval(() => this.#look(), Math.min(1000, every)).unref()
    this.#wakes = new WakeWatch(() => {
      this.#woke = true
      this.#look()
    }, clock)
  }

  /** Something went wrong that could mean the server's end. */
  soon(): void {
    this.#isRequested = true
  }

  end(): void {
    clearInterval(this.#timer)
    this.#wakes.end()
  }

  #look(): void {
    const now = this.#clock.own()
    const isDue = now - this.#asked >= this.#every
    const sendsRequested = this.#isRequested && now - this.#requestSentAt >= Math.min(spacingMs, this.#every)
    if (this.#beating || !(this.#woke || isDue || sendsRequested)) return
    this.#asked = now
    if (sendsRequested) this.#requestSentAt = now
    void this.#beat({ woke: this.#woke, isRequested: sendsRequested })
  }

  async #beat(why: { woke: boolean; isRequested: boolean }): Promise<void> {
    this.#woke = false
    if (why.isRequested) this.#isRequested = false
    this.#beating = true
    const sign = await this.#ends.beat(why.woke)
    this.#beating = false
    if (sign === 'alive') return
    if (sign === 'busy') {
      this.#woke ||= why.woke
      this.#isRequested ||= why.isRequested
      this.#requestSentAt = -Infinity
      return
    }
    this.end()
    this.#ends.missed(sign)
  }
}

type Watched = {
  /** Whether it is at a URL instead of a local process. */
  isRemote: boolean
  limits: HeartbeatLimits
  clock: Clock
  signal: AbortSignal
  /** A server busy with a call is measured by that call's limits. */
  busy(): boolean
  /** The usage of its processes so far, if the system reports it. */
  activity(): Promise<Activity | undefined>
  /** It survived the machine's sleep; messages it sent during that time were lost. */
  slept(): void
  failed(failure: Failure): void
}

/**
 * Watches a connected server. Legacy servers are pinged at intervals, modern ones at a URL only on suspicion, modern
 * processes never: their end shows by itself.
 */
export function watchHealth(connection: Connection, watched: Watched): Heartbeat | undefined {
  const { isRemote, limits, clock, slept, failed } = watched
  const isLegacy = connection.era === 'legacy'
  if (!isLegacy && !isRemote) return undefined
  const beat = async (woke: boolean): Promise<Sign> => {
    if (watched.busy()) return 'busy'
    const sign = await ask(connection, watched)
    if (sign === 'alive' && woke && isRemote) slept()
    return sign
  }
  return new Heartbeat(isLegacy ? limits.every : Infinity, { beat, missed: failed }, clock)
}

/** A server is given up after this many looks at which it did nothing at all. */
const looks = 2

/**
 * Asks for a sign of life. A server that works, or sends anything else, is busy. If the route to it is lost, the next
 * start finds out what that means.
 */
async function ask(connection: Connection, { isRemote, limits, signal, busy, activity }: Watched): Promise<Sign> {
  for (let look = 1; look <= looks; look++) {
    const [before, heard] = [await activity(), connection.heard]
    const reply = await askedInTime(connection, limits.answer, signal)
    const isLost = reply !== 'late' && reply.status === 'unreachable' && reply.problem.castsDoubt
    if (!isLost && reply !== 'late') return 'alive'
    if (busy()) return 'busy'
    if (isLost) return { reason: reply.problem.message, kind: 'unreachable', askedMs: reply.problem.askedMs }
    if (connection.heard > heard || hasWorked(before, await activity())) return 'busy'
  }
  return { reason: processWords.notResponding(limits.answer, !isRemote), kind: isRemote ? 'unreachable' : 'crash' }
}

/** The answer, or `late` after this many milliseconds in which Atrium itself ran: its own delays don't count. */
async function askedInTime(connection: Connection, ms: number, signal: AbortSignal) {
  const late = new AbortController()
  const timer = startRunningTimer(ms, () => late.abort())
  const reply = await connection.askForLife(AbortSignal.any([signal, late.signal]))
  timer.cancel()
  return reply.status === 'aborted' && late.signal.aborted ? ('late' as const) : reply
}

/** The least milliseconds of processor time that count as work: a waiting program uses less. */
const workMs = 100

const hasWorked = (before: Activity | undefined, now: Activity | undefined): boolean =>
  now !== undefined && (now.isBusy === true || (before !== undefined && now.cpuMs - before.cpuMs >= workMs))
