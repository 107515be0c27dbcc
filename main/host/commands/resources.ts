import type { ResourcePart } from '../../../shared/content/attachments.ts'
import { isFolder } from '../../../shared/content/listed.ts'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { defined, ownOf } from '../../../shared/schema/json.ts'
import { readApp } from '../apps/read-app.ts'
import type { ServerApps } from '../apps/server-apps.ts'
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
      const part = partOf(server, uri, contents)
      picked.put(handle, part, read, canFollow)
      journal.append({ type: 'resource.read', server: id, uri, handle, actor })
      await journal.durable()
      const folder = isFolder(part) && ({ folder: true } as const)
      return { handle, contents: contents.map(previewOf), problems, canFollow, ...folder }
    },
    lookAtApp: async ({ server: id, tool }) => {
      const { server, name } = readable(id, deps)
      const uri = server.definition(tool)?.entry.page
      if (uri === undefined) throw new HostError('not-found', appWords.noApp(tool))
      const read = await readApp(server, uri, { name })
      if ('problem' in read) throw new HostError('unavailable', read.problem)
      return read.app
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

type AppDeps = Pick<Deps, 'journal' | 'picked'> & { apps: ServerApps }

/** Servers' pages in the window. */
export function appHandlers({ apps, journal, picked }: AppDeps) {
  return {
    openApp: (wanted, session) => apps.open(wanted, session),
    takeApp: async ({ view }, session) => apps.take(view, session),
    tellApp: async ({ view, messages }, session) => apps.tell(view, messages, session),
    changeApp: async ({ view, ...now }, session) => apps.change(view, now, session),
    getAppContext: async ({ handle }) => {
      const kept = picked.get(handle)
      if (kept?.part.type !== 'resource' || kept.part.page === undefined)
        throw new HostError('not-found', words.noContext)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this process wrote it as contents
      return { contents: (JSON.parse(kept.text) as SoundContent[]).map(previewOf) }
    },
    removeAppContext: async ({ view }) => {
      const { [view]: known } = journal.state.appContexts ?? {}
      if (!known) return
      const { conversation, server, tool } = known
      journal.append({ type: 'page.context', view, conversation, server, tool })
    },
    removeAppDraft: async ({ conversation, draft }, { actor }) => {
      const open = ownOf(journal.state.appDrafts ?? {}, conversation) ?? []
      if (!open.some(({ id }) => id === draft)) throw new HostError('not-found', words.noDraft)
      journal.append({ type: 'page.draft-removed', conversation, draft, actor })
      await journal.durable()
    },
    letAppGoOn: async ({ view }, session) => apps.goOn(view, session),
    closeApp: ({ view, because }, session) => apps.end(view, because, session),
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
  const itself = contents.find((it) => it.uri === uri) ?? contents[0]
  const mimeType = listed?.mimeType ?? itself?.mimeType
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
