import { handleOf, previewOf } from './mcp/resource-contents.ts'
import { readFrom, serverWithResources } from './mcp/read-resource.ts'
import type { Handlers } from '../../shared/commands.ts'
import { HostError } from '../../shared/errors.ts'
import type { Parts } from './commands.ts'

/** Reading and following resources. */
export function resourceHandlers(parts: Pick<Parts, 'journal' | 'servers' | 'picked'>) {
  const { journal, picked } = parts
  return {
    readResource: async ({ server: id, uri }, { actor }) => {
      const server = serverWithResources(id, parts)
      const { contents, problems } = await readFrom(server, uri, parts)
      const handle = handleOf(id, uri, contents)
      const listed = server.catalogue?.resource(uri)
      const mimeType = listed?.mimeType ?? contents[0]?.mimeType
      const part = {
        type: 'resource',
        server: id,
        uri,
        name: listed?.title ?? listed?.name ?? uri,
        ...(mimeType !== undefined && { mimeType }),
        ...(listed?.annotations && { annotations: listed.annotations }),
      } as const
      picked.put(handle, part, JSON.stringify(contents))
      journal.append({ type: 'resource.read', server: id, uri, handle, actor })
      await journal.durable()
      return { handle, contents: contents.map(previewOf), problems }
    },
    unfollowResource: async ({ conversation, server, uri }, { actor }) => {
      const followed = journal.state.followed[conversation] ?? []
      if (!followed.some((it) => it.server === server && it.uri === uri))
        throw new HostError('not-found', 'This resource is not followed in this conversation.')
      journal.append({ type: 'resource.unfollowed', conversation, server, uri, actor })
      await journal.durable()
    },
  } satisfies Partial<Handlers>
}
