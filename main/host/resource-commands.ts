import { previewOf } from './mcp/resource-contents.ts'
import { readFrom, serverWithResources } from './mcp/read-resource.ts'
import type { Handlers } from '../../shared/commands.ts'
import type { Parts } from './commands.ts'
import { sha256 } from './hash.ts'

/** Reading and following resources. */
export function resourceHandlers(parts: Pick<Parts, 'journal' | 'servers'>) {
  const { journal } = parts
  return {
    readResource: async ({ server: id, uri }, { actor }) => {
      const server = serverWithResources(id, parts)
      const { contents, problems } = await readFrom(server, uri, parts)
      // The same contents of another server, or under another URI, are something else.
      const handle = sha256(JSON.stringify([id, uri, contents]))
      journal.append({ type: 'resource.read', server: id, uri, handle, actor })
      await journal.durable()
      return { handle, contents: contents.map(previewOf), problems }
    },
  } satisfies Partial<Handlers>
}
