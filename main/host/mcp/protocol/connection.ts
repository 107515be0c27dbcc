import { setTimeout as delay } from 'node:timers/promises'
import {
  Client,
  type ClientCapabilities,
  type DiscoverResult,
  type JSONRPCMessage,
  type StandardSchemaV1,
  type Transport,
} from '@modelcontextprotocol/client'
import type { Era, SelfDescription } from '../../../../shared/events/events.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { digestMember, rawMember, tellId } from './answers.ts'
import type { CallValue } from '../results/call-result.ts'
import { withSentence } from './failures.ts'
import type { Digest } from '../results/digest.ts'
import { Gate, type GateWatch, type ListedFeature } from './gate.ts'
import { failure } from './refused.ts'
import type { TaskSigns } from './task-signs.ts'
import type { Answer, CallWatch, Feature, PlainMethod, Prior, Reply, UnknownEra, Updates } from './types.ts'
import type { Wire } from '../wire/wire.ts'
import { clip } from '../../../../shared/text/clip.ts'

/** The library's own clock is set to never: ours pauses while a person is asked. */
const never = 2 ** 31 - 1
const listenMs = 10_000
/** Between two streams of changes, doubled each time until one lasts so long. */
const relistenMs = { first: 1000, most: 300_000, lasting: 30_000 }

/** What servers may ask of us (schema, ClientCapabilities). */
export type Capabilities = ClientCapabilities

type Options = {
  client: { name: string; version: string }
  capabilities: Capabilities
  prior: Prior | UnknownEra
  watch: GateWatch
  /** Milliseconds the handshake may take. */
  timeoutMs: number
}

/**
 * One connection of the client library, of which nothing else is used but its two transports over HTTP.
 *
 * The library never re-lists or re-sends by itself, because we use none of the paths on which it would: no
 * `listChanged` option (it would refetch), no `listTools` (it would cache, and so validate), no automatic input
 * rounds, and `callTool` always with a tool definition, without which a header mismatch makes it list and call again.
 * That definition has no output schema, so results are never lost to validation. None of these paths writes to the console.
 */
export class Connection {
  readonly #client: Client
  readonly #wire: Wire
  /** What the server says unasked of the tasks that it runs for us. */
  readonly tasks: TaskSigns

  /** Rejects never: the failed handshake is the reply. */
  static async open(wire: Wire, options: Options): Promise<Reply<Connection>> {
    const { prior, timeoutMs } = options
    const client = new Client(options.client, {
      capabilities: options.capabilities,
      inputRequired: { autoFulfill: false },
      ...(prior.era === 'unknown' && {
        versionNegotiation: { mode: 'auto' as const, probe: { timeoutMs: prior.probeMs } },
      }),
    })
    client.onerror = () => options.watch.violation('refused-by-library')
    try {
      const gate = new Gate(wire, options.watch)
      await client.connect(transportOver(wire, gate), {
        ...(prior.era === 'legacy' && { prior: { kind: 'legacy' as const } }),
        // The library checks the shape of what it is given as a discovery.
        ...(prior.era === 'modern' && {
          prior: { kind: 'modern' as const, discover: gate.know(prior.discover) as DiscoverResult },
        }),
        timeout: timeoutMs,
      })
      return { status: 'answered', value: new Connection(client, wire, gate.tasks) }
    } catch (error) {
      return failure(error)
    }
  }

  private constructor(client: Client, wire: Wire, tasks: TaskSigns) {
    this.#client = client
    this.#wire = wire
    this.tasks = tasks
  }

  get era(): Era {
    return this.#client.getProtocolEra() ?? 'legacy'
  }

  get revision(): string {
    return this.#client.getNegotiatedProtocolVersion() ?? ''
  }

  get calls(): SelfDescription {
    const { name = '(no name)', version = '', title } = this.#client.getServerVersion() ?? {}
    const words = { name: clip(name, 200), version: clip(version, 100) }
    return title === undefined ? words : { ...words, title: clip(title, 200) }
  }

  /** Whether arguments are copied into headers where a tool wants that (2026-07-28, streamable-http#custom-headers). */
  get copiesArguments(): boolean {
    return this.era === 'modern' && this.#wire.streamsPerRequest === true
  }

  offers(feature: Feature): boolean {
    return this.#client.getServerCapabilities()?.[feature] !== undefined
  }

  /** Whether calls of tools may be tasks (2025-11-25, basic/utilities/tasks#capabilities). */
  get runsTasks(): boolean {
    return this.#client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined
  }

  /** What the server wants models to know, as it came. */
  get instructions(): string | undefined {
    return this.#client.getInstructions()
  }

  /** One request; the value is the result as the server sent it. It takes as long as `signal` lets it. */
  request(
    method: PlainMethod,
    params: JsonObject,
    signal: AbortSignal,
    onAnswer?: CallWatch['onAnswer'],
  ): Promise<Reply<Answer>> {
    const result = this.#client.request({ method, params }, asItIs, { signal: withSentence(signal), timeout: never })
    tellId(result, onAnswer)
    return settled(result, signal, (answer) => answer)
  }

  /** Tells that the folders it may know are others; in later revisions servers ask when they want to know. */
  rootsChanged(): void {
    // What cannot be sent ends with the wire.
    if (this.era === 'legacy')
      void this.#client.notification({ method: 'notifications/roots/list_changed' }).catch(failure)
  }

