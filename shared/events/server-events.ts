/** A sign-in to a server: with which authorization server, and what it gave. */
export type SignedIn = {
  issuer: string
  scopes: string[]
  account?: string | undefined
  expiresAt?: number | undefined
}

/** What a start that is under way waits for. */
export type StartStep =
  /** It is wanted, and others are starting first. */
  | { doing: 'queued' }
  /** It runs, or is being reached, and has not answered yet. */
  | { doing: 'starting' }
  /** A program such as npx or docker is fetching `what` before the server itself runs. */
  | { doing: 'fetching'; runner: string; what?: string | undefined }
  /** It has answered and is being asked what it offers. */
  | { doing: 'listing' }

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
  /**
   * An answer to a request that had ended before, such as a cancelled call; it reached nobody. `id` is the id of both on
   * the wire, as JSON; `detail` names the tool of a call.
   */
  | { type: 'answer.late'; server: string; method: string; id: string; detail?: string | undefined }
  /** Tokens of this authorization server are kept for the server. `account` is in the authorization server's words; `expiresAt` is when they must be renewed, epoch milliseconds. */
  | ({ type: 'server.signed-in'; server: string; actor: string } & SignedIn)
  /** They are not any more: the person wanted that, the authorization server refuses them, or another one is in charge. */
  | { type: 'server.signed-out'; server: string; issuer: string; because: 'asked' | 'refused' | 'moved'; actor: string }
  /** Misbehaviour since the last report, by kind: frames dropped, unknown answers, events over budget. */
  | { type: 'server.violations'; server: string; counts: Record<string, number> }
  /** Transient: how far a start has come; null when nothing starts after all. */
  | { type: 'server.starting'; server: string; step: StartStep | null }
  /** Transient: there is more in what is kept of a server's reports: up to which line of its log, and which message. */
  | { type: 'server.reported'; server: string; log?: number | undefined; frames?: number | undefined }
