import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Digest, RequestKind } from '../results/digest.ts'
import { type Discovery, discoverParams, type Introduced, readDiscovery } from '../protocol/era.ts'
import type { Remains } from '../wire/frame.ts'
import { isId, type RequestId } from '../wire/request-ids.ts'
import { type ProcessOwner, type LaunchSpec, ServerProcess } from './server-process.ts'
import type { StderrRing } from '../wire/stderr-ring.ts'
import type { Wire, WireSink, Ending } from '../wire/wire.ts'
import type { MessageReports } from '../protocol/types.ts'
import type { Violation } from '../wire/violation.ts'

const probeId = 'atrium-era-probe'
const mostEarly = 100

/** One server process's stdin and stdout. The era is detected on the same pipes, before anyone listens. */
export class StdioWire implements Wire {
  /** Resolves, never rejects, when the connection has ended for any reason. */
  readonly ended: Promise<Ending>
  readonly #process: ServerProcess
  readonly #arrivals: Arrivals

  /** Rejects with the system's error if the process can't be started. */
  static async start(spec: LaunchSpec, count: (violation: Violation) => void, owner: ProcessOwner): Promise<StdioWire> {
    const arrivals = new Arrivals(count)
    const { promise: ended, resolve } = Promise.withResolvers<Ending>()
    const sink = {
      message: (message: JsonObject, digest?: Digest) => arrivals.message(message, digest),
      wanted: arrivals.wanted,
      violation: (violation: Violation, remains?: Remains) => arrivals.dropped(violation, remains),
      ended: (ending: Ending) => {
        resolve(ending)
        arrivals.closed()
      },
    }
    return new StdioWire(await ServerProcess.start(spec, sink, owner), arrivals, ended)
  }

  private constructor(process: ServerProcess, arrivals: Arrivals, ended: Promise<Ending>) {
    this.#process = process
    this.#arrivals = arrivals
    this.ended = ended
  }

  get pid(): number {
    return this.#process.pid
  }

  get stderr(): StderrRing {
    return this.#process.stderr
  }

  /** Its first lines on stdout that weren't messages. */
  get noise(): readonly string[] {
    return this.#process.noise
  }

  /** The server's late answer to the probe, if any. */
  get lateDiscovery(): Discovery | undefined {
    return this.#arrivals.lateAnswer && readDiscovery(this.#arrivals.lateAnswer)
  }

  /** Asks for the server's era; `silent` if there is no answer, `ended` if it didn't survive the question. */
  async probe(
    introduced: Introduced,
    { silence, reports }: { silence: Promise<unknown>; reports: MessageReports },
  ): Promise<Discovery | { era: 'silent' } | { era: 'ended' }> {
    const { promise, resolve } = Promise.withResolvers<JsonObject>()
    this.#arrivals.awaitProbe(resolve)
    try {
      const asked = { jsonrpc: '2.0', id: probeId, method: 'server/discover', params: discoverParams(introduced) }
      this.send(reports.leaving(asked, undefined))
      const silent = silence.then(() => 'silent' as const)
      const answer = await Promise.race([promise, silent, this.ended.then(() => 'ended' as const)])
      if (typeof answer === 'string') return { era: answer }
      reports.arrived(answer)
      return readDiscovery(answer)
    } catch {
      return { era: 'ended' }
    } finally {
      this.#arrivals.awaitProbe(undefined)
    }
  }

  listen(sink: WireSink): void {
    this.#arrivals.deliverTo(sink)
  }

  send(message: JsonObject): void {
    this.#process.write(`${JSON.stringify(message)}\n`)
  }

  close(): Promise<void> {
    return this.#process.stop()
  }
}

/** Buffers messages until there is a listener, and picks out answers to the probe. */
class Arrivals implements Pick<WireSink, 'message' | 'wanted' | 'dropped' | 'closed'> {
  readonly wanted = (id: RequestId): RequestKind | undefined => this.#sink?.wanted(id)
  lateAnswer: JsonObject | undefined
  readonly #count: (violation: Violation) => void
  #probe: ((answer: JsonObject) => void) | undefined
  #early: JsonObject[] = []
  #closed = false
  #sink: WireSink | undefined

  constructor(count: (violation: Violation) => void) {
    this.#count = count
  }

  awaitProbe(answered: ((answer: JsonObject) => void) | undefined): void {
    this.#probe = answered
  }

  deliverTo(sink: WireSink): void {
    this.#sink = sink
    for (const message of this.#early.splice(0)) sink.message(message)
    if (this.#closed) sink.closed()
  }

  message(message: JsonObject, digest?: Digest): void {
    if (message['id'] === probeId && message['method'] === undefined) {
      if (this.#probe) this.#probe(message)
      else this.lateAnswer ??= message
    } else if (this.#sink) this.#sink.message(message, digest)
    else this.#keep(message)
  }

  dropped(violation: Violation, remains?: Remains): void {
    this.#count(violation)
    this.#sink?.dropped(violation, remains)
  }

  /** Before anyone listens, only answers to the probe count. */
  #keep({ id, method }: JsonObject): void {
    if (!isId(id) || typeof method !== 'string' || this.#early.length >= mostEarly) return this.#count('too-early')
    this.#early.push({ jsonrpc: '2.0', id, method: method.slice(0, 200) })
  }

  closed(): void {
    this.#closed = true
    this.#sink?.closed()
  }
}
