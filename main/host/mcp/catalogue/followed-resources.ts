import { setTimeout as delay } from 'node:timers/promises'
import type { HostEvent } from '../../../../shared/events/events.ts'
import type { Followed } from '../../../../shared/state/followed.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Connection } from '../protocol/connection.ts'
import type { ViolationCounter } from '../reports/violation-counter.ts'
import { contentsIn, handleOf } from '../results/resource-contents.ts'

type Deps = { server: string; connection: Connection; journal: Journal; violations: ViolationCounter }

const requestMs = 60_000
/** Milliseconds between two change streams, doubled each time until one lasts that long. */
const againMs = { first: 1000, most: 300_000, lasting: 30_000 }

/**
 * Makes one connection's server report changes of the resources that conversations follow: one subscription each (until
 * 2025-11-25, server/resources#subscriptions) or one stream for all (2026-07-28, patterns/subscriptions). Resources
 * that may have changed before that are read again and compared with what was given. Stops following what the server
 * refuses to report.
 */
export class FollowedResources {
  readonly #deps: Deps
  readonly #end = new AbortController()
  readonly #leave: () => void
  /** The URIs whose changes the server currently reports. */
  #held = new Set<string>()
  #wake = Promise.withResolvers<void>()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#leave = deps.journal.subscribe(({ event }) => this.#onEvent(event))
    if (deps.connection.tellsUpdates) void this.#run()
  }

  /** The server says that a resource, or one below it, changed. */
  updated(uri: string): void {
    const changed = [...this.#wanted()].filter((it) => uri === it || uri.startsWith(it.endsWith('/') ? it : `${it}/`))
    if (changed.length === 0) return this.#deps.violations.count('unsolicited')
    for (const it of changed) this.#changed(it)
  }

  end(): void {
    this.#leave()
    this.#end.abort()
    this.#wake.resolve()
  }

  #onEvent(event: HostEvent): void {
    if (event.type === 'resource.followed' && event.server === this.#deps.server) {
      // It may have changed between being read and now.
      if (this.#held.has(event.uri)) void this.#compare(event.uri)
      this.#wake.resolve()
    }
    if (['resource.unfollowed', 'conversation.deleted'].includes(event.type)) this.#wake.resolve()
  }

  /** This server's resources that any conversation follows. */
  #followed(): Followed[] {
    const { server, journal } = this.#deps
    const all = Object.values(journal.state.followed).flat()
    return all.filter((it) => it.server === server)
  }

  #wanted(): Set<string> {
    return new Set(this.#followed().map(({ uri }) => uri))
  }

  async #run(): Promise<void> {
    const isModern = this.#deps.connection.era === 'modern'
    let wait = againMs.first
    while (!this.#end.signal.aborted) {
      this.#wake = Promise.withResolvers()
      const wanted = this.#wanted()
      if (isSame(wanted, this.#held)) {
        await this.#wake.promise
        continue
      }
      const since = performance.now()
      const isLost = isModern ? await this.#listen(wanted) : await this.#subscribe(wanted)
      if (!isLost) continue
      wait = performance.now() - since > againMs.lasting ? againMs.first : Math.min(wait * 2, againMs.most)
      await delay(wait, undefined, { ref: false, signal: this.#end.signal }).catch(() => undefined)
    }
  }

  /** One stream, until it is lost (then true) or the wanted set changes. */
  async #listen(wanted: Set<string>): Promise<boolean> {
    const { connection } = this.#deps
    const stream = wanted.size > 0 ? await connection.listenForUpdates([...wanted]) : undefined
    if (!stream) {
      this.#held = wanted
      return false
    }
    if ('status' in stream) {
      if (stream.status === 'unreachable' || stream.status === 'timed-out' || stream.status === 'closed') return true
      for (const uri of wanted) this.#refused(uri)
      return false
    }
    const { honoured } = stream
    this.#held = new Set([...wanted].filter((uri) => honoured.has(uri)))
    for (const uri of wanted) if (!honoured.has(uri)) this.#refused(uri)
    for (const uri of this.#held) void this.#compare(uri)
    const isLost = await Promise.race([
      stream.closed.then(() => true),
      this.#until(() => !isSame(this.#wanted(), this.#held)),
    ])
    this.#held = new Set()
    if (!this.#end.signal.aborted) stream.close()
    return isLost
  }

  /** Waits until the condition is met or following ends. */
  async #until(holds: () => boolean): Promise<false> {
    while (!this.#end.signal.aborted && !holds()) {
      this.#wake = Promise.withResolvers()
      await this.#wake.promise
    }
    return false
  }

  async #subscribe(wanted: Set<string>): Promise<false> {
    const { connection } = this.#deps
    for (const uri of [...this.#held].filter((it) => !wanted.has(it))) {
      this.#held.delete(uri)
      await connection.request('resources/unsubscribe', { uri }, this.#signal())
    }
    for (const uri of [...wanted].filter((it) => !this.#held.has(it))) {
      const reply = await connection.request('resources/subscribe', { uri }, this.#signal())
      if (this.#end.signal.aborted || reply.status === 'closed') return false
      if (reply.status === 'answered') {
        this.#held.add(uri)
        void this.#compare(uri)
      } else this.#refused(uri)
    }
    return false
  }

  #signal(): AbortSignal {
    return AbortSignal.any([this.#end.signal, AbortSignal.timeout(requestMs)])
  }

  /** Reads the resource and compares it with the version given before. An unreadable one proves nothing. */
  async #compare(uri: string): Promise<void> {
    const { server, connection } = this.#deps
    const reply = await connection.request('resources/read', { uri }, this.#signal())
    if (reply.status !== 'answered') return
    const now = handleOf(server, uri, contentsIn(reply.value, uri))
    if (this.#followed().some((it) => it.uri === uri && !it.changed && it.handle !== now)) this.#changed(uri)
  }

  #changed(uri: string): void {
    const { server, journal, violations } = this.#deps
    if (this.#end.signal.aborted || !this.#followed().some((it) => it.uri === uri && !it.changed)) return
    if (violations.mayRecord()) journal.append({ type: 'resource.updated', server, uri })
  }

  #refused(uri: string): void {
    const { server, journal } = this.#deps
    const conversations = Object.entries(journal.state.followed).flatMap(([conversation, list]) =>
      list.some((it) => it.server === server && it.uri === uri) ? [conversation] : [],
    )
    for (const conversation of conversations)
      journal.append({ type: 'resource.unfollowed', conversation, server, uri, actor: 'host' })
  }
}

const isSame = (a: Set<string>, b: Set<string>): boolean => a.size === b.size && [...a].every((it) => b.has(it))
