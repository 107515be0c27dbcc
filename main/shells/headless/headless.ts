import type { Ask } from '../../../shared/asks/asks.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { isModelTool, type HostEvent, type ToolEntry } from '../../../shared/events/events.ts'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import { isObject, type JsonObject, type StoredValue } from '../../../shared/schema/json.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { isPinned, toolItem } from '../../../shared/state/pins.ts'
import { startsOnCall } from '../../../shared/state/server-state.ts'
import { displayName, type ServerConfig } from '../../../shared/config/server-config.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { createHost, type Host } from '../../host/host.ts'
import type { Platform } from '../../host/platform.ts'
import { Questions, type Answerer } from './questions.ts'
import { Unfinished } from './unfinished.ts'
import { FeedView } from './view.ts'
import { endOf, notReady } from './outcomes.ts'
import { terminalWords as words } from './words.ts'

export type { Answerer } from './questions.ts'

/** A listed tool. It can't be called while it awaits review. */
export type ListedTool = ToolEntry & { waits: boolean }

/** A host without a window, and who answers its questions. */
export type Options = {
  platform: Platform
  /** The one server to start, by ID or display name; if absent, all that are on. */
  only?: string | undefined
  /** Answers questions. */
  answer: Answerer
  /** As `createHost` takes it. */
  journal?: Parameters<typeof createHost>[1]
  /** Receives every event. */
  heard?: (event: HostEvent) => void
}

type Stop = { signal?: AbortSignal }

/** Max characters of a stored result to read back. */
const mostResult = 16 * 1024 * 1024

/**
 * A host without a window. Its calls go through the rules like a model's, and open questions go to `answer`. Everything
 * it can't do is an `Unfinished`, which has the command's exit code.
 */
export class Headless {
  /** For other commands; their refusals are a `HostError`. */
  readonly link: HostLink
  readonly #host: Host
  readonly #view: FeedView
  readonly #questions: Questions
  #closed: Promise<void> | undefined
  readonly #outcomes = new Map<string, CallOutcome>()
  /** Tools to call that await review, as `<server> <item>`. */
  readonly #reviewed = new Set<string>()

  /** Rejects with a `HostError` if the data folder is in use (`conflict`) or its journal can't be opened. */
  static async open(options: Options): Promise<Headless> {
    const { platform, journal, only } = options
    const starts = (id: string, config: ServerConfig): boolean => only === undefined || isCalled(only, id, config)
    return new Headless(await createHost(platform, journal, undefined, starts), options)
  }

