import { z } from 'zod'
import { aboutCommands } from './about-commands.ts'
import { command, hash, id, systemPrompt, type Right } from './command.ts'
import type { HostError } from './errors.ts'
import type { Conversation } from '../state/conversation.ts'
import type { LocalModels, ModelInfo, Recorded } from '../events/events.ts'
import type { TurnEnd } from '../events/turn-events.ts'
import type { LogCheck, LogCheckStopped, LogChecking } from './log.ts'
import type { JsonObject, JsonValue } from '../schema/json.ts'
import { folderCommands } from './folder-commands.ts'
import { offerCommands } from './offer-commands.ts'
import { reportCommands } from './report-commands.ts'
import { resultCommands } from './result-commands.ts'
import { ruleCommands } from './rule-commands.ts'
import { secretCommands } from './secret-commands.ts'
import { turnCommands } from './turn-commands.ts'
import { signInCommands } from './secret-commands.ts'
import { serverConfig, serverId } from '../config/server-config.ts'
import { endpoint, endpointId, modelChoice, settingsChange } from '../config/settings.ts'
import { toolsOff } from '../config/tools-off.ts'
import type { HostState } from '../state/state.ts'

export type { Right, Shell } from './command.ts'

const nothing = z.strictObject({})
const page = { before: z.int().positive().optional(), limit: z.int().min(1).max(200).default(100) }
const words = z.string().trim().max(200)
const somewhere = z.array(z.string().min(1).max(64)).min(1).max(60)
/** What records are wanted; each part narrows the others. `since` and `seq`: from there on, that one included. */
const auditFilter = {
  types: somewhere.optional(),
  outcomes: somewhere.optional(),
  server: id.optional(),
  tool: z.string().min(1).max(200).optional(),
  conversation: id.optional(),
  /** Who decided or did it: a person, a standing rule, Atrium itself, or a hand that edited a file. */
  by: z.enum(['person', 'rule', 'host', 'file']).optional(),
  since: z.int().min(0).optional(),
  /** Words that all occur, whole, in what a record says or is about. */
  text: words.optional(),
  seq: z.int().positive().optional(),
}

/** `end` is how its last turn ended; null while one runs and before the first. */
export type ConversationRow = {
  id: string
  title: string
  createdAt: number
  activeAt: number
  end: TurnEnd | null
}

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

/** How long the last calls of a server took that it answered without an error, in milliseconds. */
export type CallTimes = { calls: number; p50: number; p95: number }

/** A tool as a model is sent it: under this name, its definition being `bytes` of JSON. */
export type OfferedTool = { server: string; tool: string; name: string; bytes: number }

/** `asOf` is the last event a query has seen: a UI applies only later ones to what it got. */
export type AsOf<T> = T & { asOf: number }

/**
 * Everything a UI may ask of the host. Inputs are checked at run time, because the UI shows third-party
 * content; results are trusted. Refusals are a `HostError`.
 */
