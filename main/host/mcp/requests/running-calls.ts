import type { Operation } from '../../../../shared/asks/asks.ts'
import type { WorkClock } from './work-clock.ts'

/** A call that a server is working on, until reported as over. */
export class ServerCall {
  readonly operation: Operation
  readonly clock: WorkClock
  readonly #all: { calls: Set<ServerCall>; leave: () => void }
  readonly #over = new AbortController()
  #task: string | undefined

  constructor(operation: Operation, clock: WorkClock, all: { calls: Set<ServerCall>; leave: () => void }) {
    this.operation = operation
    this.clock = clock
    this.#all = all
  }

  get task(): string | undefined {
    return this.#task
  }

  /** Aborts when it is over. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  /** It runs as this task of its server; false if another call does. */
  runsAs(task: string): boolean {
    for (const other of this.#all.calls) if (other !== this && other.task === task) return false
    this.#task = task
    return true
  }

  end(): void {
    this.#all.calls.delete(this)
    this.#all.leave()
    this.#over.abort(new Error('The call is over.'))
  }
}

/**
 * The calls one server is working on. A question it pushes belongs to the call whose task it names, or to the only one;
 * with several, that is uncertain, and the clocks of all pause until the answer (docs/decisions.md 7).
 */
export class ServerCalls {
  readonly #calls = new Set<ServerCall>()
  /** Clocks of the calls, and of other requests. */
  readonly #clocks = new Set<WorkClock>()
  #questions = 0

  /** Whether any request is open. */
  get isBusy(): boolean {
    return this.#clocks.size > 0
  }

  begin(operation: Operation, clock: WorkClock): ServerCall {
    const leave = this.enter(clock)
    const running = new ServerCall(operation, clock, { calls: this.#calls, leave })
    this.#calls.add(running)
    return running
  }

  /** Adds another request, whose clock pauses when those of all calls do; returns the function that ends it. */
  enter(clock: WorkClock): () => void {
    this.#clocks.add(clock)
    if (this.#questions > 0) clock.pause()
    return () => void this.#clocks.delete(clock)
  }

  /** The call a question belongs to, if certain; `task` is the one it names. */
  ownerOf(task: string | undefined): ServerCall | undefined {
    const [first, ...others] = this.#calls
    if (task !== undefined) return [...this.#calls].find((it) => it.task === task)
    return others.length === 0 ? first : undefined
  }

  /** Aborts when all currently running calls are over; undefined if there are none. */
  commonSignal(): AbortSignal | undefined {
    const left = new Set(this.#calls)
    if (left.size === 0) return undefined
    const all = new AbortController()
    for (const call of left)
      call.over.addEventListener('abort', () => {
        left.delete(call)
        if (left.size === 0) all.abort(call.over.reason)
      })
    return all.signal
  }

  calls(): string[] {
    return Array.from(this.#calls, ({ operation }) => operation.call)
  }

  /** Time while the user is being asked isn't working time: for this call, or for all if the asking call is unknown. */
  async paused<T>(of: ServerCall | undefined, question: () => Promise<T>): Promise<T> {
    if (of) return whilePaused(of.clock, question)
    return this.allPaused(question)
  }

  /** Pauses everything open in the same way. */
  readonly allPaused = async <T>(question: () => Promise<T>): Promise<T> => {
    if (this.#questions++ === 0) for (const clock of this.#clocks) clock.pause()
    try {
      return await question()
    } finally {
      if (--this.#questions === 0) for (const clock of this.#clocks) clock.resume()
    }
  }
}

/** Asks something while a call's clock pauses, and resumes it however that ends. */
export async function whilePaused<T>(clock: WorkClock, question: () => Promise<T>): Promise<T> {
  clock.pause()
  try {
    return await question()
  } finally {
    clock.resume()
  }
}
