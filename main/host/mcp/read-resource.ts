import { HostError } from '../../../shared/errors.ts'
import { displayName } from '../../../shared/server-config.ts'
import type { Journal } from '../journal/journal.ts'
import { type ReadContents, readContents } from './resource-contents.ts'
import type { Server } from './server.ts'
import type { Servers } from './servers.ts'
import { quoted } from './text.ts'

/** How servers say that there is no such resource: until 2025-11-25, and since 2026-07-28 (server/resources#error-handling). */
export const notFound: ReadonlySet<number> = new Set([-32002, -32602])

type Deps = { journal: Journal; servers: Servers }

/** The server, if it runs and has resources. Throws `HostError` otherwise. */
export function serverWithResources(id: string, { journal, servers }: Deps): Server {
  const server = servers.get(id)
  if (!server) throw new HostError('not-found', `There is no server with the name ${id}.`)
  const name = displayName(id, journal.state.configured.servers[id])
  if (server.status.state !== 'ready') throw new HostError('unavailable', `${name} is not running. Start it first.`)
  if (!server.offers('resources')) throw new HostError('not-found', `${name} has no resources.`)
  return server
}

/** What a server hands out under a URI. Throws `HostError` where nothing of it can be read, with the server's words where it refused. */
export async function readFrom(server: Server, uri: string, { journal }: Deps): Promise<ReadContents> {
  const asked = await server.ask('resources/read', { uri })
  const name = displayName(server.id, journal.state.configured.servers[server.id])
  if (asked.status === 'cancelled') throw new HostError('unavailable', `Reading from ${name} was stopped.`)
  if (asked.status === 'failed') {
    const isMissing = asked.code !== undefined && notFound.has(asked.code)
    throw new HostError(isMissing ? 'not-found' : 'unavailable', asked.problem)
  }
  const read = readContents(asked.value, uri)
  const [problem] = read.problems
  if (read.contents.length === 0 && problem !== undefined)
    throw new HostError('unavailable', `${name} sent ${quoted(uri)} in a form that cannot be read. ${problem}`)
  return read
}
