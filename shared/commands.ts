import { z } from 'zod'
import type { HostError } from './errors.ts'
import type { Conversation } from './conversation.ts'
import type { ModelInfo, Recorded } from './events.ts'
import type { JsonObject, JsonValue } from './json.ts'
import { serverConfig, serverId } from './server-config.ts'
import { settingsChange } from './settings.ts'
import type { HostState } from './state.ts'

/** `read`: look. `use`: chat and answer asks. `admin`: servers, secrets, settings. Each includes the one before. */
export type Right = 'read' | 'use' | 'admin'

const command = <T extends Right, I extends z.ZodType>(right: T, input: I) => ({
  returns: <R>() => ({ right, input, result: undefined as R }),
})

const id = z.string().min(1).max(200)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const nothing = z.strictObject({})
const page = z.strictObject({ before: z.int().positive().optional(), limit: z.int().min(1).max(200).default(100) })
const messageText = z.string().trim().min(1).max(1_000_000)

export type ConversationRow = { id: string; title: string; createdAt: number; activeAt: number }

/** One line of the audit table: the columns of an event, which stay when its body is erased. */
export type AuditRow = {
  seq: number
  at: number
  type: string
  actor: string | null
  conversation: string | null
  turn: string | null
  call: string | null
  server: string | null
  tool: string | null
  decision: string | null
  outcome: string | null
  /** Milliseconds, where the event ends something. */
  took: number | null
  hash: string
}

/** `asOf` is the last event a query has seen: a UI applies only later ones to what it got. */
export type AsOf<T> = T & { asOf: number }

/**
 * Everything a UI may ask of the host. Inputs are checked at run time, because the UI shows third-party
 * content; results are trusted. Refusals are a `HostError`.
 */
export const commands = {
  // conversations
  listConversations: command('read', page).returns<AsOf<{ rows: ConversationRow[]; more: boolean }>>(),
  getConversation: command('read', z.strictObject({ conversation: id })).returns<
    AsOf<{ conversation: Conversation }>
  >(),
  renameConversation: command(
    'use',
    z.strictObject({ conversation: id, title: z.string().trim().min(1).max(200) }),
  ).returns<void>(),
  deleteConversation: command('use', z.strictObject({ conversation: id })).returns<void>(),
  restoreConversation: command('use', z.strictObject({ conversation: id })).returns<void>(),
  /** Starts a turn; without a conversation it begins one. While a turn runs, the message waits in the queue (one at most). */
  sendMessage: command('use', z.strictObject({ conversation: id.optional(), text: messageText })).returns<{
    conversation: string
    turn?: string
    queued: boolean
  }>(),
  unqueueMessage: command('use', z.strictObject({ conversation: id, message: id })).returns<void>(),
  /** Sends the waiting message now; `conflict` while a turn runs. */
  sendQueued: command('use', z.strictObject({ conversation: id })).returns<{ turn: string }>(),
  /** Goes on after a failed, interrupted or step-limited turn, without a new message. */
  continueTurn: command('use', z.strictObject({ conversation: id })).returns<{ turn: string }>(),
  cancelTurn: command('use', z.strictObject({ turn: id })).returns<void>(),
  cancelCall: command('use', z.strictObject({ call: id })).returns<void>(),
  /** Answers an open ask. `conflict` when somebody was first, or what was shown has changed. */
  answer: command(
    'use',
    z.strictObject({ ask: id, contentHash: hash, answer: z.custom<JsonValue>((v) => v !== undefined) }),
  ).returns<void>(),
  // what the transcript and the audit table refer to
  getDefinition: command('read', z.strictObject({ hash })).returns<{ definition: JsonObject }>(),
  /** A kept value above 64 KiB, as JSON text; at most `limit` characters of it. */
  readBlob: command(
    'read',
    z.strictObject({ hash, limit: z.int().min(1).max(16_777_216).default(1_048_576) }),
  ).returns<{ text: string; bytes: number }>(),
  listAudit: command('read', page).returns<AsOf<{ rows: AuditRow[]; more: boolean }>>(),
  getRecord: command('read', z.strictObject({ seq: z.int().positive() })).returns<{
    row: AuditRow
    body: JsonObject | null
    previous: string
  }>(),
  /** The last lines a server wrote to stderr, oldest first. */
  readStderr: command('read', z.strictObject({ server: id })).returns<{ lines: string[] }>(),
  // servers and settings
  addServer: command(
    'admin',
    z.strictObject({ id: serverId, config: serverConfig, secrets: secretValues() }),
  ).returns<void>(),
  updateServer: command(
    'admin',
    z.strictObject({ id: serverId, config: serverConfig, secrets: secretValues() }),
  ).returns<void>(),
  removeServer: command('admin', z.strictObject({ id: serverId })).returns<void>(),
  setServerEnabled: command('admin', z.strictObject({ id: serverId, enabled: z.boolean() })).returns<void>(),
  restartServer: command('admin', z.strictObject({ id: serverId })).returns<void>(),
  changeSettings: command('admin', settingsChange).returns<void>(),
  setModelKey: command('admin', z.strictObject({ key: z.string().trim().min(1).max(4096) })).returns<void>(),
  deleteModelKey: command('admin', nothing).returns<void>(),
  /** Asks the API which models there are; this is also the test of the key. */
  listModels: command('use', nothing).returns<{ models: ModelInfo[] }>(),
} as const

/** Values for `env` entries of the form `{ secret }`, by that name; names not mentioned keep what they have. */
function secretValues() {
  return z.record(id, z.string().min(1).max(32_768)).default({})
}

export type CommandName = keyof typeof commands
export type Input<N extends CommandName> = z.input<(typeof commands)[N]['input']>
export type Parsed<N extends CommandName> = z.output<(typeof commands)[N]['input']>
export type Result<N extends CommandName> = (typeof commands)[N]['result']

/** Who is at the other end of a link, and what they may do. */
export type Session = { actor: string; right: Right }

/** The host's side of the contract: a missing handler does not compile. */
export type Handlers = { [N in CommandName]: (input: Parsed<N>, session: Session) => Promise<Result<N>> }

/** First the state as of `seq`, then frames in order; `n` counts the frames of this subscription from 1. */
export type FeedMessage = { snapshot: HostState; seq: number; session: Session } | { n: number; events: Recorded[] }

/** The whole surface between a UI and the host, whatever carries it. */
export interface HostLink {
  /** Rejects with `HostError`. */
  call<N extends CommandName>(name: N, input: Input<N>): Promise<Result<N>>
  /**
   * A listener that returns a promise is waited for; one that falls more than 4 MiB or 2,000 frames
   * behind loses its queue and gets a new snapshot. `ended` is told once, when a carrier breaks by itself.
   */
  subscribe(listener: (message: FeedMessage) => void | Promise<void>, ended?: (why: HostError) => void): () => void
}
