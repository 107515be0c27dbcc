import type { Operation } from './asks.ts'
import type { StopReason, Usage } from './events.ts'
import type { Kept } from './json.ts'

/** One model request for a server; `operation` is the call it was made for, where that is certain. */
type OfSampling = {
  sampling: string
  server: string
  endpoint: string
  model: string
  operation?: Operation | undefined
}

/** What goes back and forth with servers beside their calls and lists. */
export type ServerEvent =
  /** A request or notification that went to a server and is not a call's own leg. */
  | { type: 'request.sent'; server: string; method: string; detail?: string | undefined }
  /** A request that a server made of us. */
  | {
      type: 'request.received'
      server: string
      method: string
      answer: 'answered' | 'refused'
      detail?: string | undefined
    }
  /** A person let a model be asked for a server (client/sampling); `request` is what is sent. */
  | ({ type: 'sampling.requested'; request: Kept } & OfSampling)
  /** `blocks` are the model's content blocks as received; `took` in milliseconds. */
  | ({
      type: 'sampling.finished'
      took: number
      end: { state: 'answered'; blocks: Kept; stop: StopReason; usage: Usage } | { state: 'failed'; problem: string }
    } & OfSampling)
  /**
   * An answer to a request that had ended before, such as a cancelled call; it reached nobody. `id` is the id of both on
   * the wire, as JSON; `detail` names the tool of a call.
   */
  | { type: 'answer.late'; server: string; method: string; id: string; detail?: string | undefined }
  /** Misbehaviour since the last report, by kind: frames dropped, unknown answers, events over budget. */
  | { type: 'server.violations'; server: string; counts: Record<string, number> }
  /** Transient: there is more in what is kept of a server's reports: up to which line of its log, and which message. */
  | { type: 'server.reported'; server: string; log?: number | undefined; frames?: number | undefined }
