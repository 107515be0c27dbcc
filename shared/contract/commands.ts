import { z } from 'zod'
import { aboutCommands } from './about-commands.ts'
import { command, hash, id, page, systemPrompt, type AsOf, type Right } from './command.ts'
import type { HostError } from './errors.ts'
import type { Conversation } from '../state/conversation.ts'
import type { Recorded } from '../events/events.ts'
import type { TurnEnd } from '../events/turn-events.ts'
import { logCommands } from './log-commands.ts'
import type { JsonObject, JsonValue } from '../schema/json.ts'
import { bundleCommands } from './bundle-commands.ts'
import { requestOf, contextCommands, type ToolSearch } from './context-commands.ts'
import { conversationImportCommands } from './conversation-import-commands.ts'
import { findCommands } from './find-commands.ts'
import { importCommands } from './import-commands.ts'
import { figureCommands } from './figure-commands.ts'
import { folderCommands } from './folder-commands.ts'
import { historyCommands } from './history-commands.ts'
import { modelCommands } from './model-commands.ts'
import { projectContent } from '../config/project.ts'
import { offerCommands } from './offer-commands.ts'
import { passportCommands, passportText } from './passport-commands.ts'
import { registryCommands } from './registry-commands.ts'
import { reportCommands } from './report-commands.ts'
import { appCommands, resultCommands } from './result-commands.ts'
import { ruleCommands } from './rule-commands.ts'
import { secretCommands } from './secret-commands.ts'
import { turnCommands } from './turn-commands.ts'
import { signInCommands } from './secret-commands.ts'
import { serverConfig, serverId } from '../config/server-config.ts'
import { modelChoice, settingsChange } from '../config/settings.ts'
import { toolsOff } from '../config/tools-off.ts'
import type { HostState } from '../state/state.ts'

export type { AsOf, Right, Shell } from './command.ts'
export type { AuditRow } from './log.ts'
export type { CallCount } from './figure-commands.ts'

const words = z.string().trim().max(200)

/** `end` is how its last turn ended; null while one runs and before the first. */
export type ConversationRow = {
  id: string
  title: string
  createdAt: number
  activeAt: number
  end: TurnEnd | null
  starred?: true | undefined
  /** Its project's ID, also if that was deleted. */
  project?: string | undefined
}

/** A tool as a model gets it: its name for the model, and its definition's size, `bytes` of JSON. */
export type OfferedTool = { server: string; tool: string; name: string; bytes: number }

/**
 * Everything a UI can ask of the host. Inputs are checked at run time, because the UI shows third-party content;
 * results are trusted. Refusals are a `HostError`.
 */
