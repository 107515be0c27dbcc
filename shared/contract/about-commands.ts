import { z } from 'zod'
import { command, id, type Right, type Shell } from './command.ts'

const nothing = z.strictObject({})

/** A tab that has signed in to the browser shell; times in epoch milliseconds. `open`: it hears of events now. */
export type TabSession = { actor: string; right: Right; since: number; usedAt: number; open: boolean }

/** This installation, and who uses it. */
export const aboutCommands = {
  /** What this installation is and where it keeps what it knows. */
  getAbout: command('read', nothing).returns<{ version: string; shell: Shell; dataDirectory: string }>(),
  /** The tabs that have signed in, the oldest first; none where there is a window. */
  listSessions: command('admin', nothing).returns<{ sessions: TabSession[] }>(),
  /** Signs a tab out at once. `not-found` when there is none of this name. */
  endSession: command('admin', z.strictObject({ actor: id })).returns<void>(),
} as const
