import type { Network } from '../../network/network.ts'
import type { Era } from '../../../../shared/events/server-events.ts'
import type { Containment } from '../../../../shared/events/events.ts'
import type { Levels } from '../../../../shared/config/bounds.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'
import type { Inbox } from '../../inbox.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SecretStore } from '../../platform.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import type { Validator } from '../../validation/validator.ts'
import type { Clock } from '../../base/wake.ts'
import type { RequestSurroundings } from '../requests/perform.ts'
import { Catalogue, firstLists } from '../catalogue/catalogue.ts'
import type { Connection } from '../protocol/connection.ts'
import { ServerLeft } from '../protocol/failures.ts'
import { FollowedResources } from '../catalogue/followed-resources.ts'
import type { LegacyMemory } from '../protocol/era.ts'
import { type Abilities, declaredTo } from '../protocol/negotiation.ts'
import type { PeerWatch } from '../protocol/notifications.ts'
import { type Heartbeat, type HeartbeatLimits, watchHealth } from './health.ts'
import { type HttpReached, reachOverHttp } from '../reach/http.ts'
import type { HttpWire } from '../http/http-wire.ts'
import type { PlaygroundWire } from '../wire/playground-wire.ts'
import { activityOf } from '../process/process-activity.ts'
import { endedBy, type Failure, failureIn, leftHow } from '../process/reasons.ts'
import { type PlaygroundReached, reachPlayground } from '../reach/playground.ts'
import { reachOverStdio, type StdioReached } from '../reach/stdio.ts'
import { type InputHandlers, ServerRequests } from '../inputs/server-requests.ts'
import { hasOtherRoots } from '../inputs/folders.ts'
import type { ServerReports } from '../reports/server-reports.ts'
import type { ViolationCounter } from '../reports/violation-counter.ts'
import { ServerCalls } from '../requests/running-calls.ts'
import type { ServerSignIn } from '../sign-in/sign-in.ts'
import type { ReadLong } from '../wire/frame.ts'
import type { LastWords } from '../wire/stderr-ring.ts'
import type { RunFile } from '../process/run-file.ts'
import { type StartLimits, startLimits } from '../process/start-watch.ts'
import type { StdioWire } from '../process/stdio-wire.ts'
import { workLimits } from '../requests/work-clock.ts'
import { serverWords as words } from './words.ts'

/** The dependencies of one life of a server, from the host and from its server. */
export type LifeDeps = {
  id: string
  configuration: string
  client: { name: string; version: string }
  /** Beyond its configuration, the basis of what is declared to it. */
  can: Abilities
  /** Answers servers' requests, by method. */
  handlers: InputHandlers
  journal: Journal
  secrets: SecretStore
  redaction: Redaction
  validator: Validator
  memory: LegacyMemory
  violations: ViolationCounter
  reports: ServerReports
  limits: StartLimits
  heartbeat: HeartbeatLimits
  clock: Clock
  /** Resolves when PATH is as programs are to be found. */
  pathKnown: Promise<void>
  /** Ends its processes with Atrium. */
  containment: Promise<Containment>
  runFile: RunFile
  /** Bundles' files, and contained servers' caches, are in it. */
  dataDirectory: string
  /** The containment levels that work on this system. */
  levels(): Promise<Levels>
  /** The way out for sealed servers' hosts; absent, it is direct. */
  network?: Network | undefined
  /** Reads long lines in another thread. */
  readLong: ReadLong
  inbox: Inbox
  /** Called when others don't have to wait for this start. */
  slow(): void
  /** Authorizes requests to servers at a URL; absent for others. */
  signIn?: ServerSignIn | undefined
  /** Turns a server off in the configuration. Throws `HostError` if that can't be written. */
  leaveOff(server: string, actor: string): void
}

/**
 * Requests recorded in other places, with more detail: calls by the agent, and walks by the catalogue. Repeated ones,
 * such as pings, task polls and completions, aren't recorded at all.
 */
const unrecorded: ReadonlySet<string> = new Set([
  'tools/call',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'completion/complete',
  'notifications/initialized',
  'ping',
  'tasks/get',
])

/** A ready server: its connection, its lists, and how to request something. */
export type Running = {
  connection: Connection
  catalogue: Catalogue
  /** The surroundings of one request; `name` is the server's display name. */
  around(name: string): RequestSurroundings & Pick<LifeDeps, 'validator'>
}

/** Called once at most, and never after `end`. */
type Fate = { ready(running: Running): void; failed(failure: Failure): void }

/** One life of a server: from its process's start, through its handshake and calls, to its end. */
export class Life {
  /**
   * Resolves when the server is ready, has failed or was ended, however long the user takes to answer. Never rejects.
   */
  begun: Promise<void> = Promise.resolve()
  #config: ServerConfig
  readonly #deps: LifeDeps
  readonly #fate: Fate
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

  constructor(config: ServerConfig, deps: LifeDeps, fate: Fate) {
    this.#config = config
    this.#deps = deps
    this.#fate = fate
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

  stderr(): string[] {
    return this.#wire?.stderr.lines() ?? []
  }

  lastWords(): LastWords {
    return this.#wire?.stderr.lastWords() ?? { stderr: [] }
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
    const program = wire.pid !== undefined && { pid: wire.pid, containment: await containment }
    if (this.#over.signal.aborted) return
    const { era, revision, calls } = connection
    const to = { state: 'ready' as const, era, revision, calls, ...program }
    this.#fate.ready({ connection, catalogue, around: (name) => this.#around(name, connection) })
    journal.append({ type: 'server.changed', server: id, to })
    this.#readyAt = this.#deps.clock.own()
    this.#followed = new FollowedResources({ server: id, connection, journal, violations: this.#deps.violations })
  }

  #around(name: string, connection: Connection): ReturnType<Running['around']> {
    const own = { running: this.#running, requests: this.#requests, life: this.#over.signal, left: this.#left }
    const { clock, validator } = this.#deps
    return { name, connection, limits: workLimits(this.#config.timeouts), clock, validator, ...own }
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
    this.#catalogue?.answeredLate(answer.method)
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
    this.#fate.failed(failure)
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
