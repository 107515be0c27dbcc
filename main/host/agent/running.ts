import { HostError } from '../../../shared/contract/errors.ts'
import { agentWords as words } from './words.ts'

/** Stops a running turn or summary, whole or call by call. */
export type Brakes = { signal: AbortSignal; now: () => AbortSignal; callSignal: (call: string) => AbortSignal }

type Running = {
  conversation: string
  stop: AbortController
  /** Ends the current wait, for starting servers or for the next attempt; replaced then. */
  now: AbortController
  calls: Map<string, AbortController>
  ended: Promise<void>
}

/** Everything that runs in conversations now, by its ID: turns, and summaries that the user asked for. */
export class RunningWork {
  readonly #running = new Map<string, Running>()
  /** Conversations in which something is about to start, so two simultaneous commands don't both start it. */
  readonly #starting = new Set<string>()

  /** Runs `work`, which never rejects, then calls `ended`. */
  run<E>(id: string, conversation: string, work: (brakes: Brakes) => Promise<E>, ended: (end: E) => void): void {
    const stop = new AbortController()
    const calls = new Map<string, AbortController>()
    const callSignal = (call: string): AbortSignal => {
      const own = new AbortController()
      calls.set(call, own)
      return AbortSignal.any([stop.signal, own.signal])
    }
    const running = { conversation, stop, now: new AbortController(), calls, ended: Promise.resolve() }
    this.#running.set(id, running)
    running.ended = work({ signal: stop.signal, now: () => running.now.signal, callSignal }).then((end) => {
      this.#running.delete(id)
      ended(end)
    })
  }

  isBusy(conversation: string): boolean {
    return (
      this.#starting.has(conversation) || [...this.#running.values()].some((it) => it.conversation === conversation)
    )
  }

  /** Keeps a conversation busy until `start` has settled. */
  async whileStarting<T>(conversation: string, start: () => Promise<T>): Promise<T> {
    this.#starting.add(conversation)
    try {
      return await start()
    } finally {
      this.#starting.delete(conversation)
    }
  }

  cancel(id: string): void {
    this.#find(id).stop.abort('person')
  }

  /** Ends a turn's wait for starting servers, or for the next attempt to reach the model, if it is waiting. */
  sendNow(id: string): void {
    const running = this.#find(id)
    const { now } = running
    running.now = new AbortController()
    now.abort()
  }

  /** Cancels whatever runs in a conversation, if anything. */
  cancelIn(conversation: string): void {
    for (const running of this.#running.values())
      if (running.conversation === conversation) running.stop.abort('person')
  }

  cancelCall(call: string): void {
    const stop = [...this.#running.values()].map((it) => it.calls.get(call)).find(Boolean)
    if (!stop) throw new HostError('not-found', words.callNotRunning)
    stop.abort('person')
  }

  /** Ends everything that runs and waits for it. */
  async close(): Promise<void> {
    const running = [...this.#running.values()]
    for (const { stop } of running) stop.abort('quit')
    await Promise.all(running.map(({ ended }) => ended))
  }

  #find(id: string): Running {
    const running = this.#running.get(id)
    if (!running) throw new HostError('not-found', words.turnNotRunning)
    return running
  }
}
