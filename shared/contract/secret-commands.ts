import { z } from 'zod'
import { command } from './command.ts'
import { serverId } from '../config/server-config.ts'
import { endpointId } from '../config/settings.ts'

/** Commands about what is in the secret store. Values go in and never come out. */
export const secretCommands = {
  /** The key is for the origin that the endpoint has now. */
  setModelKey: command(
    'admin',
    z.strictObject({ endpoint: endpointId, key: z.string().trim().min(1).max(4096) }),
  ).returns<void>(),
  deleteModelKey: command('admin', z.strictObject({ endpoint: endpointId })).returns<void>(),
  /**
   * Values that were entered for something else may be used where their owner is now. `for` is that origin, or
   * `program`, as the person was shown it: `conflict` when it is another one by then.
   */
  confirmSecrets: command(
    'admin',
    z.strictObject({
      owner: z.union([z.strictObject({ server: serverId }), z.strictObject({ endpoint: endpointId })]),
      for: z.string().min(1).max(4096),
    }),
  ).returns<void>(),
} as const

const ofServer = z.strictObject({ server: serverId })

/** Signing in to servers at an address, and out again. */
export const signInCommands = {
  /** Asks anew whether to sign in, also where that was done. `conflict` while it is being asked. */
  signIn: command('use', ofServer).returns<void>(),
  /** Forgets what was given for the server, and says so to the authorization server where it takes that. */
  signOut: command('use', ofServer).returns<void>(),
} as const
