import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CallFiles } from '../../main/host/agent/changes/call-files.ts'
import { LoginShell } from '../../main/host/mcp/computer/login-shell.ts'
import { type SearchedComputer, thisComputer } from '../../main/host/mcp/computer/usual-folders.ts'
import { Doctor } from '../../main/host/mcp/doctor/doctor.ts'
import { Inbox } from '../../main/host/inbox.ts'
import { Journal } from '../../main/host/journal/journal.ts'
import type { CallOptions, CallReply } from '../../main/host/mcp/requests/call.ts'
import type { Server } from '../../main/host/mcp/server/server.ts'
import { Servers, type ServersDeps } from '../../main/host/mcp/server/servers.ts'
import type { Cleared, ToolOperation } from '../../main/host/mcp/requests/operation.ts'
import { Redaction } from '../../main/host/secrets/redaction.ts'
import { Validator } from '../../main/host/validation/validator.ts'
import type { EventOf, EventType, Recorded } from '../../shared/events/events.ts'
import { isObject, type JsonObject } from '../../shared/schema/json.ts'
import {
  stdioConfig,
  type ServerConfig,
  type ServerConfigs,
  type StdioConfig,
  type StdioEntry,
} from '../../shared/config/server-config.ts'
import { prepareJournal } from '../host/journal/prepared.ts'
import { serverFile } from './server-files.ts'
import { hashOf } from '../../main/host/base/hash.ts'
import { until } from './waiting.ts'
import { MemorySecrets } from './memory-secrets.ts'
import { answerTrust, trustAll } from './trusting.ts'
import type { AskOf } from './person.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
export const peerFile = serverFile
export const moduleFile = (name: string): string => path.join(root, 'node_modules', name)

/** The configuration of a server that runs on Node. */
export const node = (args: string[], rest: Partial<StdioEntry> = {}): StdioConfig =>
  stdioConfig.parse({ command: process.execPath, args, ...rest })

/** The configuration of one of our own peers. */
export const peer = (name: string, env: Record<string, string> = {}, rest: Partial<StdioEntry> = {}): StdioConfig =>
  node([peerFile(name)], { env, ...rest })

/** Validates for every fleet of a file: starting it costs more processor time than most tests. */
const sharedValidator = new Validator()

/** Real servers over a real journal in their own folder, and what tests ask of them. */
export class Fleet {
  readonly directory: string
  readonly journal: Journal
  /**
   * Shared by the file, unless a test brings its own for servers whose schemas burn time, because it remembers them.
   */
  readonly validator: Validator
  readonly inbox: Inbox
  readonly servers: Servers
  readonly files: CallFiles
  readonly events: Recorded[] = []
  readonly #store = new MemorySecrets()
  readonly secrets = this.#store.values
  #configs: ServerConfigs = {}
  #calls = 0

