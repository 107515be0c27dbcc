import type { ServerStatus } from '../../../shared/events/events.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { displayName, type ServerConfig } from '../../../shared/config/server-config.ts'
import type { StartStep } from '../../../shared/events/server-events.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { type RequestOutcome, performAsk } from './requests/ask.ts'
import { type CallOptions, type CallReply, performCall } from './requests/call.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { examine } from './examination.ts'
import { launchHash } from './process/launch.ts'
import { Life } from './life.ts'
import type { ServerDeps } from './life-deps.ts'
import type { Cleared, ToolOperation } from './requests/operation.ts'
import { ViolationCounter } from './reports/violation-counter.ts'
import { type Failure, notRunning } from './process/reasons.ts'
import { readCleared, type ReadReply } from './cleared-reading.ts'
import { taskUse } from './results/task.ts'
import { Restarts, Wait } from './restarts.ts'
import { ServerReports } from './reports/server-reports.ts'
import { ServerSkills } from './skills/skills.ts'
import { canHelp, type ServerSignIn, SignIn, signInFor } from './sign-in/sign-in.ts'
import type { Feature, PlainMethod } from './protocol/types.ts'
import { type LastDefined, Standby } from './standby.ts'
import { serverWords as words } from './words.ts'

export type { CallOptions, CallReply } from './requests/call.ts'

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
  #life: Life | undefined
  #begun: Promise<void> = Promise.resolve()
  #beginning: Promise<void> | undefined
  #ended: Promise<void>
  /** Counts requests to start or stop; the last one wins. */
  #intent = 0
  readonly #restarts: Restarts
  #again: Wait | undefined
  #slow = Promise.withResolvers<void>()
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

  /** Resolves, if ever, when its latest start is idle, or takes so long that others don't have to wait for it. */
  get slow(): Promise<void> {
    return this.#slow.promise
  }

  get enabled(): boolean {
    return this.#config.enabled
  }

  get status(): ServerStatus {
    return this.#deps.journal.state.servers[this.id]?.status ?? { state: 'off' }
  }

  /** Applies settings that need no restart. */
  configure(config: ServerConfig): void {
    this.#config = config
    this.#life?.configure(config)
    this.#reports.setLevel(config.logLevel)
  }
  tellFolders = (): void => this.#life?.connection?.rootsChanged()

  /** A tool's current definition, or the last known one if a call starts the server. */
  definition(tool: string): LastDefined | undefined {
    return this.#life?.catalogue?.tool(tool) ?? this.standby.tool(tool)
  }

  /** Why one of its tools can't be called at all, in a sentence. */
  obstacle(tool: string): string | undefined {
    const { catalogue, connection } = this.#life ?? {}
    const definition = catalogue?.tool(tool)
    const use = definition && connection ? taskUse(definition.raw, connection) : 'plain'
    return typeof use === 'object' ? words.cannotUse(this.#name, use.problem) : undefined
  }

  /** Its current connection's lists, if connected. */
  get catalogue(): Catalogue | undefined {
    return this.#life?.catalogue
  }

  /** The last stderr lines, oldest first, of this life or the previous one. */
  stderr(): string[] {
    return this.#life?.stderr() ?? []
  }

  /**
   * Starts it in its turn, unless it is running. Resolves when it is ready, failed, stopped, or waits for the user to
   * trust it; never rejects.
   */
  start(turn: Promise<void> = Promise.resolve()): Promise<void> {
    if (this.#life?.running) return this.#begun
    const begun = this.#begin(turn)
    const beginning = begun
      .then(() => this.#life?.begun)
      .finally(() => {
        if (this.#beginning === beginning) this.#beginning = undefined
      })
    this.#beginning = beginning
    return begun
  }

  /** While it starts on request, not after a failure: resolves when it is ready, has failed or was stopped. */
  get beginning(): Promise<void> | undefined {
    return this.#beginning
  }

  async #begin(turn: Promise<void>): Promise<void> {
    this.#again?.end()
    const intent = ++this.#intent
    this.#slow = Promise.withResolvers()
    this.#tell({ doing: 'queued' })
    await Promise.all([turn, this.#ended])
    if (intent !== this.#intent) return
    const readLong = this.#deps.readerFor(this.#deps.redaction)
    const { resolve: slow } = this.#slow
    const own = { id: this.id, configuration: this.configuration, signIn: this.authorizer, readLong, slow }
    const deps = { ...this.#deps, ...own, violations: this.#violations, reports: this.#reports }
    const life = new Life(this.#config, deps, (failure) => this.#failed(life, failure))
    this.#life = life
    this.#begun = life.begin()
    return this.#begun
  }

  /** Ends its calls at once and waits only for the process. */
  async stop(): Promise<void> {
    this.#again?.end()
    this.#restarts.forget()
    this.#intent++
    const life = this.#life
    if (life?.running) {
      // Nothing of a server waiting for trust has started.
      const { state } = this.status
      if (state !== 'off') this.#change({ state: 'stopping' })
      this.#ended = life.end()
      await this.#ended
      if (state !== 'off') this.#change({ state: 'off' })
      return
    }
    const intent = this.#intent
    if (this.#deps.journal.state.servers[this.id]?.start) this.#tell(null)
    await this.#ended
    if (intent === this.#intent && this.status.state !== 'off') this.#change({ state: 'off' })
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
    const name = this.#name
    if (operation.server !== this.id || operation.configuration !== this.configuration)
      return { status: 'stale', problem: words.configurationChanged(name) }
    if (options.signal.aborted) return { status: 'cancelled', mayHaveRun: false }
    const around = this.#around()
    if ('problem' in around) return { status: 'failed', problem: around.problem, mayHaveRun: false }
    const { catalogue } = this
    const definition = catalogue?.tool(operation.tool)
    if (definition?.hash !== operation.definition) {
      return { status: 'stale', problem: (definition ? words.toolChanged : words.toolGone)(operation.tool, name) }
    }
    const onLeg = async (leg: number): Promise<string | undefined> => {
      const isSame = catalogue?.tool(operation.tool)?.hash === operation.definition
      return isSame ? options.onLeg?.(leg) : words.definitionChanged
    }
    const relist = async () => catalogue?.again('tools')
    return performCall(operation, { ...around, definition: definition.raw, relist }, { ...options, onLeg })
  }

  /** Whether it reports resource changes. */
  get tellsUpdates(): boolean {
    return this.#life?.connection?.tellsUpdates === true
  }

  /** Reads for one cleared operation. Re-checks configuration and definition; never rejects. */
  read(operation: Cleared<ToolOperation>, { signal }: Pick<CallOptions, 'signal'>): Promise<ReadReply> {
    return readCleared(this, operation, { name: this.#name, signal })
  }

  offers(feature: Feature): boolean {
    return this.status.state === 'ready' && this.#life?.connection?.offers(feature) === true
  }

  /** Sends a request by the user, or by the host for them, that needs no clearance. Never rejects. */
  async ask(method: PlainMethod, params: JsonObject, signal?: AbortSignal): Promise<RequestOutcome> {
    const around = this.#around()
    return 'problem' in around ? { status: 'failed', ...around } : performAsk(method, params, around, signal)
  }

  /** The surroundings of a request; otherwise a sentence that says why none is possible now. */
  #around(): NonNullable<ReturnType<Life['around']>> | { problem: string } {
    const { status } = this
    const around = status.state === 'ready' ? this.#life?.around(this.#name) : undefined
    return around ?? { problem: notRunning(this.#name, status) }
  }

  get #name(): string {
    return displayName(this.id, this.#deps.journal.state.configured.servers[this.id] ?? this.#config)
  }

  #failed(life: Life, failure: Failure): void {
    this.#ended = life.end()
    const { reason, kind, signIn, seen, ended } = failure
    const { clock, doctor } = this.#deps
    const known = seen && doctor.first(this.id, seen, ended)
    const { says, delay } = this.#restarts.after(failure, life.readyAt)
    this.#change({
      state: 'failed',
      reason: `${known?.reason ?? reason} ${says}`.trim(),
      ...life.lastWords(),
      ...(delay !== undefined && { retryAt: clock.wall() + delay }),
      ...(signIn === true && canHelp(this.authorizer) && { signIn }),
      ...(known && { finding: known.finding }),
    })
    const intent = this.#intent
    const isCurrent = () => life === this.#life && intent === this.#intent
    if (seen) void examine({ server: this.id, seen, ended, says }, { doctor, journal: this.#deps.journal, isCurrent })
    if (delay === undefined) return
    const wait = this.#startAfter(delay)
    if (kind === 'unreachable') wait.untilReachable(failure, delay)
  }

  /** Open calls aren't repeated by a restart: they have ended. */
  #startAfter(delay: number): Wait {
    this.#again = new Wait(delay, this.#deps.clock, (woke) => {
      if (woke) this.#restarts.forget()
      // Nothing starts while the journal can't record it.
      if (this.#deps.journal.state.health.state === 'failing') this.#startAfter(1000)
      else {
        void this.start()
        // A server that failed before may fail again, so nothing waits for it.
        this.#beginning = undefined
      }
    })
    return this.#again
  }

  #tell(step: StartStep | null): void {
    this.#deps.journal.append({ type: 'server.starting', server: this.id, step })
  }

  #change(to: ServerStatus): void {
    this.#deps.journal.append({ type: 'server.changed', server: this.id, to })
  }
}
