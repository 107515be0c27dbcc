import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import type { ServerConfig } from '../../../shared/server-config.ts'
import type { SecretStore } from '../platform.ts'
import type { Validator } from '../workers/validator.ts'
import { type CallOptions, type CallReply, performCall, ServerLeft } from './call.ts'
import { Catalogue } from './catalogue.ts'
import { Connection, type Prior, type Reply } from './connection.ts'
import { resolveEnvironment } from './environment.ts'
import type { LegacyMemory } from './era.ts'
import type { GateWatch } from './gate.ts'
import type { Journal } from '../journal/journal.ts'
import type { ToolOperation } from './operation.ts'
import { crashed, handshakeProblem, leftHow, noFolder, onlyNewer, startProblem } from './reasons.ts'
import { ServerRequests } from './requests.ts'
import type { Ending, LaunchSpec } from './server-process.ts'
import { StdioWire } from './stdio.ts'
import type { Definition } from './tool-list.ts'
import type { Misconduct } from './misconduct.ts'
import { workLimits } from './work-clock.ts'

/** Milliseconds a start may take; `firstList` is how long readiness waits for the tools. */
export type StartLimits = { probe: number; handshake: number; firstList: number; stopGrace: number }

export type LifeDeps = {
  id: string
  configuration: string
  client: { name: string; version: string }
  journal: Journal
  secrets: SecretStore
  validator: Validator
  memory: LegacyMemory
  misconduct: Misconduct
  limits: StartLimits
}

/** A start that came to nothing; the message is the sentence people read. */
class StartFailure extends Error {}

/** One life of a server: from the start of its process, through its handshake and calls, to its end. */
export class Life {
  #config: ServerConfig
  readonly #deps: LifeDeps
  readonly #failed: (reason: string) => void
  readonly #over = new AbortController()
  #starting: Promise<StdioWire> | undefined
  #wire: StdioWire | undefined
  #connection: Connection | undefined
  #catalogue: Catalogue | undefined
  #left: Promise<string> = Promise.resolve('was never started')
  #deadline = 0

  /** `failed` is called at most once, and never after `end`. */
  constructor(config: ServerConfig, deps: LifeDeps, failed: (reason: string) => void) {
    this.#config = config
    this.#deps = deps
    this.#failed = failed
  }

