/** A server's protocol violations, counted and never thrown. */
export type Violation =
  | 'not-json'
  | 'not-a-message'
  | 'batch'
  | 'bad-id'
  | 'nested-too-deeply'
  | 'too-many-values'
  | 'line-too-long'
  /** Lines without a message, faster than necessary. */
  | 'flood'
  | 'half-a-line'
  | 'malformed-answer'
  | 'unknown-answer'
  | 'late-answer'
  | 'no-answer'
  | 'bad-progress'
  | 'unknown-notification'
  | 'unread-answer'
  /** Above the rate at which a server can send without being asked. */
  | 'too-much'
  | 'undeclared'
  /** A report that wasn't requested. */
  | 'unsolicited'
  /** Before anything was sent to it. */
  | 'too-early'
  | 'event-over-budget'
  /** Its definitions changed so often, or so much at once, that a list wasn't applied. */
  | 'changes-too-often'
  /** Its form asks for a password or the like, which forms must not do (client/elicitation#security). */
  | 'asks-for-secret'
  /** A result withheld for the secrets in it: too many, or where redaction isn't possible. */
  | 'full-of-secrets'
  | 'secret-as-name'
