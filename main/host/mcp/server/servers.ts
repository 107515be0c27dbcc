import { defined } from '../../../../shared/schema/json.ts'
import { rm } from 'node:fs/promises'
import { HostError } from '../../../../shared/contract/errors.ts'
import type { Levels } from '../../../../shared/config/bounds.ts'
import type { Containment } from '../../../../shared/events/events.ts'
import type { ServerConfig, ServerConfigs } from '../../../../shared/config/server-config.ts'
import type { SecretStore } from '../../platform.ts'
import { Redaction } from '../../secrets/redaction.ts'
import type { Validator } from '../../validation/validator.ts'
import type { Diagnoser } from '../process/observation.ts'
import { LongLines } from '../wire/long-lines.ts'
import type { Inbox } from '../../inbox.ts'
import { LegacyMemory } from '../protocol/era.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Models } from '../../llm/llm.ts'
import { serverFolder } from '../process/bounds.ts'
import { findContainment } from '../process/containment.ts'
import { findLevels } from '../process/levels.ts'
import { ExposureWatch } from './exposure.ts'
import { type HeartbeatLimits, usualHeartbeat } from './health.ts'
import { AnswerDigest } from '../../secrets/answer-digest.ts'
import { inputHandlers } from '../inputs/handlers.ts'
import type { InputHandlers } from '../inputs/server-requests.ts'
import type { Network } from '../../network/network.ts'
import type { SafeFetchOptions } from '../http/safe-fetch.ts'
import { type RestartPolicy, usualRestarts } from './restarts.ts'
import { RunFile } from '../process/run-file.ts'
import { Company } from '../sign-in/company.ts'
import { CompanyGrant } from '../sign-in/company-grant.ts'
import { Server, type ServerDeps } from './server.ts'
import { launchHash } from '../process/launch.ts'
import { type StartLimits, usualStartLimits } from '../process/start-watch.ts'
import { type Clock, systemClock } from '../../base/wake.ts'
import { serverWords as words } from './words.ts'

/**
 * How many servers start at a time, and after how long one at a URL no longer counts; programs report that themselves.
 */
const startsAtOnce = 4
const slowReachMs = 3000

/** The parts of the host that every server uses. */
export type ServersDeps = {
  journal: Journal
  secrets: SecretStore
  /** Redacts secrets read here, and those that other parts register. */
  redaction?: Redaction
  validator: Validator
  /** Asks the user before anything new runs. */
  inbox: Inbox
  /** The models servers can request; none if absent. */
  models?: Models
  /** Answers servers' requests, by method; if absent, the user and the models do. */
  handlers?: InputHandlers
  /** Which servers to start at all; the others stay as they are. All if absent. */
  starts?(server: string, config: ServerConfig): boolean
  /** Turns a server off in the configuration, which is then applied. Throws `HostError` if that can't be written. */
  leaveOff(server: string, actor: string): void
  /** Atrium's version, as told to servers. */
  version?: string
  /** Whether servers' apps can be shown; not if absent. */
  showsApps?: boolean
  stopGraceMs?: number
  limits?: Partial<StartLimits>
  restarts?: Partial<RestartPolicy>
  heartbeat?: Partial<HeartbeatLimits>
  clock?: Clock
  /** Stores the list of what runs; requires exclusive use. */
  dataDirectory: string
  /** Says why servers don't run; if absent, only how they ended is said. */
  doctor?: Diagnoser | undefined
  /** Resolves when PATH is as programs are to be found; at once if absent. */
  pathKnown?: Promise<void> | undefined
  /** The containment level; if absent, the best that this system supports. */
  containment?: Containment
  /** The containment levels that work; if absent, those that this system supports. */
  levels?(): Promise<Levels>
  /** How servers at a URL are reached, but for the way out. */
  safe?: SafeFetchOptions | undefined
  /** The way out; absent, every connection is direct. */
  network?: Network
}

const noModels: Models = (endpoint) => {
  throw new HostError('not-found', words.noEndpoint(endpoint))
}

/** All configured servers: keeps what runs in sync with the configuration. */
export class Servers {
  readonly #deps: ServerDeps
  readonly #servers = new Map<string, Server>()
  readonly #leaving = new Map<string, Promise<void>>()
  readonly #queue: { begun: Promise<void>; slow: Promise<void> | undefined; go: () => void }[] = []
  readonly #longLines: LongLines
  readonly #company: Company
  readonly #exposure: ExposureWatch | undefined
  readonly #handles: NonNullable<ServersDeps['starts']>
  #starting = 0
  #closed = false

