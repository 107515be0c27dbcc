import type { Era } from '../../../shared/events/events.ts'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import type { RequestSurroundings } from './requests/perform.ts'
import { Catalogue } from './catalogue/catalogue.ts'
import type { Connection } from './protocol/connection.ts'
import { ServerLeft } from './protocol/failures.ts'
import { firstLists } from './catalogue/catalogue.ts'
import { FollowedResources } from './catalogue/followed-resources.ts'
import { declaredTo } from './protocol/negotiation.ts'
import type { PeerWatch } from './protocol/notifications.ts'
import { watchHealth } from './health.ts'
import type { Heartbeat } from './heartbeat.ts'
import { type HttpReached, reachOverHttp } from './reach/http.ts'
import type { HttpWire } from './http/http-wire.ts'
import type { LifeDeps } from './life-deps.ts'
import type { PlaygroundWire } from './wire/playground-wire.ts'
import { activityOf } from './process/process-activity.ts'
import { endedBy, type Failure, failureIn, leftHow } from './process/reasons.ts'
import { type PlaygroundReached, reachPlayground } from './reach/playground.ts'
import { reachOverStdio, type StdioReached } from './reach/stdio.ts'
import { ServerRequests } from './inputs/server-requests.ts'
import { hasOtherRoots } from './inputs/folders.ts'
import { ServerCalls } from './requests/running-calls.ts'
import type { LastWords } from './wire/stderr-ring.ts'
import { startLimits } from './process/start-watch.ts'
import type { StdioWire } from './process/stdio-wire.ts'
import { unrecorded } from './life-deps.ts'
import { workLimits } from './requests/work-clock.ts'
import { serverWords as words } from './words.ts'

/** One life of a server: from its process's start, through its handshake and calls, to its end. */
export class Life {
  /**
   * Resolves when the server is ready, has failed or was ended, however long the user takes to answer. Never rejects.
   */
  begun: Promise<void> = Promise.resolve()
  #config: ServerConfig
  readonly #deps: LifeDeps
  readonly #failed: (failure: Failure) => void
  readonly #over = new AbortController()
  readonly #asks = Promise.withResolvers<void>()
  #starting: Promise<void> | undefined
  #wire: StdioWire | HttpWire | PlaygroundWire | undefined
  #connection: Connection | undefined
  #catalogue: Catalogue | undefined
  #left: Promise<string> = Promise.resolve(words.neverStarted)
  #heartbeat: Heartbeat | undefined
  #followed: FollowedResources | undefined
  #readyAt: number | undefined
  readonly #running = new ServerCalls()
  readonly #requests: ServerRequests

  /** `failed` is called at most once, and never after `end`. */
  constructor(config: ServerConfig, deps: LifeDeps, failed: (failure: Failure) => void) {
    this.#config = config
    this.#deps = deps
    this.#failed = failed
    this.#requests = new ServerRequests(deps.id, { ...deps, running: this.#running })
  }

