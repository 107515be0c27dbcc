import { z } from 'zod'
import { command } from './command.ts'
import { companyProvider } from '../config/company-sign-in.ts'
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

/** Signing in to servers at a URL and to the user's company, and out again. */
export const signInCommands = {
  /** Asks whether to sign in, even if already signed in. `conflict` while the question is open. */
  signIn: command('use', ofServer).returns<void>(),
  /** Deletes the server's tokens, and revokes them at the authorization server if it supports that. */
  signOut: command('use', ofServer).returns<void>(),
  /**
   * Sets the company's provider; null removes it. The secret is for the issuer's origin; without one, a stored one stays
   * with its provider and client. A sign-in at another provider, or as another client, ends.
   */
  setCompanyProvider: command(
    'admin',
    z.strictObject({ provider: companyProvider.nullable(), secret: modelKeyValue.optional() }),
  ).returns<void>(),
  /**
   * Signs in to the company: asks with its provider's page, and resolves when the user is signed in. Servers that wait
   * for it start. `conflict` while that question is open or no provider is set; `unavailable` says why it failed.
   */
  signInToCompany: command('use', z.strictObject({})).returns<void>(),
  /** Deletes the tokens, and those that servers got by them, and revokes them at the provider if it supports that. */
  signOutOfCompany: command('use', z.strictObject({})).returns<void>(),
} as const
