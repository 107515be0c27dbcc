import type { PropertyOrders } from '../schema/property-order.ts'
import type { ContextEvent } from './context-events.ts'
import type { Ask, AskKind, Claims, Launch, Operation } from '../asks/asks.ts'
import type { PersonMessage } from '../content/attachments.ts'
import type { JsonValue } from '../schema/json.ts'
import type { Actor } from './actor.ts'
import type { Lacks, LeftOut, MalformedItem, OfferEvent } from './offer-events.ts'
import type { AppEvent } from './app-events.ts'
import type { Rule } from '../rules/rules.ts'
import type { SamplingEvent } from './sampling-events.ts'
import type { ServerConfigs } from '../config/server-config.ts'
import type { Finding } from './finding.ts'
import type { ImportEvent } from './import-events.ts'
import type { ProjectEvent } from './project-events.ts'
import type { Era, PinnedItems, ServerEvent } from './server-events.ts'
import type { ModelChoice, Profile, Settings, ApiName } from '../config/settings.ts'
import type { ModelFactEvent } from './model-fact-events.ts'
import type { ReleaseEvent } from './release-events.ts'
import type { ToolsOff } from '../config/tools-off.ts'
import type { TurnEvent, Usage } from './turn-events.ts'

/**
 * How a server's processes end with Atrium: through a PID namespace, a guard that ends its process group, or not at
 * all.
 */
export type Containment = 'namespace' | 'guard' | 'none'

/** The state of one configured server. */
export type ServerStatus =
  /** Turned off by the user, or not started yet. */
  | { state: 'off' }
  /** The process runs and Atrium is negotiating the protocol. `command` is the executed command. */
  | { state: 'starting'; command: string[]; cwd: string; environment: string[] }
  /** Atrium is negotiating the protocol with a server at a URL; `headers` are the names of the headers sent. */
  | { state: 'starting'; url: string; headers: string[] }
  /** The playground is opening; it has no process and no address. */
  | { state: 'starting'; era: Era }
  /** `pid` and `containment` are present if Atrium runs the process. */
  | {
      state: 'ready'
      era: Era
      revision: string
      calls: SelfDescription
      pid?: number | undefined
      containment?: Containment | undefined
    }
  /**
   * Not running; `reason` is one sentence, `stderr` its last lines, `stderrHead` its first lines if different. Atrium
   * restarts it at `retryAt` (epoch milliseconds), if present; with `signIn`, signing in would help. `finding` is the
   * cause, if known.
   */
  | {
      state: 'failed'
      reason: string
      stderr: string[]
      stderrHead?: string[] | undefined
      retryAt?: number | undefined
      signIn?: true | undefined
      finding?: Finding | undefined
    }
  | { state: 'stopping' }

/** A server's description of itself: third-party text, which never decides anything. */
export type SelfDescription = { name: string; version: string; title?: string | undefined }

/** One listed tool. `hash` names the stored definition (RFC 8785 of the raw object). */
export type ToolEntry = {
  name: string
  title?: string | undefined
  /** Up to 200 characters; the definition has all of it. */
  description: string
  hash: string
  claims: Claims
  /**
   * The names of the arguments and of their parts in the server's order, which the stored definition has lost. Absent if
   * that is alphabetical or they are too many.
   */
  orders?: PropertyOrders | undefined
  /** Its users, if the server limits them (MCP Apps, visibility). An empty list hides it from both. */
  visibleTo?: ToolUser[] | undefined
  /** The URI of the app that its server has for its results (MCP Apps, `_meta.ui.resourceUri`). */
  page?: string | undefined
}

/** A model, or an app (`page`) that the tool's own server has for the user. */
export type ToolUser = 'model' | 'page'

/** Whether models can see and call it, and the user in their place. */
export const isModelTool = ({ visibleTo }: Pick<ToolEntry, 'visibleTo'>): boolean =>
  visibleTo?.includes('model') ?? true

/** Whether its server's apps can call it. */
export const isAppTool = ({ visibleTo }: Pick<ToolEntry, 'visibleTo'>): boolean => visibleTo?.includes('page') ?? true