  /** Resolves when the server is ready, has failed, was ended, or waits for the user to trust it. Never rejects. */
  begin(): Promise<void> {
    this.begun = this.#attempt()
    return Promise.race([this.begun, this.#asks.promise])
  }

  async #attempt(): Promise<void> {
    try {
      await this.#begin()
    } catch (error) {
      this.#fail(failureIn(error))
    }
  }

  /** Ends its calls at once; resolves when nothing of the process is left. */
  async end(): Promise<void> {
    this.#finish(words.stopped)
    await this.#starting
    await this.#wire?.close()
  }

  get running(): boolean {
    return !this.#over.signal.aborted
  }

  /** When it became ready, on the monotonic clock. */
  get readyAt(): number | undefined {
    return this.#readyAt
  }

  /** Applies settings that need no restart. */
  configure(config: ServerConfig): void {
    if (hasOtherRoots(this.#config, config)) this.#connection?.rootsChanged()
    const isOther = this.#config.mostTools !== config.mostTools
    this.#config = config
    if (isOther) void this.#catalogue?.again('tools')
  }

  get connection(): Connection | undefined {
    return this.#connection
  }

  get catalogue(): Catalogue | undefined {
    return this.#catalogue
  }

  lastWords(): LastWords {
    return this.#wire?.stderr.lastWords() ?? { stderr: [] }
  }

  stderr(): string[] {
    return this.#wire?.stderr.lines() ?? []
  }

  /** This life's dependencies for the host's requests; undefined before its handshake and after its end. */
  around(name: string): (RequestSurroundings & Pick<LifeDeps, 'validator'>) | undefined {
    const connection = this.#connection
    if (!connection || !this.running) return undefined
    const own = { running: this.#running, requests: this.#requests, life: this.#over.signal, left: this.#left }
    const { clock, validator } = this.#deps
    return { name, connection, limits: workLimits(this.#config.timeouts), clock, validator, ...own }
  }

  async #begin(): Promise<void> {
    const { journal, id, memory, configuration, limits, containment, violations, clock } = this.#deps
    const reached = await this.#reach(this.#config)
    const { connection, wire } = reached
    journal.append({ type: 'server.starting', server: id, step: { doing: 'listing' } })
    if (connection.era === 'legacy') memory.remember(configuration)
    const catalogue = new Catalogue(
      connection,
      { server: id, journal, violations, clock },
      () => this.#config.mostTools,
    )
    this.#connection = connection
    this.#deps.reports.follow(connection)
    this.#catalogue = catalogue
    this.#left = wire.ended.then(leftHow)
    void wire.ended.then((ending) => this.#fail(endedBy(ending), leftHow(ending)))
    this.#heartbeat = this.#watchHealth(connection, catalogue, wire.pid)
    connection.followLists({
      missed: () => catalogue.changed(),
      unheeded: (feature) => catalogue.untold(feature),
    })
    const lists = () => Promise.race([firstLists(catalogue, limits.firstList), wire.ended])
    await ('listed' in reached ? reached.listed(lists) : lists())
    if (!this.running) return
    const { era, revision, calls } = connection
    const to = {
      state: 'ready' as const,
      era,
      revision,
      calls,
      ...(wire.pid !== undefined && { pid: wire.pid, containment: await containment }),
    }
    journal.append({ type: 'server.changed', server: id, to })
    this.#readyAt = this.#deps.clock.own()
    this.#followed = new FollowedResources({ server: id, connection, journal, violations: this.#deps.violations })
  }

  #reach(config: ServerConfig): Promise<StdioReached | HttpReached | PlaygroundReached> {
    const declared = declaredTo(config, this.#deps.can)
    const watch = (era: () => Era) => this.#watch(era)
    const limits = startLimits(this.#deps.limits, config.timeouts)
    const own = { ...this.#deps, limits, declared, signal: this.#over.signal, watch }
    const opened = (wire: HttpWire | PlaygroundWire) => void (this.#wire = wire)
    const disturbed = () => this.#heartbeat?.soon()
    if (config.type === 'playground') return reachPlayground(config, { ...own, opened })
    const { resolve: waiting } = this.#asks
    if (config.type === 'http') {
      const ready = () => this.#readyAt !== undefined
      const connected = { ready, paused: this.#running.allPaused }
      return reachOverHttp(config, { ...own, disturbed, opened, waiting, connected })
    }
    return reachOverStdio(config, { ...own, waiting, launching: (wire) => this.#launching(wire) })
  }

  #launching(wire: Promise<StdioWire>): void {
    this.#starting = wire.then(
      (started) => {
        this.#wire = started
        this.#deps.reports.began()
        void started.ended.then((ending) => this.#deps.reports.ended(ending))
      },
      () => undefined,
    )
  }

  #watch(era: () => Era): PeerWatch {
    const { violations, redaction, reports, clock } = this.#deps
    return {
      redaction,
      reports,
      clock,
      violation: violations.count,
      late: (answer) => this.#recordLate(answer),
      sent: (method, detail) => this.#record(method, detail),
      asked: (request, isEarly) => this.#requests.answer(request, era(), isEarly),
      listChanged: (feature) => this.#catalogue?.changed(feature),
      resourceUpdated: (uri) => this.#followed?.updated(uri),
      visited: (page) => this.#requests.visited(page),
    }
  }

  #record(method: string, detail?: string): void {
    if (unrecorded.has(method)) return
    this.#deps.journal.append({ type: 'request.sent', server: this.#deps.id, method, detail })
  }

  #recordLate({ detail, ...answer }: Parameters<PeerWatch['late']>[0]): void {
    const { id: server, journal, violations } = this.#deps
    if (!violations.mayRecord()) return
    journal.append({ type: 'answer.late', server, ...answer, detail: detail?.slice(0, 200) })
  }

  #watchHealth(connection: Connection, catalogue: Catalogue, pid: number | undefined): Heartbeat | undefined {
    const { heartbeat: limits, clock } = this.#deps
    return watchHealth(connection, {
      isRemote: this.#config.type === 'http',
      limits,
      clock,
      signal: this.#over.signal,
      busy: () => this.#running.isBusy,
      activity: async () => (pid === undefined ? undefined : activityOf(pid)),
      slept: () => catalogue.changed(),
      failed: (failure) => this.#fail(failure),
    })
  }

  #fail(failure: Failure, how = 'ended'): void {
    if (!this.#finish(how)) return
    this.#failed(failure)
    void this.#wire?.close()
  }

  /** False if it was over already. */
  #finish(how: string): boolean {
    if (this.#over.signal.aborted) return false
    this.#catalogue?.end()
    this.#deps.reports.over()
    this.#heartbeat?.end()
    this.#followed?.end()
    this.#over.abort(new ServerLeft(how))
    return true
  }
}
