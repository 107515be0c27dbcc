import type { JudgedApp } from '../../../shared/content/judged-app.ts'
import type { AppSurroundings, SavedForApp } from '../../../shared/contract/result-commands.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { AppRequest } from './app-peer.ts'
import type { AppReports } from './app-reports.ts'
import type { CallGate } from './call-gate.ts'
import type { ShownCall } from './shown-call.ts'

/** How an app is shown. */
export type DisplayMode = AppSurroundings['mode']

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
  /** Its display modes: which it takes, the current one, and the wish for another, resolved once it's answered. */
  modes: {
    takes: (mode: string) => boolean
    now: () => DisplayMode
    ask: (mode: DisplayMode, signal: AbortSignal) => Promise<void>
  }
  /** For every request that Atrium passes to its server. */
  gate: CallGate
  /** Aborted when the view ends. */
  signal: AbortSignal
}
