import type { Handlers } from '../../shared/commands.ts'
import { HostError } from '../../shared/errors.ts'
import type { Parts } from './commands.ts'

/** Signing in to servers, and out again. */
export function signInHandlers({ servers }: Parts) {
  const known = (id: string): void => {
    if (!servers.get(id)) throw new HostError('not-found', `There is no server with the name ${id}.`)
  }
  return {
    signIn: async ({ server }) => known(server),
    signOut: async ({ server }) => known(server),
  } satisfies Partial<Handlers>
}
