import { z } from 'zod'
import { command } from './command.ts'
import { serverId } from '../config/server-config.ts'
import { endpointId } from '../config/settings.ts'

/** A key as the user enters it. */
export const modelKeyValue = z.string().trim().min(1).max(4096)

/** Commands about the secret store. Values go in and never come out. */
export const secretCommands = {
  /**
   * The key is for the endpoint's current origin. With `check`, Atrium tries it there first: if the endpoint rejects it,
   * the command fails with `bad-input` and stores nothing.
   */
  setModelKey: command(
    'admin',
    z.strictObject({ endpoint: endpointId, key: modelKeyValue, check: z.boolean().optional() }),
  ).returns<void>(),
  deleteModelKey: command('admin', z.strictObject({ endpoint: endpointId })).returns<void>(),
  /**
   * Lets values entered for another destination be used for their owner's current one. `for` is that origin, or
   * `program`, as shown to the user: `conflict` if it has changed since.
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

/** Signing in to servers at a URL, and out again. */
export const signInCommands = {
  /** Asks whether to sign in, even if already signed in. `conflict` while the question is open. */
  signIn: command('use', ofServer).returns<void>(),
  /** Deletes the server's tokens, and revokes them at the authorization server if it supports that. */
  signOut: command('use', ofServer).returns<void>(),
} as const