export const commands = {
  // conversations, and the turns in them
  ...turnCommands,
  /** The last active first; with `title`, those whose title has all of its words. */
  listConversations: command('read', z.strictObject({ ...page, title: words.optional() })).returns<
    AsOf<{ rows: ConversationRow[]; more: boolean }>
  >(),
  getConversation: command('read', z.strictObject({ conversation: id })).returns<
    AsOf<{ conversation: Conversation }>
  >(),
  renameConversation: command(
    'use',
    z.strictObject({ conversation: id, title: z.string().trim().min(1).max(200) }),
  ).returns<void>(),
  deleteConversation: command('use', z.strictObject({ conversation: id })).returns<void>(),
  /** Takes what a deleted conversation said from the disk, for good. `conflict` while it is not deleted, or still runs. */
  eraseConversation: command('use', z.strictObject({ conversation: id })).returns<void>(),
  restoreConversation: command('use', z.strictObject({ conversation: id })).returns<void>(),
  /** What answers from the next turn on; null: nothing, the person chooses the tools. */
  chooseModel: command('use', z.strictObject({ conversation: id, choice: modelChoice.nullable() })).returns<void>(),
  setSystemPrompt: command('use', z.strictObject({ conversation: id, text: systemPrompt })).returns<void>(),
  /** What the model is not to see from its next request on, in place of what was off before. */
  switchTools: command('use', z.strictObject({ conversation: id, off: toolsOff })).returns<void>(),
  /** Every tool of the servers that are ready, as a model would be sent it in this conversation or in a new one. */
  listOfferedTools: command('read', z.strictObject({ conversation: id.optional() })).returns<{
    tools: OfferedTool[]
    /** Those of Atrium's own, with which resources are found and read. */
    own: { name: string; bytes: number }[]
  }>(),
  /** Answers an open ask. `conflict` when somebody was first, or what was shown has changed. */
  answer: command(
    'use',
    z.strictObject({ ask: id, contentHash: hash, answer: z.custom<JsonValue>((v) => v !== undefined) }),
  ).returns<void>(),
  /** Asks again about every definition of a server that is in quarantine. `not-found` when none is, or it does not run. */
  reviewDefinitions: command('use', z.strictObject({ server: id })).returns<void>(),
  // what servers offer besides tools, what they report, and the messages between them and Atrium
  ...offerCommands,
  ...folderCommands,
  ...reportCommands,
  // results that are too large to be shown whole; rules, and several answers at once
  ...resultCommands,
  ...ruleCommands,
  // what the transcript and the audit table refer to
  getDefinition: command('read', z.strictObject({ hash })).returns<{ definition: JsonObject }>(),
  /** A kept value above 64 KiB, as JSON text; at most `limit` characters of it. */
  readBlob: command(
    'read',
    z.strictObject({ hash, limit: z.int().min(1).max(16_777_216).default(1_048_576) }),
  ).returns<{ text: string; bytes: number }>(),
  /** The newest first. A page may be shorter than its limit, and empty, while there is `more`: `next` is its `before`. */
  listAudit: command('read', z.strictObject({ ...page, ...auditFilter })).returns<
    AsOf<{ rows: AuditRow[]; more: boolean; next: number }>
  >(),
  getRecord: command('read', z.strictObject({ seq: z.int().positive() })).returns<{
    row: AuditRow
    body: JsonObject | null
    previous: string
    /** By a clock that nobody can set, milliseconds since the process that wrote it began; null in records of earlier releases. */
    mono: number | null
  }>(),
  /**
   * Checks the whole log, record by record, against what was signed. It answers after a second at most: `checking` says
   * how far it has come, and the same command waits on.
   */
  verifyLog: command('read', nothing).returns<LogCheck | LogCheckStopped | LogChecking>(),
  /** Ends the check that runs, if one does: whoever waits for it hears `stopped`. The next one begins anew. */
  stopCheck: command('read', nothing).returns<void>(),
  /** Writes what fits, up to the record before `before`, with its proof, to a new file in the data directory; `records` counts what fits. */
  exportLog: command('read', z.strictObject({ ...auditFilter, before: page.before })).returns<{
    file: string
    records: number
  }>(),
  /** By server, among the latest records; a server without an answered call is absent. */
  serverTimes: command('read', nothing).returns<{ times: Record<string, CallTimes> }>(),
  /**
   * Since when a server is ready, and who let its command run and when; null where no record says it. By item, when it
   * was pinned last and by whom; also what is not pinned any more.
   */
  serverHistory: command('read', z.strictObject({ server: id })).returns<{
    readySince: number | null
    trusted: { at: number; actor: string } | null
    pinned: Record<string, { at: number; actor: string }>
  }>(),
  ...aboutCommands,
  ...signInCommands,
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
  /** Adds a place where models are, or replaces what is known of it. Nothing is sent there. */
  setEndpoint: command('admin', z.strictObject({ endpoint: endpointId, config: endpoint })).returns<void>(),
  /** Forgets a place, its key, and that it answers in new conversations. `anthropic` stays. */
  removeEndpoint: command('admin', z.strictObject({ endpoint: endpointId })).returns<void>(),
  ...secretCommands,
  /** Asks an endpoint which models there are; this is also the test of its address and key. */
  listModels: command('use', z.strictObject({ endpoint: endpointId })).returns<{ models: ModelInfo[] }>(),
  /** Asks this computer, on the usual ports and nowhere else, which servers for models answer. Adds nothing. */
  findLocalModels: command('admin', nothing).returns<{ found: LocalModels[] }>(),
} as const

/** Values for `env` entries of the form `{ secret }`, by that name; names not mentioned keep what they have. */
function secretValues() {
  return z.record(id, z.string().min(1).max(32_768)).default({})
}

export type CommandName = keyof typeof commands
export type Input<N extends CommandName> = z.input<(typeof commands)[N]['input']>
export type Parsed<N extends CommandName> = z.output<(typeof commands)[N]['input']>
export type Result<N extends CommandName> = (typeof commands)[N]['result']

/** Who is at the other end of a link, and what they may do. Of a `judged` one, who may be a script, running a tool is no consent. */
export type Session = { actor: string; right: Right; judged?: true | undefined }

/** The host's side of the contract: a missing handler does not compile. */
export type Handlers = { [N in CommandName]: (input: Parsed<N>, session: Session) => Promise<Result<N>> }

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

/**
 * First the state as of `seq`, then frames in order; `n` counts the frames of this subscription from 1. `durable` is the
 * last event on disk: only while the log cannot be written is there a later one in the message.
 */
export type FeedMessage =
  | { snapshot: HostState; seq: number; durable: number; session: Session }
  | { n: number; events: Recorded[]; durable: number }
