import { z } from 'zod'
import { command } from './command.ts'
import { serverId } from '../config/server-config.ts'

const ofServer = z.strictObject({ server: serverId })

/** Signing in to servers at an address, and out again. */
export const signInCommands = {
  /** Asks anew whether to sign in, also where that was done. `conflict` while it is being asked. */
  signIn: command('use', ofServer).returns<void>(),
  /** Forgets what was given for the server, and says so to the authorization server where it takes that. */
  signOut: command('use', ofServer).returns<void>(),
} as const
