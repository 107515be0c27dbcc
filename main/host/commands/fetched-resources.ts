import { randomUUID } from 'node:crypto'
import type { ResourcePart } from '../../../shared/content/attachments.ts'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { defined } from '../../../shared/schema/json.ts'
import type { PickedStore } from '../agent/resources/picked.ts'
import type { Journal } from '../journal/journal.ts'
import { plainText } from '../llm/request/text.ts'
import { fetchAddress, fetchPage } from '../mcp/http/fetch-page.ts'
import type { SafeFetchOptions } from '../mcp/http/safe-fetch.ts'
import { contentBytes, handleOf, previewOf, readContents } from '../mcp/results/resource-contents.ts'
import type { Network } from '../network/network.ts'
import type { Servers } from '../mcp/server/servers.ts'
import type { Redaction } from '../secrets/redaction.ts'
import { commandWords as words } from './words.ts'

type Deps = {
  journal: Journal
  servers: Pick<Servers, 'get'>
  picked: PickedStore
  redaction: Redaction
  /** The way out; without it, every connection is direct. */
  network?: Network
  /** Parts of a fetch that tests replace. */
  web?: SafeFetchOptions
}

/**
 * Fetches what a server only names by an `https:` URI (server/resources#common-uri-schemes). The window shows the whole
 * address and asks before it sends this command; nothing else does.
 */
export const fetchedResourceHandlers = ({ journal, servers, picked, redaction, network, web }: Deps) =>
  ({
    fetchResource: async ({ server: id, uri }, { actor }) => {
      const server = servers.get(id)
      if (!server) throw new HostError('not-found', words.noServer(id))
      const address = fetchAddress(uri)
      if ('problem' in address) throw new HostError('bad-input', address.problem)
      const { url } = address
      journal.assertHealthy()
      const fetch = randomUUID()
      journal.append({ type: 'fetch.requested', fetch, server: id, url, actor })
      await journal.durable()
      const page = await fetchPage(url, { ...defined({ network }), ...web })
      if ('problem' in page) {
        journal.append({ type: 'fetch.finished', fetch, server: id, problem: page.problem })
        throw new HostError('unavailable', page.problem)
      }
      const { mimeType, data } = page
      const given = { uri, ...defined({ mimeType }), blob: data }
      const { contents: sound } = readContents({ contents: [given] }, uri)
      // A page can repeat a secret of the user, as a server can.
      const clean = sound.map((it) => ('text' in it ? { ...it, text: redaction.of(id).text(it.text) } : it))
      const read = readContents({ contents: clean }, uri)
      const handle = handleOf(`${id} ${fetch}`, uri, read)
      const name = server.running?.catalogue.resource(uri)?.title ?? uri.split('/').findLast((it) => it !== '') ?? uri
      const part: Omit<ResourcePart, 'data' | 'bytes'> = {
        type: 'resource',
        server: id,
        uri,
        name: plainText(name, 200) || uri,
        fetched: true,
        ...defined({ mimeType }),
      }
      picked.put(handle, part, read)
      const bytes = read.contents.reduce((sum, it) => sum + contentBytes(it), 0)
      journal.append({ type: 'fetch.finished', fetch, server: id, handle, bytes })
      await journal.durable()
      return { handle, contents: read.contents.map(previewOf), problems: [], canFollow: false, fetched: true }
    },
  }) satisfies Partial<Handlers>
