import type { ResourcePart } from '../../../shared/content/attachments.ts'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { defined, ownOf } from '../../../shared/schema/json.ts'
import { readPage } from '../apps/read-app.ts'
import type { ServerPages } from '../apps/server-apps.ts'
import { appWords } from '../apps/words.ts'
import type { Journal } from '../journal/journal.ts'
import { plainText } from '../llm/request/text.ts'
import { notRunning } from '../mcp/process/reasons.ts'
import { readResource } from '../mcp/requests/read-resource.ts'
import { handleOf, previewOf, type SoundContent } from '../mcp/results/resource-contents.ts'
import type { Server } from '../mcp/server/server.ts'
import type { Servers } from '../mcp/server/servers.ts'
import type { PickedStore } from '../agent/resources/picked.ts'
import { commandWords as words } from './words.ts'

type Deps = { journal: Journal; servers: Servers; picked: PickedStore }

/** Reading and following resources. */
export function resourceHandlers(deps: Deps) {
  const { journal, picked } = deps
  return {
    readResource: async ({ server: id, uri }, { actor }) => {
      const { server, name } = readable(id, deps)
      journal.assertHealthy()
      const read = await readResource(server, uri, { name })
      if ('problem' in read) throw new HostError(read.isMissing ? 'not-found' : 'unavailable', read.problem)
      const { contents, problems } = read
      const canFollow = server.running?.connection.tellsUpdates === true
      const handle = handleOf(id, uri, read)
      picked.put(handle, partOf(server, uri, contents), read, canFollow)
      journal.append({ type: 'resource.read', server: id, uri, handle, actor })
      await journal.durable()
      return { handle, contents: contents.map(previewOf), problems, canFollow }
    },
    lookAtPage: async ({ server: id, tool }) => {
      const { server, name } = readable(id, deps)
      const uri = server.definition(tool)?.entry.page
      if (uri === undefined) throw new HostError('not-found', appWords.noPage(tool))
      const read = await readPage(server, uri, { name })
      if ('problem' in read) throw new HostError('unavailable', read.problem)
      return read.page
    },
    gonePicked: ({ handles }) => Promise.resolve({ gone: handles.filter((handle) => !picked.has(handle)) }),
    unfollowResource: async ({ conversation, server, uri }, { actor }) => {
      const followed = ownOf(journal.state.followed, conversation) ?? []
      if (!followed.some((it) => it.server === server && it.uri === uri))
        throw new HostError('not-found', words.notFollowed)
      journal.append({ type: 'resource.unfollowed', conversation, server, uri, actor })
      await journal.durable()
    },
  } satisfies Partial<Handlers>
}

type PageDeps = Pick<Deps, 'journal' | 'picked'> & { pages: ServerPages }

/** Servers' pages in the window. */
export function pageHandlers({ pages, journal, picked }: PageDeps) {
  return {
    openPage: (wanted, session) => pages.open(wanted, session),
    takePage: async ({ view }, session) => pages.take(view, session),
    tellPage: async ({ view, messages }, session) => pages.tell(view, messages, session),
    changePage: async ({ view, ...now }, session) => pages.change(view, now, session),
    getPageContext: async ({ handle }) => {
      const kept = picked.get(handle)
      if (kept?.part.type !== 'resource' || kept.part.page === undefined)
        throw new HostError('not-found', words.noContext)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this process wrote it as contents
      return { contents: (JSON.parse(kept.text) as SoundContent[]).map(previewOf) }
    },
    removePageContext: async ({ view }) => {
      const { [view]: known } = journal.state.pageContexts ?? {}
      if (!known) return
      const { conversation, server, tool } = known
      journal.append({ type: 'page.context', view, conversation, server, tool })
    },
    removePageDraft: async ({ conversation, draft }, { actor }) => {
      const open = ownOf(journal.state.pageDrafts ?? {}, conversation) ?? []
      if (!open.some(({ id }) => id === draft)) throw new HostError('not-found', words.noDraft)
      journal.append({ type: 'page.draft-removed', conversation, draft, actor })
      await journal.durable()
    },
    letPageGoOn: async ({ view }, session) => pages.goOn(view, session),
    closePage: ({ view, because }, session) => pages.end(view, because, session),
  } satisfies Partial<Handlers>
}

/** A running server that has resources. Throws `HostError` otherwise. */
function readable(id: string, { journal, servers }: Deps): { server: Server; name: string } {
  const server = servers.get(id)
  if (!server) throw new HostError('not-found', words.noServer(id))
  const name = displayName(id, journal.state.configured.servers[id])
  const { status } = server
  if (status.state !== 'ready') throw new HostError('unavailable', notRunning(name, status, words.startFirst))
  if (!server.running?.connection.offers('resources')) throw new HostError('not-found', words.noResources(name))
  return { server, name }
}

/** All facts about a resource except its contents; an unlisted one is named after the end of its URI. */
function partOf(server: Server, uri: string, contents: SoundContent[]): Omit<ResourcePart, 'data' | 'bytes'> {
  const listed = server.running?.catalogue.resource(uri)
  const mimeType = listed?.mimeType ?? contents.find((it) => it.mimeType !== undefined)?.mimeType
  const name = listed?.title ?? listed?.name ?? uri.split('/').findLast((piece) => piece !== '') ?? uri
  return {
    type: 'resource',
    server: server.id,
    uri,
    name: plainText(name, 200) || 'A resource',
    ...defined({ mimeType }),
    ...(listed?.annotations && { annotations: listed.annotations }),
  }
}
