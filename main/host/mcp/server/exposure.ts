import type { HostState } from '../../../../shared/state/state.ts'
import { type Clock, startTimer } from '../../base/wake.ts'
import type { Journal } from '../../journal/journal.ts'
import { isOpen, listeningOf, urlPlace } from '../computer/ports.ts'
import type { Diagnoser } from '../process/observation.ts'

type ExposureDeps = { journal: Journal; clock: Clock; doctor: Diagnoser }

/** Milliseconds between two looks: few after a server became ready, then more each time. */
const pause = { first: 5000, factor: 3, longest: 300_000 }

/**
 * Looks whether other computers can reach a running server's programs, and records where, and when that ends. A server
 * can begin to listen at any time: it is looked at as soon as it is ready, and again for as long as it runs.
 */
export class ExposureWatch {
  readonly #deps: ExposureDeps
  readonly #unsubscribe: () => void
  /** The places recorded last, by server. */
  readonly #recorded = new Map<string, string>()
  #pause = pause.first
  #timer: { cancel: () => void } | undefined
  #looking = false
  #ended = false

  constructor(deps: ExposureDeps) {
    this.#deps = deps
    this.#unsubscribe = deps.journal.subscribe(({ event }) => {
      if (event.type !== 'server.changed') return
      this.#recorded.delete(event.server)
      if (event.to.state === 'ready') this.#soon()
    })
  }

  end(): void {
    this.#ended = true
    this.#timer?.cancel()
    this.#unsubscribe()
  }

  #soon(): void {
    this.#pause = pause.first
    this.#wait(0)
  }

  #wait(ms: number): void {
    this.#timer?.cancel()
    this.#timer = startTimer(this.#deps.clock, ms, () => void this.#look())
  }

  async #look(): Promise<void> {
    if (this.#looking) return
    const { journal } = this.#deps
    const before = pidsOf(journal.state)
    if (before.size === 0) return
    this.#looking = true
    const found = await listeningOf([...before.values()]).catch(() => undefined)
    this.#looking = false
    if (this.#ended) return
    const now = pidsOf(journal.state)
    for (const [server, pid] of found ? before : [])
      if (now.get(server) === pid) this.#record(server, (found?.get(pid) ?? []).filter(isOpen).map(urlPlace))
    this.#wait(this.#pause)
    this.#pause = Math.min(pause.factor * this.#pause, pause.longest)
  }

  #record(server: string, places: string[]): void {
    const text = places.toSorted().join(' ')
    if (text === (this.#recorded.get(server) ?? '')) return
    this.#recorded.set(server, text)
    const reason = places.length === 0 ? undefined : this.#deps.doctor.exposed(places)
    this.#deps.journal.append({ type: 'server.exposed', server, places, reason })
  }
}

/** The first process of each running server that Atrium started. */
const pidsOf = ({ servers }: HostState): Map<string, number> =>
  new Map(
    Object.entries(servers).flatMap(([server, { status }]) =>
      status.state === 'ready' && status.pid !== undefined ? [[server, status.pid] as const] : [],
    ),
  )