  /** Whether a server says by itself when what it lists changes. */
  tellsChanges(feature: ListedFeature): boolean {
    return this.#client.getServerCapabilities()?.[feature]?.listChanged === true
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
    for (let lost = false; this.#client.transport; lost = true) {
      const watched = await this.#client.listen(filter, { timeout: listenMs }).catch(failure)
      if ('closed' in watched) {
        const { honoredFilter } = watched
        for (const feature of wanted) if (honoredFilter[filterOf[feature]] !== true) told.unheeded(feature)
        if (lost) told.missed()
        const since = performance.now()
        await watched.closed
        if (performance.now() - since > relistenMs.lasting) wait = relistenMs.first
      } else if (watched.status !== 'unreachable' && watched.status !== 'timed-out') {
        if (this.#client.transport) this.#client.onerror?.(new Error(watched.status))
        return
      }
      await delay(wait, undefined, { ref: false })
      wait = Math.min(wait * 2, relistenMs.most)
    }
  }

  /** Whether the server tells when resources change (server/resources#capabilities). */
  get tellsUpdates(): boolean {
    return this.#client.getServerCapabilities()?.resources?.subscribe === true
  }

  /** Asks a modern server to tell when these resources change; `honoured` are those that it agreed to. */
  async listenForUpdates(uris: string[]): Promise<Updates | Exclude<Reply<never>, { status: 'answered' }>> {
    const stream = await this.#client.listen({ resourceSubscriptions: uris }, { timeout: listenMs }).catch(failure)
    if ('status' in stream) return stream
    const { honoredFilter, closed } = stream
    return { honoured: new Set(honoredFilter.resourceSubscriptions), closed, close: () => stream.close() }
  }

  /**
   * Asks for a sign of life: what costs a server least and is always there, `ping` (legacy: basic/utilities/ping) or
   * `server/discover` (2026-07-28, server/discover). Any answer is one, a refusal too.
   */
  async askForLife(timeout: number, signal: AbortSignal): Promise<Reply<true>> {
    const method = this.era === 'modern' ? 'server/discover' : 'ping'
    try {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
      await this.#client.request({ method }, asItIs, { signal: withSentence(inTime), timeout: never })
      return { status: 'answered', value: true }
    } catch (error) {
      return failure(error)
    }
  }

  /**
   * One call. The result is what the server sent, without what only the protocol needs; `onAnswer` is told its id. `more` are the
   * members that it has beside the arguments (2026-07-28, patterns/mrtr; 2025-11-25, basic/utilities/tasks). With a token
   * of progress among them, that progress is not told here.
   */
  callTool(
    tool: { name: string; inputSchema: JsonObject },
    args: JsonObject,
    { signal, onProgress, onAnswer }: CallWatch,
    more: JsonObject = {},
  ): Promise<Reply<CallValue>> {
    const result = this.#client.callTool(
      { ...more, name: tool.name, arguments: args },
      {
        signal: withSentence(signal),
        timeout: never,
        toolDefinition: { name: tool.name, inputSchema: { ...tool.inputSchema, type: 'object' } },
        ...(!hasToken(more) && {
          onprogress: ({ progress, total, message }) =>
            onProgress({
              progress,
              ...(total === undefined ? {} : { total }),
              ...(message === undefined ? {} : { message }),
            }),
        }),
      },
    )
    tellId(result, onAnswer)
    return settled(result, signal, ({ result: value, digest }) => ({
      result: value,
      ...(digest && 'stored' in digest && { stored: digest.stored }),
    }))
  }
}

const hasToken = ({ _meta: meta }: JsonObject): boolean => isObject(meta) && meta['progressToken'] !== undefined

const listedFeatures = ['tools', 'prompts', 'resources'] as const satisfies ListedFeature[]
/** By what the server is asked to tell (2026-07-28, schema, SubscriptionFilter). */
const filterOf = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const satisfies Record<ListedFeature, string>

/** A result is read by those who asked for it, one item at a time. */
const asItIs: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': { version: 1, vendor: 'atrium', validate: (value) => ({ value: isObject(value) ? value : {} }) },
}

function transportOver(wire: Wire, gate: Gate): Transport {
  const transport: Transport = {
    ...(wire.streamsPerRequest && { hasPerRequestStream: true }),
    setProtocolVersion: (version) => wire.setProtocolVersion?.(version),
    start: async () =>
      gate.open({
        // The gate has given it the shape of a message; the library checks again.
        message: (message) => transport.onmessage?.(message as JSONRPCMessage),
        closed: () => transport.onclose?.(),
      }),
    send: (message, options) => gate.send(message as JsonObject, options),
    close: () => gate.close(),
  }
  return transport
}

async function settled<T>(
  request: Promise<Record<string, unknown>>,
  signal: AbortSignal,
  read: (answer: Answer) => T,
): Promise<Reply<T>> {
  try {
    const answer = await request
    const raw = answer[rawMember] as JsonObject
    const { resultType: kind = 'complete', ...value } = raw
    if (kind === 'input_required') return inputWanted(value)
    if (kind !== 'complete') return { status: 'unfinished', resultType: typeof kind === 'string' ? kind : 'no text' }
    const digest = answer[digestMember] as Digest | undefined
    return { status: 'answered', value: read({ result: value, digest }) }
  } catch (error) {
    const reply = failure(error)
    return signal.aborted && reply.status !== 'closed' ? { status: 'aborted' } : reply
  }
}

/** What a server asks before it goes on; its state is handed back as it came (2026-07-28, patterns/mrtr). */
const inputWanted = ({
  inputRequests,
  requestState,
}: JsonObject): Extract<Reply<never>, { status: 'input-wanted' }> => ({
  status: 'input-wanted',
  requests: isObject(inputRequests) ? inputRequests : {},
  ...(typeof requestState === 'string' && { state: requestState }),
})
