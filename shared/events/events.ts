import type { Ask, AskKind, Claims, Launch, Operation } from '../asks/asks.ts'
import type { PersonMessage } from '../content/attachments.ts'
import type { JsonValue } from '../schema/json.ts'
import type { OfferEvent } from './offer-events.ts'
import type { PinnedItems } from '../state/pins.ts'
import type { Rule } from '../rules/rules.ts'
import type { SamplingEvent } from './sampling-events.ts'
import type { ServerConfigs } from '../config/server-config.ts'
import type { ServerEvent } from './server-events.ts'
import type { ModelChoice, Profile, Settings } from '../config/settings.ts'
import type { ToolsOff } from '../config/tools-off.ts'
import type { TurnEvent } from './turn-events.ts'

/** Who did it: `desktop`, `web:<session>`, `terminal`, or `host` for what Atrium does by itself. */
export type Actor = string

/** Which revision family a connection speaks (specification 2026-07-28, basic/versioning): per-request metadata, or `initialize`. */
export type Era = 'modern' | 'legacy'

/** What makes a server's processes end with Atrium: a PID namespace, a guard that ends its process group, or nothing. */
export type Containment = 'namespace' | 'guard' | 'none'

/** Where one configured server stands. */
export type ServerStatus =
  /** Turned off by the person, or not started yet. */
  | { state: 'off' }
  /** The process runs and is being asked what it speaks. `command` is what was executed. */
  | { state: 'starting'; command: string[]; cwd: string; environment: string[] }
  /** A server at an address is being asked what it speaks; `headers` are the names of those it is sent. */
  | { state: 'starting'; url: string; headers: string[] }
  /** The playground is being opened; it has no process and no address. */
  | { state: 'starting'; era: Era }
  /** `pid` and `containment` are there where Atrium runs it. */
  | {
      state: 'ready'
      era: Era
      revision: string
      calls: SelfDescription
      pid?: number | undefined
      containment?: Containment | undefined
    }
  /** It does not run; `reason` is one sentence, `stderr` its last lines, `stderrHead` its first ones where those are others. It is started again at `retryAt` (epoch milliseconds), if at all; with `signIn`, a sign-in would help. */
  | {
      state: 'failed'
      reason: string
      stderr: string[]
      stderrHead?: string[] | undefined
      retryAt?: number | undefined
      signIn?: true | undefined
    }
  | { state: 'stopping' }

/** What a server says about itself: third-party text, never used to decide anything. */
export type SelfDescription = { name: string; version: string; title?: string | undefined }

/** One tool of a server as it was listed. `hash` names the stored definition (RFC 8785 of the raw object). */
export type ToolEntry = {
  name: string
  title?: string | undefined
  /** At most 200 characters; the definition has all. */
  description: string
  hash: string
  claims: Claims
}

/** A listed item that cannot be used, and why in one sentence. `name` is what could be read of it. */
export type MalformedItem = { name: string; problem: string }

/**
 * What a list lacks: all of it, or some pages, which may come another time; or what there is no room for, because there
 * are too many items or too many bytes of them.
 */
export type Lacks = 'all' | 'some' | 'room' | 'bytes'

/** What of a list is left out for want of room: how many, and the names of the first of them. */
export type LeftOut = { count: number; names: string[] }

/** A model as its server describes it; zero tokens mean unknown, and so does an absent `tools`. */
export type ModelInfo = {
  id: string
  name: string
  contextTokens: number
  outputTokens: number
  /** Whether it was made to call tools. */
  tools?: boolean | undefined
}

/** A server for models that answers on this computer. */
export type LocalModels = { profile: Profile; baseUrl: string; models: ModelInfo[] }

/**
 * Everything that can happen in the host: the audit vocabulary, the feed and the source of all state.
 * A type's shape never changes in place; see `upcast`.
 */
