/** From the least to the most severe (specification, server/utilities/logging). */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * One line of a server's log: a message it sent, a line it wrote to stderr, or Atrium's own note about it.
 */
export type LogLine = {
  id: number
  at: number
  source: 'server' | 'stderr' | 'atrium'
  /** Messages only; null if the server named no known level, and for all other lines. */
  level: LogLevel | null
  logger: string | null
  /**
   * Third-party text, up to 4,096 characters. Atrium's own line is the count of lines it dropped, `started`, or `ended`
   * with the exit code, the signal or `stopped`.
   */
  text: string
}

/** The kind of a message between Atrium and a server; a response can be an error. */
export type FrameKind = 'request' | 'notification' | 'response' | 'error'

/** How an exchange's operation ended, as far as the answer says. */
export type FrameOutcome =
  | 'sent'
  | 'received'
  | 'waiting'
  | 'answered'
  /** The answer was a protocol error. */
  | 'error'
  /** The answer was a tool result marked as an error. */
  | 'failed'
  /** The server needs input before it continues. */
  | 'input-wanted'
  | 'cancelled'

/** A request or notification with the known facts about its answer, or an answer whose request is no longer kept. */
export type FrameRow = {
  id: number
  at: number
  direction: 'out' | 'in'
  kind: FrameKind
  /** The id on the wire, as JSON text. */
  rpc: string | null
  method: string | null
  /** Its subject, such as a tool's name and first argument, or the kind of answer. Third-party text. */
  detail: string | null
  bytes: number
  outcome: FrameOutcome
  /** Milliseconds until the answer. */
  took: number | null
  /** Bytes of the answer. */
  answerBytes: number | null
  /** How it ended in the protocol's terms; for an error with its text. Third-party text. */
  answerDetail: string | null
}

/** One message with its text: without secrets, without the user's form answers, up to 16,384 characters. */
export type TrafficFrame = Pick<FrameRow, 'id' | 'at' | 'direction' | 'kind' | 'rpc' | 'method' | 'bytes'> & {
  text: string
  isCut: boolean
}
