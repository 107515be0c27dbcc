/** From the least to the most severe (specification, server/utilities/logging). */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * One line of a server's log: a message that it sent, a line that it printed to its error output, or a word of Atrium's
 * own about what is not there.
 */
export type LogLine = {
  id: number
  at: number
  source: 'server' | 'stderr' | 'atrium'
  /** Of messages; null where it said none that exists, and for all that has none. */
  level: LogLevel | null
  logger: string | null
  /** Theirs, 4,096 characters at most. Atrium's own line holds how many were not kept. */
  text: string
}

/** What a message between Atrium and a server is; a response may be an error. */
export type FrameKind = 'request' | 'notification' | 'response' | 'error'

/** How what an exchange is about ended, as far as its answer says. */
export type FrameOutcome =
  | 'sent'
  | 'received'
  | 'waiting'
  | 'answered'
  /** The answer was an error of the protocol. */
  | 'error'
  /** The answer was the result of a tool that says of itself that it failed. */
  | 'failed'
  /** The server asks something before it goes on. */
  | 'input-wanted'
  | 'cancelled'

/** A request or notification with what is known of its answer, or an answer to nothing that is still kept. */
export type FrameRow = {
  id: number
  at: number
  direction: 'out' | 'in'
  kind: FrameKind
  /** The id on the wire, as JSON text. */
  rpc: string | null
  method: string | null
  /** What it is about, such as a tool's name, or how it was answered. Theirs. */
  detail: string | null
  bytes: number
  outcome: FrameOutcome
  /** Milliseconds until the answer. */
  took: number | null
  /** Of the answer. */
  answerBytes: number | null
  answerDetail: string | null
}

/** One message with its text: without secrets, without what a person answered to a form, 16,384 characters at most. */
export type Frame = Pick<FrameRow, 'id' | 'at' | 'direction' | 'kind' | 'rpc' | 'method' | 'bytes'> & {
  text: string
  isCut: boolean
}
