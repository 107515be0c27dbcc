import type { JudgedApp } from '../content/judged-app.ts'
import type { Actor } from './actor.ts'

const ofViews = 'page:'

/**
 * The ID of the turn with a view's calls. No event begins or ends this turn, and it is in no transcript, so nothing that
 * reads turns, such as a model's context, gets an app's calls.
 */
export const turnOfView = (view: string): string => `${ofViews}${view}`

/** Whether a turn is that of an app's calls. */
export const isTurnOfView = (turn: string | undefined): boolean => turn?.startsWith(ofViews) === true

/** Events of servers' apps (MCP Apps). `page` is the SHA-256 of the document. */
export type AppEvent =
  /**
   * The user lets this document be shown for the tool in this definition, until it can reach other hosts than these
   * (see `reachOf`).
   */
  | {
      type: 'page.allowed'
      server: string
      tool: string
      definition: string
      page: string
      reach: string[]
      actor: Actor
    }
  /** The app runs in the window for this call's result, with this policy; `view` is this one run. */
  | {
      type: 'page.opened'
      conversation: string
      turn: string
      call: string
      server: string
      tool: string
      view: string
      page: JudgedApp
      actor: Actor
    }
  /** The app wrote a message for the user, who can send it. It isn't sent by itself. */
  | {
      type: 'page.wrote'
      conversation: string
      turn: string
      call: string
      server: string
      tool: string
      view: string
      draft: string
      text: string
    }
  /** The user removed the draft. */
  | { type: 'page.draft-removed'; conversation: string; draft: string; actor: Actor }
  /** The user allowed the app to save these files. */
  | {
      type: 'page.saved'
      conversation: string
      turn: string
      call: string
      server: string
      tool: string
      view: string
      files: { file: string; bytes: number }[]
      actor: Actor
    }
  // transient: folded and published, never stored
  /** The app's context for models, until it is in a message; without `context`, it has none now. */
  | {
      type: 'page.context'
      view: string
      conversation: string
      server: string
      tool: string
      context?: { handle: string; blob: string; bytes: number } | undefined
    }
  /** Something is waiting for the window that shows this view; see `takeApp`. */
  | { type: 'page.told'; view: string }