export const commands = {
  // conversations, and the turns in them
  ...turnCommands,
  /**
   * Most recently active first, without the archived, or only those; the first page begins with all that are starred.
   * With `title`, those whose title has all its words, also archived ones; with `project`, those in it.
   */
  listConversations: command(
    'read',
    z.strictObject({ ...page, title: words.optional(), archived: z.boolean().optional(), project: id.optional() }),
  ).returns<AsOf<{ rows: ConversationRow[]; more: boolean }>>(),
  ...findCommands,
  getConversation: command('read', z.strictObject({ conversation: id })).returns<
    AsOf<{ conversation: Conversation }>
  >(),
  /**
   * Writes a conversation to a new file in the data folder, without secrets: the branch in use as Markdown or a page, or
   * all branches as JSON.
   */
  exportConversation: command(
    'read',
    z.strictObject({ conversation: id, format: z.enum(['markdown', 'json', 'html']), results: z.boolean() }),
  ).returns<{ file: string; bytes: number }>(),
  ...conversationImportCommands,
  renameConversation: command(
    'use',
    z.strictObject({ conversation: id, title: z.string().trim().min(1).max(200) }),
  ).returns<void>(),
  starConversation: command('use', z.strictObject({ conversation: id, starred: z.boolean() })).returns<void>(),
  /** Archives a conversation, or takes it back. Archiving is a `conflict` while a turn or a summary runs in it. */
  archiveConversation: command('use', z.strictObject({ conversation: id, archived: z.boolean() })).returns<void>(),
  /** Creates a project, or replaces what one was; with the ID of a deleted one, restores it. */
  saveProject: command('admin', z.strictObject({ project: z.uuid().optional(), content: projectContent })).returns<{
    project: string
  }>(),
  /** Deletes a project; its conversations stay. */
  deleteProject: command('admin', z.strictObject({ project: id })).returns<void>(),
  /** Puts a conversation into a project; null: into none. */
  moveConversation: command('use', z.strictObject({ conversation: id, project: id.nullable() })).returns<void>(),
  deleteConversation: command('use', z.strictObject({ conversation: id })).returns<void>(),
  /** Permanently removes a deleted conversation's content from disk. `conflict` if it isn't deleted, or still runs. */
  eraseConversation: command('use', z.strictObject({ conversation: id })).returns<void>(),
  restoreConversation: command('use', z.strictObject({ conversation: id })).returns<void>(),
  /** Sets the model for the next turns; null: no model, the user runs tools. */
  chooseModel: command('use', z.strictObject({ conversation: id, choice: modelChoice.nullable() })).returns<void>(),
  setSystemPrompt: command('use', z.strictObject({ conversation: id, text: systemPrompt })).returns<void>(),
  /** Sets the most this conversation's requests to models may cost; null: no limit. */
  setBudget: command(
    'use',
    z.strictObject({ conversation: id, usd: z.number().min(0.01).max(100_000).nullable() }),
  ).returns<void>(),
  /** Replaces the set of servers and tools hidden from the model from its next request on. */
  switchTools: command('use', z.strictObject({ conversation: id, off: toolsOff })).returns<void>(),
  /** Every tool of the ready servers, as a model would get it in this conversation or in a new one with `off`. */
  listOfferedTools: command('read', requestOf).returns<{
    tools: OfferedTool[]
    /** Atrium's own tools, for finding and reading resources and for finding tools. */
    own: { name: string; bytes: number }[]
    /** Present if the model has to find tools first. */
    search?: ToolSearch
  }>(),
  ...contextCommands,
  /** Answers an open question. `conflict` if it was answered already, or its content has changed. */
  answer: command(
    'use',
    z.strictObject({ ask: id, contentHash: hash, answer: z.custom<JsonValue>((v) => v !== undefined) }),
  ).returns<void>(),
  /**
   * Asks again about every quarantined definition of a server. `not-found` if there are none, or the server doesn't
   * run.
   */
  reviewDefinitions: command('use', z.strictObject({ server: id })).returns<void>(),
  // servers' other features, their reports, and the messages between them and Atrium
  ...offerCommands,
  ...folderCommands,
  ...reportCommands,
  // results too large to show whole; rules, and several answers at once
  ...resultCommands,
  ...ruleCommands,
  // content that the transcript and the audit table refer to
  getDefinition: command('read', z.strictObject({ hash })).returns<{ definition: JsonObject }>(),
  /** A stored value above 64 KiB, as JSON text; up to `limit` characters of it. */
  readBlob: command(
    'read',
    z.strictObject({ hash, limit: z.int().min(1).max(16_777_216).default(1_048_576) }),
  ).returns<{ text: string; bytes: number }>(),
  ...logCommands,
  ...figureCommands,
  ...historyCommands,
  /**
   * Since when a server is ready, and who trusted its command and when; null if no record says so. By item, when it was
   * last pinned and by whom, including items no longer pinned.
   */
  serverHistory: command('read', z.strictObject({ server: id })).returns<{
    readySince: number | null
    trusted: { at: number; actor: string } | null
    /** `passport`: the fingerprint of the passport it was pinned from. */
    pinned: Record<string, { at: number; actor: string; passport?: string | undefined }>
  }>(),
  ...appCommands,
  ...passportCommands,
  ...aboutCommands,
  ...signInCommands,
  // servers and settings
  /** With a passport's text, the first lists pin only definitions that the passport names; others need review. */
  addServer: command(
    'admin',
    z.strictObject({
      id: serverId,
      config: serverConfig,
      secrets: secretValues(),
      passport: passportText.optional(),
    }),
  ).returns<void>(),
  updateServer: command(
    'admin',
    z.strictObject({ id: serverId, config: serverConfig, secrets: secretValues() }),
  ).returns<void>(),
  /**
   * Gives a server another ID and moves all that is its own. `conflict` while a turn or an app's call runs, or if the ID
   * is taken; `unavailable` if it couldn't be moved, and the server keeps its ID.
   */
  renameServer: command('admin', z.strictObject({ id: serverId, to: serverId })).returns<void>(),
  removeServer: command('admin', z.strictObject({ id: serverId })).returns<void>(),
  setServerEnabled: command('admin', z.strictObject({ id: serverId, enabled: z.boolean() })).returns<void>(),
  ...bundleCommands,
  ...importCommands,
  ...registryCommands,
  restartServer: command('admin', z.strictObject({ id: serverId })).returns<void>(),
  changeSettings: command('admin', settingsChange).returns<void>(),
  ...modelCommands,
  ...secretCommands,
} as const

/** Values for `env` entries of the form `{ secret }`, by that name; names not mentioned keep their values. */
function secretValues() {
  return z.record(id, z.string().min(1).max(32_768)).default({})
}

/** The name of a command or query. */
export type CommandName = keyof typeof commands
export type Input<N extends CommandName> = z.input<(typeof commands)[N]['input']>
export type Parsed<N extends CommandName> = z.output<(typeof commands)[N]['input']>
/** The result of a command; commands that return nothing are done when they resolve. */
export type Result<N extends CommandName> = (typeof commands)[N]['result']

/**
 * The other end of a link and its right. In a `judged` session the user can be a script, so running a tool isn't
 * consent.
 */
export type Session = { actor: string; right: Right; judged?: true | undefined }

/** The host's side of the contract: a missing handler does not compile. */
export type Handlers = { [N in CommandName]: (input: Parsed<N>, session: Session) => Promise<Result<N>> }

/** Commands whose large results come as JSON from the thread that read them. */
export type Writers = { [N in CommandName]?: (input: Parsed<N>) => Promise<string> }

/** The whole interface between a UI and the host, over any transport. */
export interface HostLink {
  /** Rejects with `HostError`. */
  call<N extends CommandName>(name: N, input: Input<N>): Promise<Result<N>>
  /**
   * Waits for a listener that returns a promise; one that falls more than 4 MiB or 2,000 frames behind loses its queue
   * and gets a new snapshot. Calls `ended` once if the connection breaks by itself.
   */
  subscribe(listener: (message: FeedMessage) => void | Promise<void>, ended?: (why: HostError) => void): () => void
}

/** The host's end of a link, for shells that carry results as text. */
export interface HostEnd extends HostLink {
  /** Like `call`, with the result as JSON. */
  callForJson(name: CommandName, input: unknown): Promise<string>
}

/**
 * First the state as of `seq`, then frames in order; `n` counts this subscription's frames from 1. `durable` is the
 * last event on disk: the message contains later ones only while the log can't be written.
 */
export type FeedMessage =
  | { snapshot: HostState; seq: number; durable: number; session: Session }
  | { n: number; events: Recorded[]; durable: number }
