import { clip } from '../../../../shared/text/clip.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { logLevels, type LogLevel } from '../../../../shared/content/reports.ts'
import type { Reports } from '../../journal/reports/reports.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import type { Connection } from '../protocol/connection.ts'
import { sizeOf } from '../wire/frame-size.ts'
import { jsonHead } from './json-head.ts'
import { TokenBucket } from '../../base/token-bucket.ts'
import { Traffic } from './traffic.ts'
import type { MessageReports } from '../protocol/types.ts'
import { channel } from 'node:diagnostics_channel'
import { revisionMember } from '../wire/wire.ts'

/** Characters of one line of a log that are kept. */
const longestLine = 4096
/** Of what a message carries, as much is read: it is cut only after what must go was taken out. */
const readOfLine = 2 * longestLine
/** Lines of error output that are kept; what servers send is bounded before. */
const printedRate = { burst: 2000, perSecond: 300 }
/** How long what is too much is counted before it is said, in milliseconds. */
const countedMs = 2000
const levelMs = 10_000

const levelMember = 'io.modelcontextprotocol/logLevel'

/** What one server reports: its log, its error output, and the messages between it and Atrium. */
export class ServerReports implements MessageReports {
  readonly #server: string
  readonly #reports: Reports
  readonly #redaction: Redaction
  readonly #traffic: Traffic
  readonly #rate = new TokenBucket(printedRate)
  #level: LogLevel | undefined
  #connection: Connection | undefined
  #missed = 0
  #timer: NodeJS.Timeout | undefined

  constructor(server: string, deps: { reports: Reports; redaction: Redaction }) {
    this.#server = server
    this.#reports = deps.reports
    this.#redaction = deps.redaction
    this.#traffic = new Traffic(server, deps)
  }

  /** A message as it leaves. Servers that are asked anew each time are told with each request what to log (2026-07-28, server/utilities/logging). */
  leaving(own: JsonObject, handshake: JsonObject | undefined): JsonObject {
    const message = this.#level === undefined ? own : withLevel(own, this.#level)
    tellSent(message, handshake)
    this.#traffic.sent(message)
    return message
  }

  /** Keeps what came; `clean` is it without the values of secrets, and what goes on. */
  arrived(raw: JsonObject, clean = this.#redaction.message(raw)): JsonObject {
    this.#traffic.arrived(clean, sizeOf(raw))
    return clean
  }

  /** A log message, of which any value may be the data. */
  logged(params: JsonValue | undefined): void {
    const { level: said, logger, data = null } = isObject(params) ? params : {}
    const level = logLevels.find((it) => it === said) ?? null
    const text = typeof data === 'string' ? data.slice(0, readOfLine) : jsonHead(data, readOfLine)
    const name = typeof logger === 'string' ? clip(this.#redaction.line(logger.slice(0, 1000)), 100) : null
    const clean = clip(this.#redaction.line(text), longestLine)
    this.#reports.line({ server: this.#server, source: 'server', level, logger: name, text: clean })
  }

  /** A line of its error output, which is clean and bounded. */
  readonly printed = (text: string): void => {
    if (!this.#rate.take()) return this.missed()
    this.#reports.line({ server: this.#server, source: 'stderr', level: null, logger: null, text })
  }

  /** Something of the log came too fast to be kept. */
  missed(): void {
    this.#missed++
    this.#timer ??= setTimeout(() => this.#tellMissed(), countedMs).unref()
  }

  /** From which level on it logs; null leaves it to the server, where it was told before only from its next start on. */
  setLevel(level: LogLevel | undefined): void {
    if (level === this.#level) return
    this.#level = level
    void this.#tellLevel()
  }

  /** A connection that may be told the level. */
  follow(connection: Connection): void {
    this.#connection = connection
    void this.#tellLevel()
  }

  /** A life of the server is over. */
  over(): void {
    this.#connection = undefined
    this.#traffic.over()
    if (this.#missed > 0) this.#tellMissed()
  }

  #tellMissed(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = String(this.#missed)
    this.#missed = 0
    this.#reports.line({ server: this.#server, source: 'atrium', level: null, logger: null, text })
  }

  /** A server with a session is told once (2025-11-25, server/utilities/logging). That it refuses shows in the traffic. */
  async #tellLevel(): Promise<void> {
    const connection = this.#connection
    if (!connection || this.#level === undefined || connection.era !== 'legacy' || !connection.offers('logging')) return
    await connection.request('logging/setLevel', { level: this.#level }, AbortSignal.timeout(levelMs))
  }
}

/** Only requests of the revision that names itself in each have a place for it. */
function withLevel(message: JsonObject, level: LogLevel): JsonObject {
  const { id, params } = message
  const meta = isObject(params) ? params['_meta'] : undefined
  if (id === undefined || !isObject(params) || !isObject(meta) || meta[revisionMember] === undefined) return message
  return { ...message, params: { ...params, _meta: { ...meta, [levelMember]: level } } }
}

/** One frame that leaves for a server; `revision` is what was negotiated, where something was. */
export type SentFrame = { message: JsonObject; revision: string | undefined }

/** Every frame that passes a gate outwards, for whoever checks them. Nobody listens in the app itself. */
const frames = channel('atrium:sent-frames')

const tellSent = (message: JsonObject, handshake: JsonObject | undefined): void => {
  if (!frames.hasSubscribers) return
  const { protocolVersion } = handshake ?? {}
  const frame: SentFrame = { message, revision: typeof protocolVersion === 'string' ? protocolVersion : undefined }
  frames.publish(frame)
}
