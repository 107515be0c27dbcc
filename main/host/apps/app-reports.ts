import type { JsonObject } from '../../../shared/schema/json.ts'
import { TokenBucket } from '../base/token-bucket.ts'
import type { Clock } from '../base/wake.ts'
import type { Journal } from '../journal/journal.ts'
import { ServerReports } from '../mcp/reports/server-reports.ts'
import { Traffic } from '../mcp/reports/traffic.ts'
import type { Redaction } from '../secrets/redaction.ts'
import { appWords as words } from './words.ts'

/** How often an app can write to its server's log. */
const logRate = { burst: 50, perSecond: 2 }

type Of = { call: string; server: string; tool: string }
type Deps = { journal: Pick<Journal, 'reports'>; redaction: Redaction; clock: Clock }

/** An app's part of its server's traffic and log. */
export class AppReports {
  readonly #of: Of
  readonly #redaction: Redaction
  readonly #traffic: Traffic
  readonly #log: ServerReports
  readonly #rate: TokenBucket

  constructor(of: Of, { journal: { reports }, redaction, clock }: Deps) {
    this.#of = of
    this.#redaction = redaction.of(of.server)
    const label = (subject: string | null): string => words.appOf(of.tool, subject)
    this.#traffic = new Traffic(of.server, { reports, redaction: this.#redaction, label })
    this.#log = new ServerReports(of.server, { reports, redaction: this.#redaction })
    this.#rate = new TokenBucket(logRate, clock.own)
  }

  /** Stores an app's message, and returns it without known secrets. */
  arrived(raw: JsonObject): JsonObject {
    const message = this.#redaction.message(raw)
    this.#traffic.arrived(message, Buffer.byteLength(JSON.stringify(raw)))
    return message
  }

  /** Stores a message for the app. The call's result is in the journal already. */
  sent(message: JsonObject): void {
    const isResult = message['method'] === 'ui/notifications/tool-result'
    this.#traffic.sent(isResult ? { ...message, params: { call: this.#of.call } } : message)
  }

  /** A line of the app's for its server's log. */
  logged(params: JsonObject): void {
    if (!this.#rate.take()) return this.#log.missed()
    this.#log.logged({ ...params, logger: words.appOf(this.#of.tool, null) })
  }

  over(): void {
    this.#traffic.over()
    this.#log.over()
  }
}
