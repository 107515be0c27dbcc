import { z } from 'zod'
import { command, id, type Right, type Shell } from './command.ts'

const nothing = z.strictObject({})

/** A signed-in tab of the browser shell; times in epoch milliseconds. `open`: it receives events now. */
export type TabSession = { actor: string; right: Right; since: number; usedAt: number; open: boolean }

/** This installation, and who uses it. */
export const aboutCommands = {
  /** What this installation is and where it stores its data. */
  getAbout: command('read', nothing).returns<{ version: string; shell: Shell; dataDirectory: string }>(),
  /** The signed-in tabs, oldest first; none in the desktop window. */
  listSessions: command('admin', nothing).returns<{ sessions: TabSession[] }>(),
  /** Signs a tab out at once. `not-found` if no tab has this name. */
  endSession: command('admin', z.strictObject({ actor: id })).returns<void>(),
} as const
