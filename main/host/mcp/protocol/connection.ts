import { setTimeout as delay } from 'node:timers/promises'
import type { Era } from '../../../../shared/events/server-events.ts'
import type { SelfDescription } from '../../../../shared/events/events.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { argumentHeaders } from './argument-headers.ts'
import type { CallValue } from '../results/call-result.ts'
import type { Wire } from '../wire/wire.ts'
import type { Introduced } from './era.ts'
import { type Declared, skillsExtension, tasksExtension } from './negotiation.ts'
import type { ListedFeature, PeerWatch } from './notifications.ts'
import { type Opened, shakeHands } from './opening.ts'
import { Peer } from './peer.ts'
import type { TaskSigns } from './task-signs.ts'
import type { CallWatch, Feature, NoAnswer, PlainMethod, Prior, Reply, UnknownEra, Updates } from './types.ts'
import type { ServerResult } from '../results/digest.ts'
import { protocolWords as words } from './words.ts'

const listenMs = 10_000
/** Milliseconds between two change streams, doubled each time until one lasts that long. */
const relistenMs = { first: 1000, most: 300_000, lasting: 30_000 }

type Options = Introduced & {
  prior: Prior | UnknownEra
  watch: PeerWatch
  /** Milliseconds the handshake can take. */
  timeoutMs: number
}

/** An open connection to one server: its self-description, and the requests it accepts. */
export class Connection {
  readonly #peer: Peer
  readonly #wire: Wire
  readonly #opened: Opened
  /** Atrium declared the tasks extension. */
  readonly #declaresTasks: boolean

  /** Never rejects: a failed handshake is the reply. */
  static async open(wire: Wire, { client, declared, prior, watch, timeoutMs }: Options): Promise<Reply<Connection>> {
    const peer = new Peer(wire, watch)
    const opened = await shakeHands(peer, { client, declared }, { prior, timeoutMs })
    if (!('status' in opened)) return { status: 'answered', value: new Connection(peer, wire, { opened, declared }) }
    void peer.close()
    return opened
  }

  private constructor(peer: Peer, wire: Wire, { opened, declared }: { opened: Opened; declared: Declared }) {
    this.#peer = peer
    this.#wire = wire
    this.#opened = opened
    const { extensions } = declared[opened.era]
    this.#declaresTasks = isObject(extensions) && isObject(extensions[tasksExtension])
  }

  /** The server's notifications about its tasks. */
  get tasks(): TaskSigns {
    return this.#peer.tasks
  }

  get era(): Era {
    return this.#opened.era
  }

  get revision(): string {
    return this.#opened.revision
  }

  get calls(): SelfDescription {
    const { name, version, title } = this.#opened.serverInfo
    return {
      name: clip(typeof name === 'string' ? name : words.noName, 200),
      version: clip(typeof version === 'string' ? version : '', 100),
      ...(typeof title === 'string' && { title: clip(title, 200) }),
    }
  }

  /** Whether arguments are copied into headers if a tool wants that (2026-07-28, streamable-http#custom-headers). */
  get copiesArguments(): boolean {
    return this.era === 'modern' && this.#wire.streamsPerRequest === true
  }

