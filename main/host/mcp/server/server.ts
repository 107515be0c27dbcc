import { isDeepStrictEqual } from 'node:util'
import type { ServerStatus } from '../../../../shared/events/events.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { displayName, type ServerConfig } from '../../../../shared/config/server-config.ts'
import type { StartStep } from '../../../../shared/events/server-events.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import { failureOf } from '../../../../shared/state/server-state.ts'
import type { SecretStore } from '../../platform.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import type { Definition } from '../catalogue/definition.ts'
import type { Diagnoser } from '../process/observation.ts'
import type { SafeFetchOptions } from '../http/safe-fetch.ts'
import { type RequestOutcome, performAsk } from '../requests/ask.ts'
import { type CallOptions, type CallReply, performCall } from '../requests/call.ts'
import { launchHash } from '../process/launch.ts'
import type { Cleared, ToolOperation } from '../requests/operation.ts'
import { readResource } from '../requests/read-resource.ts'
import { reading } from '../requests/reading.ts'
import { ViolationCounter } from '../reports/violation-counter.ts'
import { type Failure, notRunning } from '../process/reasons.ts'
import type { ReadContents } from '../results/resource-contents.ts'
import { taskUse } from '../results/task.ts'
import { ServerReports } from '../reports/server-reports.ts'
import { ServerSkills } from '../skills/skills.ts'
import type { Company } from '../sign-in/company.ts'
import { canHelp, type ServerSignIn, SignIn, signInFor } from '../sign-in/sign-in.ts'
import type { PlainMethod } from '../protocol/types.ts'
import type { ReadLong } from '../wire/frame.ts'
import { Life, type LifeDeps, type Running } from './life.ts'
import { type RestartPolicy, Restarts, Wait } from './restarts.ts'
import { type LastDefined, Standby } from './standby.ts'
import { serverWords as words } from './words.ts'

/** A server's dependencies on the host; it creates the other dependencies of its lives. */
export type ServerDeps = Omit<
  LifeDeps,
  'id' | 'configuration' | 'violations' | 'reports' | 'signIn' | 'readLong' | 'slow'
> & {
  restarts: RestartPolicy
  /** Says why a start failed. */
  doctor: Diagnoser | undefined
  /** The user's sign-in to their company, for servers reached through it. */
  company: Company
  /** Readers of its values register them for redaction. */
  store: SecretStore
  /** Reads long lines in another thread. */
  readerFor(redaction: Redaction): ReadLong
  safe?: SafeFetchOptions | undefined
}

/** From the request to start on; it has a life once its turn came and its predecessor has ended. */
type Starting = {
  is: 'starting'
  life?: Life
  /** Resolves when the server is ready, failed, stopped, or waits for the user to trust it. */
  begun: Promise<void>
  /** Resolves when it is ready, failed or stopped, however long the user takes; absent for a retry. */
  beginning?: Promise<void>
}

/** It starts again after `retry`, if present. */
type Failed = { is: 'failed'; retry?: Wait }

/** A server's state. Each start, stop and failure is a new object, so work for an earlier one can see that it is late. */
type State = { is: 'stopped' } | Starting | ({ is: 'running'; life: Life } & Running) | Failed

/** The parts of an operation that bind it to what its server offers. */
type Bound = Pick<ToolOperation, 'server' | 'configuration' | 'tool' | 'definition'>

/** The server and definition that an operation was cleared for, or why it can't be sent. */
type Current =
  | { status: 'current'; running: Running; definition: Definition }
  | Extract<CallReply, { status: 'stale' | 'failed' }>

/** How reading a resource ended. */
type ReadReply = Exclude<CallReply, { status: 'answered' }> | ({ status: 'answered' } & ReadContents)