/** A model as its server describes it; zero tokens mean unknown, and so does every absent fact. */
export type ModelInfo = {
  id: string
  name: string
  contextTokens: number
  outputTokens: number
  /** Whether the model supports tool calls. */
  tools?: boolean | undefined
  /** Whether the model sees images. */
  images?: boolean | undefined
  /** Whether the model reads PDF files. */
  documents?: boolean | undefined
  /** Whether the model hears sound files. */
  audio?: boolean | undefined
  /** USD per million tokens, if the server says so. */
  price?: { input: number; output: number; cacheRead?: number | undefined; cacheWrite?: number | undefined } | undefined
}

/** A model server found on this computer; `wire`: the API to ask it over, if its kind doesn't say. */
export type LocalModels = { profile: Profile; baseUrl: string; wire?: ApiName | undefined; models: ModelInfo[] }

/**
 * Everything that can happen in the host: the audit vocabulary, the feed and the source of all state. A type's shape
 * never changes in place; see `upcast`.
 */
export type HostEvent =
  // the host
  /**
   * `openFolder`: the data folder, if other accounts could open it. `folderRisk`: why it is no place for a database, in
   * sentences.
   */
  | {
      type: 'host.started'
      version: string
      shell: string
      openFolder?: string | undefined
      folderRisk?: string | undefined
    }
  | { type: 'host.stopped' }
  /**
   * `entered`: the servers whose configuration the actor entered by command; all other changes came from the file.
   * Earlier releases didn't record it.
   */
  | {
      type: 'configured'
      file: 'servers'
      before: ServerConfigs
      after: ServerConfigs
      entered?: string[] | undefined
      actor: Actor
    }
  | { type: 'configured'; file: 'settings'; before: Settings; after: Settings; actor: Actor }
  /** The problems in a configuration file; the last good content stays in force. Empty once the file is fixed. */
  | { type: 'configuration.checked'; file: 'servers' | 'settings'; problems: string[] }
  /** `for`: the origin, or `program`, that the value was entered for; values of earlier releases have none. */
  | { type: 'secret.changed'; name: string; change: 'set' | 'deleted'; for?: string | undefined; actor: Actor }
  /** `probe`: the model that one small message is sent to, instead of a request for the list. */
  | { type: 'models.requested'; endpoint: string; baseUrl: string; probe?: string | undefined; actor: Actor }
  | { type: 'models.listed'; endpoint: string; baseUrl: string; models: ModelInfo[] }
  | ModelFactEvent
  /** The user looked for models at these addresses of this computer. */
  | { type: 'models.sought'; addresses: string[]; actor: Actor }
  // servers
  | { type: 'server.changed'; server: string; to: ServerStatus }
  /** The user reviewed what would run and lets it run as this server, until any of it changes. */
  | { type: 'command.trusted'; server: string; launch: Launch; actor: Actor }
  | {
      type: 'catalogue.changed'
      server: string
      set: ToolEntry[]
      removed: string[]
      malformed: MalformedItem[]
      /** The walk over the pages ended early: what arrived is kept, and this says why. */
      incomplete?: string | undefined
      lacks?: Lacks | undefined
      leftOut?: LeftOut | undefined
    }
  | OfferEvent
  /**
   * Models can see and use these definitions, which replace earlier pins of the same items. By the host: the first
   * definitions of a server that was turned on. `passport`: the fingerprint of the passport that names all of them.
   */
  | { type: 'definitions.pinned'; server: string; items: PinnedItems; passport?: string | undefined; actor: Actor }
  /** The user reviewed these definitions and keeps them in quarantine; Atrium doesn't ask about them again. */
  | { type: 'definitions.kept-off'; server: string; items: PinnedItems; actor: Actor }
  | ServerEvent
  | SamplingEvent
  | AppEvent
  // conversations
  | { type: 'conversation.created'; conversation: string; title: string; actor: Actor }
  | { type: 'conversation.renamed'; conversation: string; title: string; actor: Actor }
  /** The conversation's model is asked for a title, at an origin `to`; `title.finished` says how that ended. */
  | { type: 'title.requested'; conversation: string; endpoint: string; model: string; to?: string | undefined }
  /** `title` is absent if the model gave none, or the user was faster; `usage` if there was no answer. */
  | {
      type: 'title.finished'
      conversation: string
      endpoint: string
      model: string
      title?: string | undefined
      usage?: Usage | undefined
      problem?: string | undefined
    }
  /** The user put the conversation at the top of the sidebar, or took it from there. */
  | { type: 'conversation.starred'; conversation: string; starred: boolean; actor: Actor }
  /** The user archived the conversation, or took it back. A new turn takes it back too. */
  | { type: 'conversation.archived'; conversation: string; archived: boolean; actor: Actor }
  | { type: 'conversation.deleted'; conversation: string; actor: Actor }
  | { type: 'conversation.restored'; conversation: string; actor: Actor }
  | { type: 'conversation.erased'; conversation: string; events: number }
  /** The conversation's model from now on; null: the user runs tools without a model. */
  | { type: 'conversation.model'; conversation: string; choice: ModelChoice | null; actor: Actor }
  /** The user's instructions for every answer in this conversation; empty text removes them. */
  | { type: 'conversation.system'; conversation: string; text: string; actor: Actor }
  /** The most that requests to models may cost in this conversation, in USD; null: no limit. */
  | { type: 'conversation.budget'; conversation: string; usd: number | null; actor: Actor }
  /** The servers and tools hidden from this conversation's model from its next request on; replaces the earlier set. */
  | { type: 'conversation.tools'; conversation: string; off: ToolsOff; actor: Actor }
  /** The branch in use ends with this turn: the next one continues from it, and a model gets only its branch. */
  | { type: 'conversation.branch'; conversation: string; head: string; actor: Actor }
  /** The user deleted this turn and all that continue from it. They stay in the log and can be restored. */
  | { type: 'branch.deleted'; conversation: string; turn: string; actor: Actor }
  | { type: 'branch.restored'; conversation: string; turn: string; actor: Actor }
  | { type: 'message.queued'; conversation: string; message: PersonMessage; actor: Actor }
  | { type: 'message.unqueued'; conversation: string; message: string; reason: 'sent' | 'removed' }
  /** The names under which this conversation's model knows tools; kept, so an old call resolves after a rename. */
  | { type: 'tools.named'; conversation: string; names: Record<string, { server: string; tool: string }> }
  /** A model's search made these tools part of its requests, by their names in this conversation. */
  | { type: 'tools.found'; conversation: string; turn: string; call: string; names: string[] }
  | ProjectEvent
  | ContextEvent
  | ImportEvent
  // turns, and the calls in them
  | TurnEvent
  // asks and rules
  | { type: 'ask.opened'; ask: Ask }
  | {
      type: 'ask.closed'
      ask: string
      kind: AskKind
      by: 'person' | 'withdrawn' | 'expired'
      actor?: Actor | undefined
      answer?: JsonValue | undefined
      operation?: Operation | undefined
    }
  | { type: 'rule.added'; rule: Rule }
  | { type: 'rule.removed'; rule: string; actor: Actor }
  /**
   * From here on this key signs the log's heads (Ed25519, raw, base64). `signature` is the old key's over the new one;
   * without it the old key was lost, or there was none. With `missing`, Atrium gave up the old key: at the start, the
   * files didn't contain what it last signed.
   */
  | { type: 'log.key'; key: string; signature?: string | undefined; missing?: MissingHead | undefined }
  // transient: folded and published, never stored
  | { type: 'journal.health'; health: JournalHealth }
  | ReleaseEvent

/**
 * The part of the last signature that the log's files lack and the secret store remembers: the signed record
 * (`record`), or its line in the file of heads (`head`). `seq` was signed at `at`, in epoch milliseconds.
 */
export type MissingHead = { what: 'record' | 'head'; seq: number; at: number }

/** How many of the log's records the lists have, while they have many to read. */
export type LogReading = { read: number; records: number }

/** `failing`: the last commit failed; nothing new may act until one succeeds. `reading`: lists and search wait. */
export type JournalHealth =
  | { state: 'ok'; reading?: LogReading | undefined }
  | { state: 'failing'; reason: string; since: number }

/** The name of an event, as stored. */
export type EventType = HostEvent['type']
/** The event with this name. */
export type EventOf<T extends EventType> = Extract<HostEvent, { type: T }>

/**
 * An event as it happened. `seq` counts the durable ones without a gap; transient ones have none. `at` is epoch
 * milliseconds.
 */
export type Recorded<E extends HostEvent = HostEvent> = { seq: number | null; at: number; event: E }
