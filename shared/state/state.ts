import type { Ask } from '../asks/asks.ts'
import type { Rename } from '../config/secret-prefixes.ts'
import type { ServerConfigs } from '../config/server-config.ts'
import { defaultSettings, type Settings } from '../config/settings.ts'
import type { PersonMessage } from '../content/attachments.ts'
import type { JournalHealth, MissingHead } from '../events/events.ts'
import type { Releases } from '../events/release-events.ts'
import type { CallOutcome } from '../events/turn-events.ts'
import type { Rule } from '../rules/rules.ts'
import type { RunningAppCalls } from './app-calls.ts'
import type { AppWork } from './app-work.ts'
import type { EndedRequests } from './asks-fold.ts'
import type { RunningCompaction } from './compactions.ts'
import type { Consents } from './consents.ts'
import type { Followed } from './followed.ts'
import type { ModelKnowledge } from './model-facts.ts'
import type { Projects } from './projects.ts'
import type { RunningTurn, UsedModel } from './running-turns.ts'
import type { CompanySignIn, ServerState } from './server-state.ts'

/**
 * The current situation: small, bounded, nothing finished stays in it. Host, every UI and the tests fold the same
 * events with `reduce`; lists and transcripts are queries.
 */
export type HostState = ModelKnowledge &
  AppWork & {
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
    consents: Consents
    company?: CompanySignIn
    /** Absent in states of earlier releases. */
    projects?: Projects | undefined
    /** Every change of a server's ID, oldest first. Absent in states of earlier releases. */
    renames?: Rename[] | undefined
    /** The change whose secrets, folders or entry in servers.json may still have the old ID. */
    renaming?: Rename | undefined
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
export const stateVersion = 11

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
  consents: {},
  followed: {},
  queued: {},
}

/** A call's open questions; used to tell "waiting" from "running". */
export const asksOfCall = (state: HostState, call: string): Ask[] =>
  state.asks.filter((ask) => ask.operation?.call === call)

/** A call's first open question, if any. */
export const askOfCall = (state: HostState, call: string): Ask | undefined =>
  state.asks.find((ask) => ask.operation?.call === call)

/** Whether the server may have run the call without a known result. */
export const mayHaveRun = (outcome: CallOutcome): boolean => 'mayHaveRun' in outcome && outcome.mayHaveRun
