import type { Ask } from '../../../shared/asks/asks.ts'
import type { HostState } from '../../../shared/state/state.ts'
import type { Journal } from '../journal/journal.ts'
import type { Server } from '../mcp/server.ts'

/** How long a turn waits at most, in milliseconds. */
const usualMs = 15_000

/** Questions without whose answer a server doesn't start. */
const startAsks: ReadonlySet<Ask['kind']> = new Set(['trust', 'address', 'sign-in', 'sign-in-page'])

type Deps = { journal: Journal; servers: { get(id: string): Pick<Server, 'beginning'> | undefined } }

type Waiting = {
  conversation: string
  turn: string
  /** Whether the conversation has this server switched off. */
  isOff(server: string): boolean
  /** Ends the wait with the turn. */
  signal: AbortSignal
  /** Ends the wait because the user wants to send now. */
  now: AbortSignal
}

/**
 * Has a turn wait for the servers that are starting, so that its model gets their tools. A server that waits for an
 * answer of the user's is not waited for, and neither is one that an earlier turn gave up on since it began to start.
 */
export class ServerWait {
  readonly #mostMs: number
  readonly #givenUp = new WeakSet<Promise<void>>()

  constructor(mostMs = usualMs) {
    this.#mostMs = mostMs
  }

  /** Resolves when all are ready or have failed, after 15 s, or when a signal says so. Never rejects. */
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

  /** Takes out of `starting` what has started, and resolves when nothing is left or there is no time left. */
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
      // After this event: nothing is appended while one is being told.
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
