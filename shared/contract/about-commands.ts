import { z } from 'zod'
import type { KnownRoute, RoutedPlace, TriedStep } from '../config/network.ts'
import type { Checkup } from './checkup.ts'
import { command, id, type Right, type Shell } from './command.ts'

const nothing = z.strictObject({})

/** A signed-in tab of the browser shell; times in epoch milliseconds. `open`: it receives events now. */
export type TabSession = { actor: string; right: Right; since: number; usedAt: number; open: boolean }

type About = { version: string; shell: Shell; dataDirectory: string }

/** This installation, and who uses it. */
export const aboutCommands = {
  /** This installation's version, shell and data folder. */
  getAbout: command('read', nothing).returns<About>(),
  /** Looks for a newer version now. `unavailable` if that fails. */
  lookForRelease: command('use', nothing).returns<void>(),
  /**
   * Checks this installation: its files, clock, network and programs. `browser` is the page's, as it names itself. Runs
   * short programs and changes nothing.
   */
  checkInstallation: command('use', z.strictObject({ browser: z.string().max(300).optional() })).returns<Checkup>(),
  /** The routes to all places that Atrium reaches, and to any other. Connects to nothing. */
  getRoutes: command('read', nothing).returns<{ usual: KnownRoute; places: RoutedPlace[] }>(),
  /** Goes to a place step by step as a request would, and stops at the first failure. Sends no key. */
  tryRoute: command('admin', z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2000) })).returns<{
    route: KnownRoute
    steps: TriedStep[]
  }>(),
  /** The tabs that have signed in, the oldest first; none in an app with a window. */
  listSessions: command('admin', nothing).returns<{ sessions: TabSession[] }>(),
  /** Signs a tab out at once. `not-found` if no tab has this name. */
  endSession: command('admin', z.strictObject({ actor: id })).returns<void>(),
} as const