export type HostEvent =
  // the host
  /** `openFolder`: the data folder, when other accounts could open it. */
  | { type: 'host.started'; version: string; shell: string; openFolder?: string | undefined }
  | { type: 'host.stopped' }
  /**
   * `entered`: the servers whose configuration the actor entered by command; whatever else changed came from the file.
   * Earlier releases did not record it.
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
  /** What is wrong in a configuration file; the last good content stays in force. Empty when it was mended. */
  | { type: 'configuration.checked'; file: 'servers' | 'settings'; problems: string[] }
  /** `for`: the origin, or `program`, that the value was entered for; values of earlier releases have none. */
  | { type: 'secret.changed'; name: string; change: 'set' | 'deleted'; for?: string | undefined; actor: Actor }
  | { type: 'models.requested'; endpoint: string; baseUrl: string; actor: Actor }
  | { type: 'models.listed'; endpoint: string; baseUrl: string; models: ModelInfo[] }
  /** The person had these addresses of this computer asked for models. */
  | { type: 'models.sought'; addresses: string[]; actor: Actor }
  // servers
  | { type: 'server.changed'; server: string; to: ServerStatus }
  /** A person has read what would run and lets it run as this server, until any of it changes. */
  | { type: 'command.trusted'; server: string; launch: Launch; actor: Actor }
  | {
      type: 'catalogue.changed'
      server: string
      set: ToolEntry[]
      removed: string[]
      malformed: MalformedItem[]
      /** The walk over the pages ended early: what was got is kept, and this says why. */
      incomplete?: string | undefined
      lacks?: Lacks | undefined
      leftOut?: LeftOut | undefined
    }
  | OfferEvent
  /**
   * These definitions may be shown to models and used, in place of what was pinned under the same items before. By the
   * host: the first ones of a server that was turned on.
   */
  | { type: 'definitions.pinned'; server: string; items: PinnedItems; actor: Actor }
  /** A person has looked at these definitions and leaves them in quarantine; she is not asked about them again. */
  | { type: 'definitions.kept-off'; server: string; items: PinnedItems; actor: Actor }
  | ServerEvent
  | SamplingEvent
  // conversations
  | { type: 'conversation.created'; conversation: string; title: string; actor: Actor }
  | { type: 'conversation.renamed'; conversation: string; title: string; actor: Actor }
  | { type: 'conversation.deleted'; conversation: string; actor: Actor }
  | { type: 'conversation.restored'; conversation: string; actor: Actor }
  | { type: 'conversation.erased'; conversation: string; events: number }
  /** What answers in this conversation from now on; null: the person chooses the tools herself. */
  | { type: 'conversation.model'; conversation: string; choice: ModelChoice | null; actor: Actor }
  /** What the person wants of every answer in this conversation; empty text takes it away. */
  | { type: 'conversation.system'; conversation: string; text: string; actor: Actor }
  /** What the model of this conversation is not to see from its next request on: all of it, in place of what was off before. */
  | { type: 'conversation.tools'; conversation: string; off: ToolsOff; actor: Actor }
  | { type: 'message.queued'; conversation: string; message: PersonMessage; actor: Actor }
  | { type: 'message.unqueued'; conversation: string; message: string; reason: 'sent' | 'removed' }
  /** Names under which this conversation's model knows tools; kept, so that an old call resolves after a rename. */
  | { type: 'tools.named'; conversation: string; names: Record<string, { server: string; tool: string }> }
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
   * From here on the heads of the log are signed with this key (Ed25519, raw, base64). `signature` is the old key's over
   * the new one; without it the old one was lost, or there was none. With `missing`, the old key is given up: what it
   * signed last is not what the files held when Atrium started.
   */
  | { type: 'log.key'; key: string; signature?: string | undefined; missing?: MissingHead | undefined }
  // transient: folded and published, never stored
  | { type: 'journal.health'; health: JournalHealth }

/**
 * What the files of the log lack of the last signature, which the secret store remembers: the record as it was signed
 * (`record`), or its line in the file of heads (`head`). `seq` was signed at `at`, in epoch milliseconds.
 */
export type MissingHead = { what: 'record' | 'head'; seq: number; at: number }

/** `failing`: the last commit failed; nothing new may act until one succeeds. */
export type JournalHealth = { state: 'ok' } | { state: 'failing'; reason: string; since: number }

export type EventType = HostEvent['type']
export type EventOf<T extends EventType> = Extract<HostEvent, { type: T }>

/** An event as it happened. `seq` counts the durable ones without a gap; transient ones have none. `at` is epoch milliseconds. */
export type Recorded<E extends HostEvent = HostEvent> = { seq: number | null; at: number; event: E }