/** One configured server with one launch configuration. Another configuration is another `Server`. */
export class Server {
  readonly id: string
  readonly configuration: string
  #config: ServerConfig
  readonly #deps: ServerDeps
  readonly #violations: ViolationCounter
  readonly #reports: ServerReports
  /** Authorizes its requests; absent if its headers do, or nothing. */
  readonly authorizer: ServerSignIn | undefined
  #state: State = { is: 'stopped' }
  /** Resolves when nothing is left of the processes before. */
  #ended: Promise<void>
  /** The latest life, over or not. */
  #latest: Life | undefined
  readonly #restarts: Restarts
  /** Its tools and its start if a call starts it. */
  readonly standby: Standby

  /** Its skills, if it offers any. */
  readonly skills = new ServerSkills(this)

  /** Starts nothing before `predecessor` has ended. */
  constructor(id: string, config: ServerConfig, deps: ServerDeps, predecessor: Promise<void>) {
    this.id = id
    this.configuration = launchHash(config)
    this.#config = config
    const redaction = deps.redaction.of(id)
    this.#deps = { ...deps, redaction }
    this.#violations = new ViolationCounter(id, deps.journal, deps.clock)
    this.#reports = new ServerReports(id, { reports: deps.journal.reports, redaction })
    this.#reports.setLevel(config.logLevel)
    this.authorizer = signInFor(id, config, this.#deps)
    this.#ended = predecessor
    this.standby = new Standby(this, () => this.#config, deps)
    this.#restarts = new Restarts(deps.restarts, deps.clock.own)
  }

  get isProgram(): boolean {
    return this.#config.type === 'stdio'
  }

  get enabled(): boolean {
    return this.#config.enabled
  }

  get status(): ServerStatus {
    return this.#deps.journal.state.servers[this.id]?.status ?? { state: 'off' }
  }

  /** Its connection and its lists while it is ready. */
  get running(): Running | undefined {
    return this.#state.is === 'running' ? this.#state : undefined
  }

  /** While it starts on request, not after a failure: resolves when it is ready, has failed or was stopped. */
  get beginning(): Promise<void> | undefined {
    return this.#state.is === 'starting' ? this.#state.beginning : undefined
  }

  /** Applies settings that need no restart. */
  configure(config: ServerConfig): void {
    this.#config = config
    this.#life?.configure(config)
    this.#reports.setLevel(config.logLevel)
  }

  /** A tool's current definition, or the last known one if a call starts the server. */
  definition(tool: string): LastDefined | undefined {
    return this.running?.catalogue.tool(tool) ?? this.standby.tool(tool)
  }

  /** The last stderr lines, oldest first, of this life or the previous one. */
  stderr(): string[] {
    return this.#latest?.stderr() ?? []
  }

  /** Whether it is ready, and its configuration and the tool's definition are still the cleared ones. */
  current({ server, configuration, tool, definition: hash }: Bound): Current {
    const { status, running } = this
    const name = this.#name
    if (server !== this.id || configuration !== this.configuration)
      return { status: 'stale', problem: words.configurationChanged(name) }
    if (status.state !== 'ready' || !running)
      return { status: 'failed', problem: notRunning(name, status), mayHaveRun: false }
    const definition = running.catalogue.tool(tool)
    if (definition?.hash === hash) return { status: 'current', running, definition }
    return { status: 'stale', problem: (definition ? words.toolChanged : words.toolGone)(tool, name) }
  }

  /** Why one of its tools can't be called at all, in a sentence. */
  obstacle(tool: string): string | undefined {
    const { running } = this
    const definition = running?.catalogue.tool(tool)
    const use = running && definition ? taskUse(definition.raw, running.connection) : 'plain'
    return typeof use === 'object' ? words.cannotUse(this.#name, use.problem) : undefined
  }

  /**
   * Starts it in its turn, unless it is running. Resolves when it is ready, failed, stopped, or waits for the user to
   * trust it; never rejects. Calls `slow` when others don't have to wait for this start.
   */
  start(turn: Promise<void> = Promise.resolve(), slow: () => void = () => undefined): Promise<void> {
    if (this.#state.is === 'running') return Promise.resolve()
    if (this.#state.is === 'starting' && this.#state.life) return this.#state.begun
    const starting = this.#begin(turn, slow)
    // Another start may have taken its place.
    starting.beginning = starting.begun.then(() => starting.life?.begun ?? this.beginning)
    return starting.begun
  }

  #begin(turn: Promise<void>, slow: () => void): Starting {
    if (this.#state.is === 'failed') this.#state.retry?.end()
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const starting: Starting = { is: 'starting', begun }
    this.#state = starting
    this.#tell({ doing: 'queued' })
    resolve(this.#live(starting, turn, slow))
    return starting
  }

  async #live(starting: Starting, turn: Promise<void>, slow: () => void): Promise<void> {
    await Promise.all([turn, this.#ended])
    if (this.#state !== starting) return
    const readLong = this.#deps.readerFor(this.#deps.redaction)
    const own = { id: this.id, configuration: this.configuration, signIn: this.authorizer, readLong, slow }
    const deps = { ...this.#deps, ...own, violations: this.#violations, reports: this.#reports }
    const life = new Life(this.#config, deps, {
      ready: (running) => {
        this.#state = { is: 'running', life, ...running }
      },
      failed: (failure) => this.#failed(life, failure),
    })
    starting.life = life
    this.#latest = life
    await life.begin()
  }

  /** Ends its calls at once and waits only for the process. */
  async stop(): Promise<void> {
    const life = this.#life
    if (this.#state.is === 'failed') this.#state.retry?.end()
    this.#restarts.forget()
    const stopped: State = { is: 'stopped' }
    this.#state = stopped
    if (life) return this.#end(life)
    if (this.#deps.journal.state.servers[this.id]?.start) this.#tell(null)
    await this.#ended
    if (this.#state === stopped && this.status.state !== 'off') this.#change({ state: 'off' })
  }

  async #end(life: Life): Promise<void> {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#ended = ended
    // Nothing of a server waiting for trust has started.
    const hasStarted = this.status.state !== 'off'
    if (hasStarted) this.#change({ state: 'stopping' })
    resolve(life.end())
    await ended
    if (hasStarted) this.#change({ state: 'off' })
  }

  /** Stops it permanently. */
  async retire(): Promise<void> {
    await this.stop()
    this.#violations.close()
  }

  /** Asks the user to sign in, whatever tokens exist. `conflict` while it asks, or if the server has no sign-in. */
  async signIn(): Promise<void> {
    if (!(this.authorizer instanceof SignIn)) throw new HostError('conflict', words.noSignIn(this.#name))
    if (this.authorizer.isOpen) throw new HostError('conflict', words.signInAsked(this.#name))
    this.authorizer.want()
    await this.stop()
    if (this.enabled) await this.start()
  }

  /** Deletes the tokens of a sign-in and continues without them. */
  async signOut(actor: string): Promise<void> {
    await this.dropSignIn(actor)
    if (!this.enabled) return
    await this.stop()
    await this.start()
  }

  /** Deletes the tokens of a sign-in. */
  async dropSignIn(actor: string): Promise<void> {
    if (this.authorizer instanceof SignIn) await this.authorizer.signOut(actor)
  }

  /** Sends one cleared operation. Re-checks configuration and definition hash; never rejects. */
  async call(operation: Cleared<ToolOperation>, options: CallOptions): Promise<CallReply> {
    if (options.signal.aborted) return { status: 'cancelled', mayHaveRun: false }
    const current = this.current(operation)
    if (current.status !== 'current') return current
    const { running, definition } = current
    const onLeg = async (leg: number): Promise<string | undefined> =>
      this.current(operation).status === 'stale' ? words.definitionChanged : options.onLeg?.(leg)
    const relist = () => running.catalogue.again('tools')
    const around = { ...running.around(this.#name), definition: definition.raw, relist }
    return performCall(operation, around, { ...options, onLeg })
  }

  /** Reads a resource for one cleared operation. Re-checks configuration and definition; never rejects. */
  async read(operation: Cleared<ToolOperation>, { signal }: Pick<CallOptions, 'signal'>): Promise<ReadReply> {
    const name = this.#name
    const { uri } = operation.arguments
    if (operation.server !== this.id || operation.configuration !== this.configuration)
      return { status: 'stale', problem: words.configurationChanged(name) }
    if (operation.definition !== reading.hash || typeof uri !== 'string')
      return { status: 'stale', problem: words.notAReading }
    const read = await readResource(this, uri, { name, signal })
    if (!('problem' in read)) return { status: 'answered', ...read }
    // The server may have read it even if the user stopped waiting.
    return signal.aborted
      ? { status: 'cancelled', mayHaveRun: true }
      : { status: 'failed', problem: read.problem, mayHaveRun: false }
  }

  /** Sends a request by the user, or by the host for them, that needs no clearance. Never rejects. */
  async ask(method: PlainMethod, params: JsonObject, signal?: AbortSignal): Promise<RequestOutcome> {
    const { running, status } = this
    if (status.state !== 'ready' || !running) return { status: 'failed', problem: notRunning(this.#name, status) }
    return performAsk(method, params, running.around(this.#name), signal)
  }

  get #life(): Life | undefined {
    return 'life' in this.#state ? this.#state.life : undefined
  }

  get #name(): string {
    return displayName(this.id, this.#deps.journal.state.configured.servers[this.id] ?? this.#config)
  }

  #failed(life: Life, failure: Failure): void {
    const failed: Failed = { is: 'failed' }
    this.#state = failed
    this.#ended = life.end()
    const { reason, kind, signIn, seen, ended } = failure
    const { clock, doctor } = this.#deps
    const known = seen && doctor?.first(this.id, seen, ended)
    const { says, delay } = this.#restarts.after(failure, life.readyAt)
    this.#change({
      state: 'failed',
      reason: `${known?.reason ?? reason} ${says}`.trim(),
      ...life.lastWords(),
      ...(delay !== undefined && { retryAt: clock.wall() + delay }),
      ...(signIn === true && canHelp(this.authorizer) && { signIn }),
      ...(known && { finding: known.finding }),
    })
    if (this.#state !== failed) return
    void this.#examine(failure, says, failed)
    if (delay === undefined) return
    const wait = this.#retryAfter(delay, failed)
    if (kind === 'unreachable') wait.untilReachable(failure, delay)
  }

  /** Looks at this computer for the cause of a failed start, and records what that adds. Never rejects. */
  async #examine({ seen, ended }: Failure, says: string, failed: Failed): Promise<void> {
    const { doctor, journal } = this.#deps
    const found = seen && (await doctor?.examine(this.id, seen, ended))
    const state = journal.state.servers[this.id]
    const status = state && failureOf(state)
    if (!found || !status || this.#state !== failed) return
    const reason = found.reason === undefined ? status.reason : `${found.reason} ${says}`.trim()
    if (reason === status.reason && isDeepStrictEqual(found.finding, status.finding)) return
    journal.append({ type: 'server.examined', server: this.id, finding: found.finding, reason })
  }

  /** Open calls aren't repeated by a restart: they have ended. */
  #retryAfter(delay: number, failed: Failed): Wait {
    failed.retry = new Wait(delay, this.#deps.clock, (woke) => {
      if (woke) this.#restarts.forget()
      // Nothing starts while the journal can't record it.
      if (this.#deps.journal.state.health.state === 'failing') this.#retryAfter(1000, failed)
      // A server that failed before may fail again, so nothing waits for it.
      else this.#begin(Promise.resolve(), () => undefined)
    })
    return failed.retry
  }

  #tell(step: StartStep | null): void {
    this.#deps.journal.append({ type: 'server.starting', server: this.id, step })
  }

  #change(to: ServerStatus): void {
    this.#deps.journal.append({ type: 'server.changed', server: this.id, to })
  }
}
