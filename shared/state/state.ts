import type { Ask, Launch } from '../asks/asks.ts'
import type { Rename } from '../config/secret-prefixes.ts'
import type { ServerConfigs } from '../config/server-config.ts'
import { defaultSettings, type Settings } from '../config/settings.ts'
import type { PersonMessage } from '../content/attachments.ts'
import type { JournalHealth, MissingHead } from '../events/events.ts'
import type { Releases } from '../events/release-events.ts'
import type { PinnedItems, TakenPassport } from '../events/server-events.ts'
import type { CallOutcome } from '../events/turn-events.ts'
import type { Rule } from '../rules/rules.ts'
import type { KnownAddresses } from './addresses.ts'
import type { AllowedApps } from './allowed-apps.ts'
import type { RunningAppCalls } from './app-calls.ts'
import type { AppWork } from './app-work.ts'
import type { EndedRequests } from './asks-fold.ts'
import type { RunningCompaction } from './compactions.ts'
import type { Followed } from './followed.ts'
import type { ModelKnowledge } from './model-facts.ts'
import type { Projects } from './projects.ts'
import type { RunningTurn, UsedModel } from './running-turns.ts'
import type { ServerState, SignIns } from './server-state.ts'

/**
 * The current situation: small, bounded, nothing finished stays in it. Host, every UI and the tests fold the same
 * events with `reduce`; lists and transcripts are queries.
 */
export type HostState = ModelKnowledge &
  AppWork &
  SignIns & {
    health: JournalHealth
    configured: { servers: ServerConfigs; settings: Settings; problems: { servers: string[]; settings: string[] } }
    secrets: string[]
    /** By secret, its value's destination (see `destinationOf`); for any other destination it reads as missing. */
    enteredFor: Record<string, string>
    servers: Record<string, ServerState>
    turns: Record<string, RunningTurn>
    /** Absent in states of earlier releases. */
    appCalls?: RunningAppCalls | undefined
    /** The models of the latest turns, each once per conversation, latest first; few. */
    lastUsed: UsedModel[]
    asks: Ask[]
    endedRequests: EndedRequests
    rules: Record<string, Rule>
    /** By server, the command the user trusts. */
    trusted: Record<string, Launch>
    /** By server at a URL, the address the user knows; another one needs their answer. */
    addresses: KnownAddresses
    /** By server, the definitions that can be used. */
    pins: Record<string, PinnedItems>
    /** By server, the passport it was added with. Absent in states of earlier releases. */
    passports?: Record<string, NonNullable<TakenPassport>> | undefined
    /** Absent in states of earlier releases. */
    projects?: Projects | undefined
    /** Every change of a server's ID, oldest first. Absent in states of earlier releases. */
    renames?: Rename[] | undefined
    /** The change whose secrets, folders or entry in servers.json may still have the old ID. */
    renaming?: Rename | undefined
    /** By server, the definitions the user left in quarantine. */
    keptOff: Record<string, PinnedItems>
    /** By server, the apps that the user lets be shown. Absent in states of earlier releases. */
    allowedApps?: AllowedApps | undefined
    /** By server, the hash of the instructions that models get. */
    guided: Record<string, string>
    /** By conversation, its followed resources. */
    followed: Record<string, Followed[]>
    /** By conversation, the message waiting for its turn to end. */
    queued: Record<string, PersonMessage>
    /** By conversation, the summary that its model writes now. Absent in states of earlier releases. */
    compacting?: Record<string, RunningCompaction> | undefined
    /** Newer versions of Atrium. Absent until the host looked for what it knows. */
    releases?: Releases | undefined
    /** The data folder, if other accounts of this computer could open it at the start. */
    openFolder?: string | undefined
    /** Why the data folder is no place for a database, in sentences, as it was at the start. */
    folderRisk?: string | undefined
    /** The part of the last signature that the log's files lacked when Atrium last found a gap, and the time it did. */
    missingHead?: (MissingHead & { noticed: number }) | undefined
  }

/** Increase it if a fold of old events would give another state; checkpoints of other versions are dropped. */
export const stateVersion = 10

/** The state before any event. */
export const emptyState: HostState = {
  health: { state: 'ok' },
  configured: { servers: {}, settings: defaultSettings, problems: { servers: [], settings: [] } },
  secrets: [],
  enteredFor: {},
  models: {},
  servers: {},
  turns: {},
  lastUsed: [],
  asks: [],
  endedRequests: {},
  rules: {},
  trusted: {},
  addresses: {},
  pins: {},
  keptOff: {},
  signedIn: {},
  guided: {},
  followed: {},
  queued: {},
}

/** The passport a server was added with, if any. */
export const passportOf = ({ passports }: Pick<HostState, 'passports'>, server: string): TakenPassport | undefined =>
  passports && Object.hasOwn(passports, server) ? passports[server] : undefined

/** A call's open questions; used to tell "waiting" from "running". */
export const asksOfCall = (state: HostState, call: string): Ask[] =>
  state.asks.filter((ask) => ask.operation?.call === call)

/** A call's first open question, if any. */
export const askOfCall = (state: HostState, call: string): Ask | undefined =>
  state.asks.find((ask) => ask.operation?.call === call)

/** Whether the server may have run the call without a known result. */
export const mayHaveRun = (outcome: CallOutcome): boolean => 'mayHaveRun' in outcome && outcome.mayHaveRun
