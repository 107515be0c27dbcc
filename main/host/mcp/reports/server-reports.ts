import { clip } from '../../../../shared/text/clip.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { logLevels, type LogLevel } from '../../../../shared/content/reports.ts'
import type { Reports } from '../../journal/reports/reports.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import type { Connection } from '../protocol/connection.ts'
import { frameSize } from '../wire/frame-size.ts'
import { jsonHead } from './json-head.ts'
import { TokenBucket } from '../../base/token-bucket.ts'
import { Traffic } from './traffic.ts'
import type { MessageReports } from '../protocol/types.ts'
import { channel } from 'node:diagnostics_channel'
import { type Ending, revisionMember } from '../wire/wire.ts'

/** Max characters stored per log line. */
const longestLine = 4096
/** Max characters read of a message: it is cut only after redaction. */
const readOfLine = 2 * longestLine
/** Max rate of stored stderr lines; what servers send is limited before. */
const printedRate = { burst: 2000, perSecond: 300 }
/** Milliseconds of counting before dropped lines are reported. */
const countedMs = 2000
const levelMs = 10_000

const levelMember = 'io.modelcontextprotocol/logLevel'

/** One server's reports: its log, its stderr, and the messages between it and Atrium. */
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

  /**
   * A message before it is sent. For stateless servers, each request contains the log level (2026-07-28,
   * server/utilities/logging).
   */
  leaving(own: JsonObject, handshake: JsonObject | undefined): JsonObject {
    const message = this.#level === undefined ? own : withLevel(own, this.#level)
    tellSent(message, handshake)
    this.#traffic.sent(message)
    return message
  }

  /** Stores a received message; `clean` is the redacted one, which is passed on. */
  arrived(raw: JsonObject, clean = this.#redaction.message(raw)): JsonObject {
    this.#traffic.arrived(clean, frameSize(raw))
    return clean
  }

  /** A log message, whose data can be any value. */
  logged(params: JsonValue | undefined): void {
    const { level: said, logger, data = null } = isObject(params) ? params : {}
    const level = logLevels.find((it) => it === said) ?? null
    const text = typeof data === 'string' ? data.slice(0, readOfLine) : jsonHead(data, readOfLine)
    const name = typeof logger === 'string' ? clip(this.#redaction.line(logger.slice(0, 1000)), 100) : null
    const clean = clip(this.#redaction.line(text), longestLine)
    this.#reports.line({ server: this.#server, source: 'server', level, logger: name, text: clean })
  }

  /** A line of its stderr, cleaned and limited. */
  readonly printed = (text: string): void => {
    if (!this.#rate.take()) return this.missed()
    this.#reports.line({ server: this.#server, source: 'stderr', level: null, logger: null, text })
  }

  /** Its program started. */
  began(): void {
    this.#own('started')
  }

  /** Its program ended. */
  ended(ending: Ending): void {
    this.#own(['ended', ending.how === 'exited' ? (ending.signal ?? ending.code) : 'stopped'].join(' '))
  }

  /** Log messages arrived too fast to store. */
  missed(): void {
    this.#missed++
    this.#timer ??= setTimeout(() => this.#tellMissed(), countedMs).unref()
  }

  /**
   * The minimum level to request; null leaves it to the server, which takes effect at its next start if it was told a
   * level.
   */
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
    this.#own(text)
  }

  #own(text: string): void {
    this.#reports.line({ server: this.#server, source: 'atrium', level: null, logger: null, text })
  }

  /** Sets the level once per session (2025-11-25, server/utilities/logging). A refusal shows in the traffic. */
  async #tellLevel(): Promise<void> {
    const connection = this.#connection
    if (!connection || this.#level === undefined || connection.era !== 'legacy' || !connection.offers('logging')) return
    await connection.request('logging/setLevel', { level: this.#level }, AbortSignal.timeout(levelMs))
  }
}

/** The message with a log level, if it is a request of the revision in which each has a place for it. */
function withLevel(message: JsonObject, level: LogLevel): JsonObject {
  const { id, params } = message
  const meta = isObject(params) ? params['_meta'] : undefined
  if (id === undefined || !isObject(params) || !isObject(meta) || meta[revisionMember] === undefined) return message
  return { ...message, params: { ...params, _meta: { ...meta, [levelMember]: level } } }
}

/** One frame sent to a server; `revision` is the negotiated one, if any. */
export type SentFrame = { message: JsonObject; revision: string | undefined }

/** Every outgoing frame, for checkers. The app itself has no subscribers. */
const frames = channel('atrium:sent-frames')

const tellSent = (message: JsonObject, handshake: JsonObject | undefined): void => {
  if (!frames.hasSubscribers) return
  const { protocolVersion } = handshake ?? {}
  const frame: SentFrame = { message, revision: typeof protocolVersion === 'string' ? protocolVersion : undefined }
  frames.publish(frame)
}
