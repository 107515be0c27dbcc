import { setTimeout as delay } from 'node:timers/promises'
import type { Era, SelfDescription } from '../../../../shared/events/events.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { argumentHeaders } from './argument-headers.ts'
import type { CallValue } from '../results/call-result.ts'
import type { Wire } from '../wire/wire.ts'
import type { Introduced } from './era.ts'
import type { ListedFeature, PeerWatch } from './notifications.ts'
import { type Opened, shakeHands } from './opening.ts'
import { Peer } from './peer.ts'
import type { TaskSigns } from './task-signs.ts'
import type { Answer, CallWatch, Feature, NoAnswer, PlainMethod, Prior, Reply, UnknownEra, Updates } from './types.ts'

const listenMs = 10_000
/** Between two streams of changes, doubled each time until one lasts so long. */
const relistenMs = { first: 1000, most: 300_000, lasting: 30_000 }

type Options = Introduced & {
  prior: Prior | UnknownEra
  watch: PeerWatch
  /** Milliseconds the handshake may take. */
  timeoutMs: number
}

/** An open connection to one server: what it said of itself, and the requests it can be sent. */
export class Connection {
  readonly #peer: Peer
  readonly #wire: Wire
  readonly #opened: Opened

  /** Rejects never: the failed handshake is the reply. */
  static async open(
    wire: Wire,
    { client, capabilities, prior, watch, timeoutMs }: Options,
  ): Promise<Reply<Connection>> {
    const peer = new Peer(wire, watch)
    const opened = await shakeHands(peer, { client, capabilities }, { prior, timeoutMs })
    if (!('status' in opened)) return { status: 'answered', value: new Connection(peer, wire, opened) }
    void peer.close()
    return opened
  }

  private constructor(peer: Peer, wire: Wire, opened: Opened) {
    this.#peer = peer
    this.#wire = wire
    this.#opened = opened
  }

  /** What the server says unasked of the tasks that it runs for us. */
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
      name: clip(typeof name === 'string' ? name : '(no name)', 200),
      version: clip(typeof version === 'string' ? version : '', 100),
      ...(typeof title === 'string' && { title: clip(title, 200) }),
    }
  }

  /** Whether arguments are copied into headers where a tool wants that (2026-07-28, streamable-http#custom-headers). */
  get copiesArguments(): boolean {
    return this.era === 'modern' && this.#wire.streamsPerRequest === true
  }

  offers(feature: Feature): boolean {
    return isObject(this.#opened.capabilities[feature])
  }

  /** Whether calls of tools may be tasks (2025-11-25, basic/utilities/tasks#capabilities). */
  get runsTasks(): boolean {
    return this.#declares('tasks', 'requests', 'tools', 'call') !== undefined
  }

  /** What the server wants models to know, as it came. */
  get instructions(): string | undefined {
    return this.#opened.instructions
  }

  /** One request; the value is the result as the server sent it. It takes as long as `signal` lets it. Never rejects. */
  request(
    method: PlainMethod,
    params: JsonObject,
    signal: AbortSignal,
    onAnswer?: CallWatch['onAnswer'],
  ): Promise<Reply<Answer>> {
    return this.#peer.request(method, params, { signal, onAnswer })
  }

  /** Tells that the folders it may know are others; in later revisions servers ask when they want to know. */
  rootsChanged(): void {
    if (this.era === 'legacy') void this.#peer.notify('notifications/roots/list_changed')
  }

  /** Whether a server says by itself when what it lists changes. */
  tellsChanges(feature: ListedFeature): boolean {
    return this.#declares(feature, 'listChanged') === true
  }

  /**
   * Asks to be told when what the server lists changes, in one stream for all its lists, and asks again when that is
   * lost. `missed` is called when changes may have been missed meanwhile, `unheeded` with what the server does not want
   * to tell of although it said it would. Legacy servers tell unasked.
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

  /** Whether the server tells when resources change (server/resources#capabilities). */
  get tellsUpdates(): boolean {
    return this.#declares('resources', 'subscribe') === true
  }

  /** Asks a modern server to tell when these resources change; `honoured` are those that it agreed to. */
  async listenForUpdates(uris: string[]): Promise<Updates | NoAnswer> {
    const stream = await this.#peer.listen({ resourceSubscriptions: uris }, listenMs)
    if ('status' in stream) return stream
    const { filter, closed, close } = stream
    const honoured = Array.isArray(filter['resourceSubscriptions']) ? filter['resourceSubscriptions'] : []
    return { honoured: new Set(honoured.filter((uri) => typeof uri === 'string')), closed, close }
  }

  /**
   * Asks for a sign of life: what costs a server least and is always there, `ping` (legacy: basic/utilities/ping) or
   * `server/discover` (2026-07-28, server/discover). Any answer is one, a refusal too.
   */
  async askForLife(timeoutMs: number, signal: AbortSignal): Promise<Reply<Answer>> {
    const method = this.era === 'modern' ? 'server/discover' : 'ping'
    return this.#peer.request(method, undefined, { signal, timeoutMs })
  }

  /**
   * One call. The result is what the server sent; `onAnswer` is told its id. `more` are the members that it has beside the
   * arguments (2026-07-28, patterns/mrtr; 2025-11-25, basic/utilities/tasks). With a token of progress among them, that
   * progress is not told here. Never rejects.
   */
  async callTool(
    tool: { name: string; inputSchema: JsonObject },
    args: JsonObject,
    { signal, onProgress, onAnswer }: CallWatch,
    more: JsonObject = {},
  ): Promise<Reply<CallValue>> {
    const headers = this.copiesArguments ? argumentHeaders(tool.inputSchema, args) : undefined
    const params = { ...more, name: tool.name, arguments: args }
    const reply = await this.#peer.request('tools/call', params, { signal, onProgress, onAnswer, headers })
    if (reply.status !== 'answered') return reply
    const { result, digest } = reply.value
    return { status: 'answered', value: { result, ...(digest && 'stored' in digest && { stored: digest.stored }) } }
  }

  /** What the server declared at this place of its capabilities. */
  #declares(...path: string[]): unknown {
    return path.reduce<unknown>(
      (at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
      this.#opened.capabilities,
    )
  }
}

const listedFeatures = ['tools', 'prompts', 'resources'] as const satisfies ListedFeature[]
/** By what the server is asked to tell (2026-07-28, schema, SubscriptionFilter). */
const filterOf = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const satisfies Record<ListedFeature, string>