  /** Ends what an earlier host left running in this data folder. */
  constructor(deps: ServersDeps) {
    const { journal, inbox, redaction = new Redaction(), validator, models = noModels, version = '0' } = deps
    const { stopGraceMs, limits, containment } = deps
    const runFile = new RunFile(deps.dataDirectory)
    runFile.reap()
    this.#longLines = new LongLines()
    const { doctor, pathKnown = Promise.resolve() } = deps
    this.#handles = deps.starts ?? (() => true)
    const { secrets: store, network, clock = systemClock } = deps
    const safe = { ...deps.safe, ...defined({ network }) }
    this.#company = new Company({ journal, inbox, redaction, store, safe, clock })
    this.#exposure = doctor && new ExposureWatch({ journal, clock, doctor })
    const secrets = redaction.remember(store)
    this.#deps = {
      company: this.#company,
      journal,
      secrets,
      store,
      safe,
      network,
      clock,
      redaction,
      validator,
      inbox,
      doctor,
      pathKnown,
      leaveOff: (server, actor) => deps.leaveOff(server, actor),
      client: { name: 'Atrium', version },
      can: { showsApps: deps.showsApps ?? false },
      handlers:
        deps.handlers ??
        inputHandlers({ journal, inbox, redaction, validator, models, clock, digests: new AnswerDigest(secrets) }),
      memory: new LegacyMemory(),
      containment: containment === undefined ? findContainment() : Promise.resolve(containment),
      runFile,
      dataDirectory: deps.dataDirectory,
      levels: deps.levels ?? (() => findLevels(deps.dataDirectory)),
      readerFor: (own) => (line, wanted) => this.#longLines.read(line, wanted, own),
      restarts: { ...usualRestarts, ...deps.restarts },
      heartbeat: { ...usualHeartbeat, ...deps.heartbeat },
      limits: { ...usualStartLimits, ...limits, ...(stopGraceMs === undefined ? {} : { stopGrace: stopGraceMs }) },
    }
  }

  /** Starts what is on in the background, stops what is off or removed, restarts what changed. Never throws. */
  apply(configs: ServerConfigs): void {
    if (this.#closed) return
    this.#deps.journal.reports.keepOnly(Object.keys(configs))
    for (const id of this.#servers.keys()) if (!Object.hasOwn(configs, id)) this.#remove(id)
    for (const [id, config] of Object.entries(configs)) if (this.#handles(id, config)) this.#reconcile(id, config)
  }

  /** The containment levels that work on this computer. */
  levels(): Promise<Levels> {
    return this.#deps.levels()
  }

  get(id: string): Server | undefined {
    return this.#servers.get(id)
  }

  async restart(id: string): Promise<void> {
    const server = this.#servers.get(id)
    await server?.stop()
    await server?.start()
  }

  /** Stopping waits for nothing but the process. */
  async stop(id: string): Promise<void> {
    await this.#servers.get(id)?.stop()
  }

  /** Starts what is on and failed once more: the secret store answers now. */
  startFailed(): void {
    if (this.#closed) return
    for (const server of this.#servers.values())
      if (server.enabled && server.status.state === 'failed') this.#startSoon(server)
  }

  /** Signs in to the user's company, and starts the servers that wait for that. Rejects like `Company.signIn`. */
  async signInToCompany(actor: string): Promise<void> {
    await this.#company.signIn(actor)
    for (const [server, grant] of this.#throughCompany())
      if (grant.isWaiting && server.enabled && server.status.state === 'failed') void server.start()
  }

  /** Signs out of the user's company. Servers reached through it lose their tokens, and wait for the next sign-in. */
  async signOutOfCompany(actor: string, because?: 'moved'): Promise<void> {
    await this.#company.signOut(actor, because)
    for (const [server, grant] of this.#throughCompany()) {
      grant.forget()
      if (server.enabled && server.status.state === 'ready') void this.restart(server.id)
    }
  }

  /** Whether a server is reached through the user's company. */
  isThroughCompany(id: string): boolean {
    return this.#servers.get(id)?.authorizer instanceof CompanyGrant
  }

  #throughCompany(): [Server, CompanyGrant][] {
    return [...this.#servers.values()].flatMap((server): [Server, CompanyGrant][] =>
      server.authorizer instanceof CompanyGrant ? [[server, server.authorizer]] : [],
    )
  }

  /** Stops all; done within five seconds. */
  async close(): Promise<void> {
    this.#closed = true
    this.#queue.length = 0
    this.#company.close()
    this.#exposure?.end()
    for (const id of this.#servers.keys()) this.#retire(id)
    await Promise.all(this.#leaving.values())
    await this.#longLines.close()
  }

  #reconcile(id: string, config: ServerConfig): void {
    const before = this.#servers.get(id)
    if (before?.configuration === launchHash(config)) {
      const { enabled } = before
      const { isOn } = before.standby
      before.configure(config)
      if (config.enabled !== enabled || (isOn && !before.standby.isOn)) this.#turn(before)
      return
    }
    if (before) this.#retire(id)
    const server = new Server(id, config, this.#deps, this.#leaving.get(id) ?? Promise.resolve())
    this.#servers.set(id, server)
    this.#turn(server, before !== undefined)
  }

  /** A changed server starts at once, so the user reviews it now and not in the middle of a call. */
  #turn(server: Server, isChanged = false): void {
    if (!server.enabled) void server.stop()
    else if (isChanged || !server.standby.isOn) this.#startSoon(server)
  }

  /** Also deletes the files that a contained server kept. */
  #remove(id: string): void {
    this.#retire(id)
    const folder = serverFolder(this.#deps.dataDirectory, id)
    void this.#leaving.get(id)?.then(() => rm(folder, { recursive: true, force: true }))
  }

  #retire(id: string): void {
    const gone = this.#servers.get(id)?.retire()
    this.#servers.delete(id)
    if (!gone) return
    const left = Promise.all([this.#leaving.get(id), gone]).then(() => {
      if (this.#leaving.get(id) === left) this.#leaving.delete(id)
    })
    this.#leaving.set(id, left)
  }

  #startSoon(server: Server): void {
    // Needed for the first call; loading it takes as long as a server's start.
    this.#deps.validator.warm()
    const { promise: turn, resolve: go } = Promise.withResolvers<void>()
    const { promise: slow, resolve: isSlow } = Promise.withResolvers<void>()
    const begun = server.start(turn, isSlow)
    this.#queue.push({ begun, slow: server.isProgram ? slow : undefined, go })
    this.#pump()
  }

  /** A server that is busy starting keeps its place; one that waits, or takes very long, yields it to the next. */
  #pump(): void {
    while (this.#starting < startsAtOnce) {
      const next = this.#queue.shift()
      if (!next) return
      this.#starting++
      next.go()
      const slow = next.slow ?? new Promise((resolve) => setTimeout(resolve, slowReachMs).unref())
      void Promise.race([next.begun, slow]).then(() => {
        this.#starting--
        this.#pump()
      })
    }
  }
}