  /** The user trusts every program as soon as asked, unless a test answers itself. Its folder is made in `place`. */
  constructor(
    options: Partial<ServersDeps> & {
      maxPages?: () => number
      now?: () => number
      trusts?: boolean
      place?: string
      computer?: SearchedComputer
    } = {},
  ) {
    const { maxPages, now, trusts = true, place = tmpdir(), validator = sharedValidator, ...rest } = options
    const { computer = thisComputer(), ...deps } = rest
    this.directory = prepareJournal(mkdtempSync(path.join(place, 'atrium-mcp-')))
    this.validator = validator
    this.journal = Journal.open(this.directory, { ...(maxPages && { maxPages }), ...(now && { now }) })
    this.journal.subscribe((recorded) => this.events.push(recorded))
    this.inbox = new Inbox(this.journal)
    this.files = new CallFiles({ journal: this.journal, redaction: new Redaction() })
    if (trusts) trustAll(this.journal, this.inbox)
    const { journal, inbox, directory } = this
    const leaveOff = (id: string) => this.turnOff(id)
    // Restarts are far off unless a test asks for them.
    const restarts = { firstMs: 600_000, mostMs: 600_000, jitter: () => 1 }
    const doctor = new Doctor({ data: directory, computer, shell: new LoginShell(computer) })
    const usual = { version: '0.0.0', stopGraceMs: 300, dataDirectory: directory, restarts, doctor }
    this.servers = new Servers({ journal, secrets: this.#store, validator, inbox, leaveOff, ...usual, ...deps })
  }

  /** Adds or changes servers and waits until each has settled. */
  async add(configs: ServerConfigs): Promise<void> {
    this.apply({ ...this.#configs, ...configs })
    await Promise.all(Object.keys(configs).map((id) => this.settled(id)))
  }

  /** Gives a server other limits, without a restart. */
  limit(id: string, timeouts: ServerConfig['timeouts']): void {
    const config = this.#configs[id]
    if (config) this.apply({ ...this.#configs, [id]: { ...config, timeouts } })
  }

  apply(configs: ServerConfigs): void {
    this.#configs = configs
    this.journal.append({ type: 'configured', file: 'servers', before: {}, after: configs, actor: 'test' })
    this.servers.apply(configs)
  }

  /** The open question of whether this server's program may run. */
  async question(id = 'it'): Promise<AskOf<'trust'>> {
    const open = () =>
      this.journal.state.asks.find((it): it is AskOf<'trust'> => it.kind === 'trust' && it.question.server === id)
    await this.until(() => open() !== undefined)
    const ask = open()
    if (!ask) throw new Error(`Nothing is asked about ${id}`)
    return ask
  }

  async answer(decision: 'trust' | 'leave-off', id = 'it'): Promise<void> {
    await answerTrust(this.inbox, await this.question(id), decision)
  }

  turnOff(id = 'it'): void {
    const { [id]: config } = this.#configs
    if (config) this.apply({ ...this.#configs, [id]: { ...config, enabled: false } })
  }

  /** One server, alone and ready. */
  async ready(config: ServerConfig, id = 'it'): Promise<Server> {
    await this.add({ [id]: config })
    const { status } = this.server(id)
    if (status.state !== 'ready') throw new Error(`${id} is ${JSON.stringify(status)}`)
    return this.server(id)
  }

  server(id = 'it'): Server {
    const server = this.servers.get(id)
    if (!server) throw new Error(`There is no server ${id}`)
    return server
  }

  status(id = 'it') {
    return this.journal.state.servers[id]?.status ?? { state: 'off' as const }
  }

  /** Why a server failed. */
  reason(id = 'it'): string {
    const status = this.status(id)
    return status.state === 'failed' ? status.reason : `(${status.state})`
  }

  async settled(id = 'it'): Promise<void> {
    await this.until(
      () =>
        ['ready', 'failed', 'off'].includes(this.status(id).state) &&
        this.of('server.changed').some((it) => it.server === id),
    )
  }

  until(holds: () => boolean): Promise<void> {
    return until(holds)
  }

  of<T extends EventType>(type: T): EventOf<T>[] {
    return this.events.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : []))
  }

  states(id = 'it'): string[] {
    return this.of('server.changed').flatMap((it) => (it.server === id ? [it.to.state] : []))
  }

  starts(id = 'it'): number {
    return this.states(id).filter((it) => it === 'starting').length
  }

  sent(id = 'it'): string[] {
    return this.of('request.sent').flatMap((it) => (it.server === id ? [it.method] : []))
  }

  /** The sum of all reports; the last report arrives when the server ends. */
  violations(id = 'it'): Record<string, number> {
    const sums: Record<string, number> = {}
    for (const { server, counts } of this.of('server.violations'))
      if (server === id) for (const [kind, n] of Object.entries(counts)) sums[kind] = (sums[kind] ?? 0) + n
    return sums
  }

  /** Only the agent can clear a call; these tests are about what follows. */
  operation(tool: string, args: JsonObject = {}, id = 'it'): Cleared<ToolOperation> {
    const server = this.server(id)
    return {
      call: `call-${this.#calls++}`,
      conversation: 'c',
      turn: 't',
      server: id,
      tool,
      configuration: server.configuration,
      definition: server.definition(tool)?.hash ?? '',
      argumentsHash: hashOf(args),
      arguments: args,
    } as Cleared<ToolOperation>
  }

  call(tool: string, args: JsonObject = {}, options: Partial<CallOptions> & { id?: string } = {}): Promise<CallReply> {
    const { id = 'it', ...rest } = options
    const operation = this.operation(tool, args, id)
    return this.server(id).call(operation, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...rest,
    })
  }

  /** An answer's first text, or the whole reply if it has none. */
  async say(
    tool: string,
    args: JsonObject = {},
    options: Partial<CallOptions> & { id?: string } = {},
  ): Promise<string> {
    const reply = await this.call(tool, args, options)
    const content = reply.status === 'answered' ? reply.result['content'] : undefined
    const block = Array.isArray(content) ? content[0] : undefined
    return isObject(block) && typeof block['text'] === 'string' ? block['text'] : JSON.stringify(reply)
  }

  /** A file in which peers record their starts, and its contents. */
  startLog(): { file: string; pids: () => number[] } {
    const file = path.join(this.directory, `starts-${this.#calls++}`)
    writeFileSync(file, '')
    return { file, pids: () => readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) }
  }

  async close(): Promise<void> {
    await this.servers.close()
    if (this.validator !== sharedValidator) await this.validator.close()
    await this.journal.close()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** Whether a process is running. An ended process that isn't reaped yet doesn't count. */
export const alive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