  private constructor(host: Host, { answer, heard }: Options) {
    this.#host = host
    this.link = host.link({ actor: 'terminal', right: 'admin', judged: true })
    this.#view = new FeedView(this.link, (event) => {
      this.#hear(event)
      heard?.(event)
    })
    this.#questions = new Questions(this.link, this.#view, { answer, concerns: (ask) => this.#concerns(ask) })
  }

  get state(): HostState {
    return this.#view.state
  }

  /** Waits until a server, given by ID or name, is ready or starts on its first call, and returns its ID. */
  async ready(server: string, { signal }: Stop = {}): Promise<string> {
    await this.#view.catchUp()
    return this.#until((state) => {
      const id = idOf(server, state)
      const config = state.configured.servers[id]
      const status = state.servers[id]?.status
      if (config?.enabled && (status?.state === 'ready' || startsOnCall(config, state.servers[id]))) return id
      const why = notReady(id, state)
      if (why !== undefined) throw new Unfinished('failed', why)
      return undefined
    }, signal)
  }

  /** A server's list, once it is ready. */
  async tools(server: string, stop: Stop = {}): Promise<ListedTool[]> {
    const id = await this.ready(server, stop)
    const entries = Object.values(this.state.servers[id]?.tools ?? {}).filter(isModelTool)
    return entries.map((entry) => ({ ...entry, waits: this.#waits(id, entry) }))
  }

  /** The problems in a ready server's list, in sentences. */
  troubles(server: string): string[] {
    const { malformed = [], incomplete } = this.state.servers[idOf(server, this.state)] ?? {}
    const unusable = malformed.map(({ name, problem }) => words.unusable(name, problem))
    return incomplete === undefined ? unusable : [...unusable, words.incomplete(incomplete)]
  }

  /** A definition as its server wrote it, by hash. */
  async definition(hash: string): Promise<JsonObject> {
    return (await this.link.call('getDefinition', { hash })).definition
  }

  /**
   * Calls a tool in its own turn and returns its result (`CallToolResult`), including one with `isError`. Stopping
   * cancels the call.
   */
  async call(server: string, tool: string, args: JsonObject, { signal }: Stop = {}): Promise<JsonObject> {
    const id = await this.ready(server, { ...(signal && { signal }) })
    const { hash: definition } = await this.#allowed(id, tool, signal)
    signal?.throwIfAborted()
    const { call } = await this.link.call('callTool', { server: id, tool, definition, arguments: args })
    const outcome = await this.#outcomeOf(call, signal)
    const kept = 'result' in outcome ? outcome.result : undefined
    if (!kept) throw endOf(outcome, displayName(id, this.state.configured.servers[id]))
    return this.#read(kept)
  }

  /** Withdraws questions, ends what runs, and releases the data folder. */
  close(): Promise<void> {
    this.#questions.close()
    this.#view.close()
    return (this.#closed ??= this.#host.close())
  }

  /** How a call ended; it is cancelled on stop, or if a question it waits for has no answer. */
  async #outcomeOf(call: string, signal: AbortSignal | undefined): Promise<CallOutcome> {
    const ended = (): CallOutcome | undefined => this.#outcomes.get(call)
    try {
      return await this.#until(ended, signal, call)
    } catch (error) {
      // It may end on its own at this moment.
      await this.link.call('cancelCall', { call }).catch(() => undefined)
      const outcome = await this.#view.until(ended)
      if (error instanceof Unfinished && !signal?.aborted) throw error
      return outcome
    } finally {
      this.#outcomes.delete(call)
    }
  }

  /** The listed tool, once nothing of it awaits review. */
  async #allowed(server: string, tool: string, signal: AbortSignal | undefined): Promise<ToolEntry> {
    const item = toolItem(tool)
    const entry = (): ToolEntry => {
      const { tools = {} } = this.state.servers[server] ?? {}
      const found = Object.hasOwn(tools, tool) ? tools[tool] : undefined
      if (found && isModelTool(found)) return found
      throw new Unfinished('arguments', words.noTool(tool, server))
    }
    if (!this.#waits(server, entry())) return entry()
    const key = `${server} ${item}`
    this.#reviewed.add(key)
    try {
      // Also if it was left in quarantine before.
      await this.link.call('reviewDefinitions', { server })
      this.#view.look()
      return await this.#until((state) => {
        const found = entry()
        if (!this.#waits(server, found)) return found
        if (isPinned(consentOf(state, server).keptOff, item, found.hash) && !isAsked(server, item, state))
          throw new Unfinished('failed', words.blocked(tool))
        return undefined
      }, signal)
    } finally {
      this.#reviewed.delete(key)
    }
  }

  async #read(kept: StoredValue): Promise<JsonObject> {
    if ('blob' in kept && kept.bytes > mostResult) throw new Unfinished('failed', words.resultTooLarge)
    const value: unknown =
      'json' in kept
        ? kept.json
        : JSON.parse((await this.link.call('readBlob', { hash: kept.blob, limit: mostResult })).text)
    if (isObject(value)) return value
    throw new Unfinished('failed', words.resultMalformed)
  }

  #waits(server: string, { name, hash }: ToolEntry): boolean {
    return !isPinned(consentOf(this.state, server).pins, toolItem(name), hash)
  }

  #hear(event: HostEvent): void {
    // Until the own call's ID is known, any event may belong to it; there are never many.
    if (event.type === 'call.finished') this.#outcomes.set(event.call, event.outcome)
  }

  /** A review is only asked if its tool is to be called. */
  #concerns(ask: Ask): boolean {
    if (ask.kind !== 'definitions') return true
    return ask.question.items.some(({ item }) => this.#reviewed.has(`${ask.question.server} ${item}`))
  }

  #until<T>(find: (state: HostState) => T | undefined, signal: AbortSignal | undefined, call?: string): Promise<T> {
    return this.#view.until((state) => {
      const found = find(state)
      if (found === undefined) this.#questions.assertAnswered(call)
      return found
    }, signal)
  }
}

const isCalled = (wanted: string, id: string, config: ServerConfig): boolean =>
  id === wanted || displayName(id, config) === wanted

/** IDs take precedence over names; a name of two servers is ambiguous. */
function idOf(wanted: string, { configured: { servers, problems } }: HostState): string {
  if (Object.hasOwn(servers, wanted)) return wanted
  const found = Object.entries(servers).flatMap(([id, config]) => (isCalled(wanted, id, config) ? [id] : []))
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const [problem] = problems.servers
  if (problem !== undefined) throw new Unfinished('arguments', problem)
  if (only !== undefined) throw new Unfinished('arguments', words.severalServers(wanted, found))
  throw new Unfinished('arguments', words.noServer(wanted, Object.keys(servers)))
}

const isAsked = (server: string, item: string, { asks }: HostState): boolean =>
  asks.some(
    ({ kind, question }) =>
      kind === 'definitions' && question.server === server && question.items.some((it) => it.item === item),
  )
