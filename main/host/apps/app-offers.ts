import type { JudgedApp } from '../../../shared/content/judged-app.ts'
import type { SavedForApp } from '../../../shared/contract/result-commands.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Inbox } from '../inbox.ts'
import type { CallGate } from './call-gate.ts'
import { AppCalls, type AppCallDeps } from './app-calls.ts'
import { contextOffer, type KeepPart } from './model-context.ts'
import { downloadOffer, type SaveFile } from './app-download.ts'
import { linkOffer } from './app-link.ts'
import { modeOffer } from './app-mode.ts'
import { messageOffer } from './app-message.ts'
import type { AppRequest } from './app-peer.ts'
import { resourceOffer } from './app-reads.ts'
import type { AppReports } from './app-reports.ts'
import { wishAsker } from './app-wish.ts'
import type { ShownCall } from './shown-call.ts'

/**
 * One thing that Atrium does for apps: the requests and notifications it accepts, and what `hostCapabilities` says
 * about it (MCP Apps 2026-01-26). Both come from here, so nothing is declared that isn't wired.
 */
export type AppOffer = {
  capabilities: JsonObject
  requests?: Readonly<Record<string, AppRequest>>
  notifications?: Readonly<Record<string, (params: JsonObject) => void>>
}

/** The app that gets the offers, for one run of it. */
export type OfferedTo = {
  /** The ID of the view, which stays the same while the app is open. */
  view: string
  shown: ShownCall
  app: JudgedApp
  actor: string
  reports: AppReports
  /** Tells the window which files were saved for the app. */
  saved(outcome: SavedForApp): void
  /** Ends the view as if the user had closed it. */
  leave(): void
  modes: Parameters<typeof modeOffer>[0]
  /** For every request that Atrium passes to its server. */
  gate: CallGate
  /** Aborted when the view ends. */
  signal: AbortSignal
}

/** The parts of the host behind the offers. */
type OfferDeps = AppCallDeps & { inbox: Inbox; save: SaveFile; keep: KeepPart }

/** All that Atrium offers an app. */
export function offersFor(to: OfferedTo, deps: OfferDeps): AppOffer[] {
  const { journal, inbox, save, keep } = deps
  const ask = wishAsker(to, inbox)
  const asking = [linkOffer(ask), downloadOffer(to, { journal, ask, save })]
  const giving = [messageOffer(to, journal), contextOffer(to, { journal, keep })]
  const ofServer = [new AppCalls(to, deps).offer, resourceOffer(to, deps)]
  return [logOffer(to), leaveOffer(to), modeOffer(to.modes), ...giving, ...asking, ...ofServer]
}

/** Stores the app's log messages in its server's log. */
const logOffer = ({ reports }: OfferedTo): AppOffer => ({
  capabilities: { logging: {} },
  notifications: { 'notifications/message': (params) => reports.logged(params) },
})

/**
 * The app asks to be closed (MCP Apps, draft, `ui/notifications/request-teardown`). Its place in the conversation
 * stays.
 */
const leaveOffer = ({ leave }: OfferedTo): AppOffer => ({
  capabilities: {},
  notifications: { 'ui/notifications/request-teardown': () => leave() },
})

/** Several offers as one. */
export const joined = (offers: AppOffer[]): Required<AppOffer> => ({
  capabilities: Object.assign({}, ...offers.map(({ capabilities }) => capabilities)),
  requests: Object.assign({}, ...offers.map(({ requests }) => requests)),
  notifications: Object.assign({}, ...offers.map(({ notifications }) => notifications)),
})