  /** Resolves when the server is ready, has failed or was ended. Never rejects. */
  async begin(): Promise<void> {
    try {
      await this.#begin()
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error))
    }
  }

  /** Ends its calls at once; resolves when nothing of the process is left. */
  async end(): Promise<void> {
    this.#finish('was stopped')
    await this.#starting?.catch(() => undefined)
    await this.#wire?.close()
  }

  get running(): boolean {
    return !this.#over.signal.aborted
  }

  /** Takes over what needs no new start. */
  configure(config: ServerConfig): void {
    this.#config = config
  }

  definition(tool: string): Definition | undefined {
    return this.#catalogue?.get(tool)
  }

  stderr(): string[] {
    return this.#wire?.stderr.lines() ?? []
  }

  /** Whoever calls has checked what the operation is bound to. */
  async call(operation: ToolOperation, definition: Definition, name: string, options: CallOptions): Promise<CallReply> {
    const connection = this.#connection
    if (!connection || !this.running) return { status: 'failed', problem: `${name} is not running.`, mayHaveRun: false }
    const limits = workLimits(this.#config.timeouts)
    const around = { name, connection, limits, validator: this.#deps.validator, definition: definition.raw }
    return performCall(operation, { ...around, life: this.#over.signal, left: this.#left }, options)
  }

  async #begin(): Promise<void> {
    const { journal, id, memory, configuration, limits } = this.#deps
    const spec = await this.#prepare()
    this.#deadline = performance.now() + limits.handshake
    const { connection, wire } = await this.#reach(spec)
    if (connection.era === 'legacy') memory.remember(configuration)
    const catalogue = new Catalogue(connection, { server: id, journal, misconduct: this.#deps.misconduct })
    this.#connection = connection
    this.#catalogue = catalogue
    this.#left = wire.ended.then(leftHow)
    void wire.ended.then((ending) => this.#fail(crashed(ending)))
    const listed = catalogue.refresh()
    connection.followTools()
    await Promise.race([listed, wire.ended, new Promise((resolve) => setTimeout(resolve, limits.firstList).unref())])
    if (!this.running) return
    const { era, revision, calls } = connection
    journal.append({ type: 'server.changed', server: id, to: { state: 'ready', era, revision, calls, pid: wire.pid } })
  }

  async #prepare(): Promise<LaunchSpec> {
    const { command, args, env } = this.#config
    const cwd = this.#config.cwd ?? homedir()
    const environment = await resolveEnvironment(env, this.#deps.secrets)
    if ('problem' in environment) throw new StartFailure(environment.problem)
    const folder = await stat(cwd).catch(() => undefined)
    if (!folder?.isDirectory()) throw new StartFailure(noFolder(cwd))
    return { command, args, cwd, env: environment.variables, secrets: environment.secrets }
  }

  /** Starts the process, finds out its era and shakes hands: one start, and a second one only where the first could not serve. */
  async #reach(spec: LaunchSpec): Promise<{ connection: Connection; wire: StdioWire }> {
    let wire = await this.#launch(spec)
    let prior = await this.#findEra(wire)
    if (prior === 'ended') {
      // Some legacy servers do not survive a request they do not know.
      await wire.close()
      wire = await this.#launch(spec)
      prior = { era: 'legacy' }
    }
    let reply = await this.#connect(wire, prior)
    const late = wire.lateDiscovery
    if (reply.status !== 'answered' && late?.era === 'modern') {
      // It was modern, and only slow to say so.
      await wire.close()
      wire = await this.#launch(spec)
      reply = await this.#connect(wire, late)
    }
    if (reply.status === 'answered') return { connection: reply.value, wire }
    this.#deps.memory.forget(this.#deps.configuration)
    throw new StartFailure(handshakeProblem(reply, await soonest(wire.ended), this.#deps.limits.handshake))
  }

  async #launch(spec: LaunchSpec): Promise<StdioWire> {
    const { id, journal, misconduct, limits } = this.#deps
    const { command, args, cwd, env } = spec
    this.#over.signal.throwIfAborted()
    journal.assertHealthy()
    const environment = Object.keys(env).toSorted()
    const to = { state: 'starting' as const, command: [command, ...args], cwd, environment }
    journal.append({ type: 'server.changed', server: id, to })
    await journal.durable()
    this.#over.signal.throwIfAborted()
    this.#starting = StdioWire.start(spec, misconduct.count, limits.stopGrace)
    try {
      this.#wire = await this.#starting
    } catch (error) {
      throw new StartFailure(startProblem(error, command))
    }
    this.#over.signal.throwIfAborted()
    return this.#wire
  }

  async #findEra(wire: StdioWire): Promise<Prior | 'ended'> {
    const { memory, configuration, client, limits } = this.#deps
    if (memory.knows(configuration)) return { era: 'legacy' }
    this.#record('server/discover')
    const discovery = await wire.probe(client, limits.probe)
    this.#over.signal.throwIfAborted()
    if (discovery.era === 'unsupported') throw new StartFailure(onlyNewer(discovery.revisions))
    if (discovery.era === 'ended') return 'ended'
    return discovery.era === 'modern' ? discovery : { era: 'legacy' }
  }

  #connect(wire: StdioWire, prior: Prior): Promise<Reply<Connection>> {
    const { id, journal, misconduct, client } = this.#deps
    const timeoutMs = Math.max(1000, this.#deadline - performance.now())
    const requests = new ServerRequests(id, journal, misconduct)
    const watch: GateWatch = {
      violation: misconduct.count,
      sent: (method, detail) => this.#record(method, detail),
      asked: (method) => requests.answer(method, prior.era),
      toolsChanged: () => this.#catalogue?.changed(),
    }
    return Connection.open(wire, { client, prior, watch, timeoutMs })
  }

  /** What is not recorded here is recorded by those who know more: calls by the agent, walks by the catalogue. */
  #record(method: string, detail?: string): void {
    if (method === 'tools/call' || method === 'tools/list' || method === 'notifications/initialized') return
    this.#deps.journal.append({ type: 'request.sent', server: this.#deps.id, method, detail })
  }

  #fail(reason: string): void {
    if (!this.#finish('ended')) return
    this.#failed(reason)
    void this.#wire?.close()
  }

  /** False when it was over already. */
  #finish(how: string): boolean {
    if (this.#over.signal.aborted) return false
    this.#catalogue?.end()
    this.#over.abort(new ServerLeft(how))
    return true
  }
}

/** How the process ended, if it did in these milliseconds. */
const soonest = (ended: Promise<Ending>): Promise<Ending | undefined> =>
  Promise.race([ended, new Promise<undefined>((resolve) => setTimeout(resolve, 200, undefined))])
