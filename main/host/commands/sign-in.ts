import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { Parts } from './handlers.ts'
import type { Server } from '../mcp/server.ts'

/** Signing in to servers, and out again. */
export function signInHandlers({ servers }: Parts) {
  const known = (id: string): Server => {
    const server = servers.get(id)
    if (!server) throw new HostError('not-found', `There is no server with the name ${id}.`)
    return server
  }
  return {
    signIn: ({ server }) => known(server).signIn(),
    signOut: ({ server }, { actor }) => known(server).signOut(actor),
  } satisfies Partial<Handlers>
}
