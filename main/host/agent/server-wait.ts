import type { Ask } from '../../../shared/asks/asks.ts'
import type { HostState } from '../../../shared/state/state.ts'
import type { Journal } from '../journal/journal.ts'
import type { Server } from '../mcp/server/server.ts'

/** Max milliseconds a turn waits. */
const usualMs = 15_000

/** Questions that must be answered before a server starts. */
const startAsks: ReadonlySet<Ask['kind']> = new Set(['trust', 'address', 'sign-in', 'sign-in-page'])

type Deps = { journal: Journal; servers: { get(id: string): Pick<Server, 'beginning'> | undefined } }

type Waiting = {
  conversation: string
  turn: string
  /** Whether this server is turned off in the conversation. */
  isOff(server: string): boolean
  /** Ends the wait with the turn. */
  signal: AbortSignal
  /** Ends the wait because the user wants to send now. */
  now: AbortSignal
}

/**
 * Lets a turn wait for starting servers, so its model gets their tools. Doesn't wait for a server that waits for the
 * user, nor for one that an earlier turn stopped waiting for during the same start.
 */
export class ServerWait {
  readonly #mostMs: number
  readonly #givenUp = new WeakSet<Promise<void>>()

  constructor(mostMs = usualMs) {
    this.#mostMs = mostMs
  }

  /** Resolves when all are ready or failed, after 15 s, or on a signal. Never rejects. */
  async until({ conversation, turn, isOff, signal, now }: Waiting, { journal, servers }: Deps): Promise<void> {
    const of = { conversation, turn }
    const starting = new Map<string, Promise<void>>()
    for (const id of Object.keys(journal.state.configured.servers)) {
      const beginning = servers.get(id)?.beginning
      if (beginning && !this.#givenUp.has(beginning) && !isOff(id) && !waitsForUser(id, journal.state))
        starting.set(id, beginning)
    }
    if (starting.size === 0 || signal.aborted) return
    const waitedFor = [...starting.keys()]
    const tell = (): void => journal.append({ type: 'turn.waiting', ...of, servers: [...starting.keys()] })
    tell()
    await this.#settled(starting, { signals: [signal, now], journal, tell })
    for (const beginning of starting.values()) this.#givenUp.add(beginning)
    starting.clear()
    tell()
    const missed = waitedFor.filter((id) => journal.state.servers[id]?.status.state !== 'ready')
    if (missed.length > 0 && !signal.aborted) journal.append({ type: 'turn.missed', ...of, servers: missed })
  }

  /** Removes started servers from `starting`, and resolves when none remains or the time is over. */
  async #settled(
    starting: Map<string, Promise<void>>,
    { signals, journal, tell }: { signals: AbortSignal[]; journal: Journal; tell: () => void },
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#mostMs)
    const over = AbortSignal.any(signals)
    over.addEventListener('abort', () => resolve(), { once: true })
    const drop = (id: string): void => {
      if (!starting.delete(id)) return
      if (starting.size === 0) resolve()
      else tell()
    }
    for (const [id, beginning] of starting) void beginning.then(() => drop(id))
    const leave = journal.subscribe(({ event }) => {
      if (event.type !== 'ask.opened') return
      // Dropping a server appends an event, which listeners can't do while this one is being published.
      queueMicrotask(() => {
        for (const id of starting.keys()) if (waitsForUser(id, journal.state)) drop(id)
      })
    })
    if (over.aborted) resolve()
    await promise
    clearTimeout(timer)
    leave()
  }
}

const waitsForUser = (server: string, { asks }: HostState): boolean =>
  asks.some(({ kind, question }) => startAsks.has(kind) && 'server' in question && question.server === server)