  offers(feature: Feature): boolean {
    // Skills are an extension of 2026-07-28, and their files are resources.
    if (feature === 'skills')
      return (
        this.era === 'modern' && this.offers('resources') && isObject(this.#declares('extensions', skillsExtension))
      )
    return isObject(this.#opened.capabilities[feature])
  }

  /** Whether the server declared nothing that can be listed, although it must declare whatever it offers. */
  get declaresNothing(): boolean {
    return !listedFeatures.some((feature) => this.offers(feature))
  }

  /** Whether tool calls can be tasks (2025-11-25, basic/utilities/tasks#capabilities). */
  get runsTasks(): boolean {
    return this.#declares('tasks', 'requests', 'tools', 'call') !== undefined
  }

  /** Whether the server can answer a call with a task: both sides declared the extension. */
  get extendsTasks(): boolean {
    return this.era === 'modern' && this.#declares('extensions', tasksExtension) !== undefined && this.#declaresTasks
  }

  /** The server's instructions for models, as received. */
  get instructions(): string | undefined {
    return this.#opened.instructions
  }

  /** One request; the value is the result as the server sent it. Only `signal` limits its time. Never rejects. */
  request(
    method: PlainMethod,
    params: JsonObject,
    signal: AbortSignal,
    onAnswer?: CallWatch['onAnswer'],
  ): Promise<Reply<ServerResult>> {
    return this.#peer.request(method, params, { signal, onAnswer })
  }

  /** Tells the server that its folders changed; in later revisions servers ask when they want to know. */
  rootsChanged(): void {
    if (this.era === 'legacy') void this.#peer.notify('notifications/roots/list_changed')
  }

  /** Whether a server reports changes to its lists by itself. */
  tellsChanges(feature: ListedFeature): boolean {
    return this.#declares(feature, 'listChanged') === true
  }

  /**
   * Subscribes to changes of the server's lists, in one stream for all of them, and resubscribes if that is lost. Calls
   * `missed` if changes may have been missed until then, `unheeded` for lists the server doesn't report although it
   * said it would. Legacy servers report without being asked.
   */
  followLists(told: { missed(): void; unheeded(feature: ListedFeature): void }): void {
    const wanted = listedFeatures.filter((feature) => this.tellsChanges(feature))
    if (this.era === 'modern' && wanted.length > 0) void this.#follow(wanted, told)
  }

  async #follow(wanted: ListedFeature[], told: Parameters<Connection['followLists']>[0]): Promise<void> {
    const filter = Object.fromEntries(wanted.map((feature) => [filterOf[feature], true]))
    let wait = relistenMs.first
    for (let lost = false; !this.#peer.isClosed; lost = true) {
      const stream = await this.#peer.listen(filter, listenMs)
      if ('closed' in stream) {
        for (const feature of wanted) if (stream.filter[filterOf[feature]] !== true) told.unheeded(feature)
        if (lost) told.missed()
        const since = performance.now()
        await stream.closed
        if (performance.now() - since > relistenMs.lasting) wait = relistenMs.first
      } else if (stream.status !== 'unreachable' && stream.status !== 'timed-out') return
      await delay(wait, undefined, { ref: false })
      wait = Math.min(wait * 2, relistenMs.most)
    }
  }

  /** Whether the server reports resource changes (server/resources#capabilities). */
  get tellsUpdates(): boolean {
    return this.#declares('resources', 'subscribe') === true
  }

  /** Asks a modern server to report changes of these resources; `honoured` are those it agreed to. */
  async listenForUpdates(uris: string[]): Promise<Updates | NoAnswer> {
    const stream = await this.#peer.listen({ resourceSubscriptions: uris }, listenMs)
    if ('status' in stream) return stream
    const { filter, closed, close } = stream
    const honoured = Array.isArray(filter['resourceSubscriptions']) ? filter['resourceSubscriptions'] : []
    return { honoured: new Set(honoured.filter((uri) => typeof uri === 'string')), closed, close }
  }

  /**
   * Pings the server, in the cheapest way that always exists: `ping` (legacy: basic/utilities/ping) or
   * `server/discover` (2026-07-28, server/discover). Any answer counts, including a refusal.
   */
  async askForLife(signal: AbortSignal): Promise<Reply<ServerResult>> {
    const method = this.era === 'modern' ? 'server/discover' : 'ping'
    return this.#peer.request(method, undefined, { signal })
  }

  /** How many messages the server has sent. */
  get heard(): number {
    return this.#peer.heard
  }

  /**
   * One call. The result is as the server sent it; `onAnswer` receives its ID. `more` are the members other than the
   * arguments (2026-07-28, patterns/mrtr; 2025-11-25, basic/utilities/tasks). With a progress token among them,
   * progress isn't reported here. Never rejects.
   */
  async callTool(
    tool: { name: string; inputSchema: JsonObject },
    args: JsonObject,
    { signal, onProgress, onAnswer }: CallWatch,
    more: JsonObject = {},
  ): Promise<Reply<CallValue>> {
    const headers = this.copiesArguments ? argumentHeaders(tool.inputSchema, args) : undefined
    const params = { ...more, name: tool.name, arguments: args }
    return this.#peer.request('tools/call', params, { signal, onProgress, onAnswer, headers })
  }

  /** The server's declaration at this path of its capabilities. */
  #declares(...path: string[]): unknown {
    return path.reduce<unknown>(
      (at, step) => (isObject(at) && Object.hasOwn(at, step) ? (at[step] ?? undefined) : undefined),
      this.#opened.capabilities,
    )
  }
}

const listedFeatures = ['tools', 'prompts', 'resources'] as const satisfies ListedFeature[]
/** By what the server is asked to report (2026-07-28, schema, SubscriptionFilter). */
const filterOf = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const satisfies Record<ListedFeature, string>
