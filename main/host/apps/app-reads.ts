import { displayName } from '../../../shared/config/server-config.ts'
import { turnOfView } from '../../../shared/events/app-events.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { isPinned, promptItem, templateItem } from '../../../shared/state/pins.ts'
import { readResource } from '../mcp/requests/read-resource.ts'
import { contentBytes, handleOf, type SoundContent } from '../mcp/results/resource-contents.ts'
import type { Server } from '../mcp/server/server.ts'
import type { AppCallDeps } from './app-calls.ts'
import type { OfferedTo, AppOffer } from './offer.ts'
import { codes, AppRefusal } from './app-peer.ts'
import { appWords as words } from './words.ts'

/** Max characters of a URI, and max bytes of a resource for an app. */
const longestUri = 8192
const mostBytes = 16 * 1024 * 1024

/**
 * An app's access to its own server beyond tools (MCP Apps 2026-01-26, Standard MCP Messages): resources, and lists of
 * what the user accepted, as the server wrote them.
 */
export const resourceOffer = (to: OfferedTo, deps: AppCallDeps): AppOffer => ({
  capabilities: { serverResources: {} },
  requests: {
    'resources/read': (params, signal) => read(params, { to, deps, signal }),
    'resources/list': () => ({ resources: listed(to, deps) }),
    'resources/templates/list': () => ({ resourceTemplates: defined('templates', to, deps) }),
    'prompts/list': () => ({ prompts: defined('prompts', to, deps) }),
  },
})

type Around = { to: OfferedTo; deps: AppCallDeps; signal: AbortSignal }

/** Reads a resource like one that the user picks, and records that the app did. */
async function read({ uri }: JsonObject, { to, deps, signal }: Around): Promise<JsonObject> {
  if (typeof uri !== 'string' || uri.length > longestUri) throw new AppRefusal(codes.params, words.refused.badUri)
  const { journal, servers } = deps
  const { conversation, call } = to.shown
  journal.assertHealthy()
  const leave = await to.gate.enter(signal)
  try {
    const server = await running(servers.get(call.server))
    const name = displayName(server.id, journal.state.configured.servers[server.id])
    const found = await readResource(server, uri, { name, signal })
    if ('problem' in found)
      throw new AppRefusal(codes.refused, found.isMissing ? words.refused.noResource : words.refused.failed)
    const { contents } = found
    const bytes = contents.reduce((all, content) => all + contentBytes(content), 0)
    if (bytes > mostBytes) throw new AppRefusal(codes.refused, words.told.tooLarge)
    const of = { conversation, turn: turnOfView(to.view), server: server.id, actor: to.actor }
    journal.append({ type: 'resource.read', ...of, uri, handle: handleOf(server.id, uri, found) })
    await journal.durable()
    return { contents: contents.map(asSent) }
  } finally {
    leave()
  }
}

/** The server once it is ready, started if a call starts it. Rejects with `AppRefusal` if it can't answer. */
async function running(server: Server | undefined): Promise<Server> {
  if (server?.standby.isOn) await server.standby.start()
  if (server?.status.state !== 'ready') throw new AppRefusal(codes.refused, words.refused.notRunning)
  if (!server.running?.connection.offers('resources')) throw new AppRefusal(codes.refused, words.refused.noResource)
  return server
}

const asSent = ({ ui, ...content }: SoundContent): JsonObject => ({ ...content, ...(ui && { _meta: { ui } }) })

const listed = ({ shown: { call } }: OfferedTo, { servers }: AppCallDeps): JsonValue[] =>
  // Members without a value are left out, as in JSON text.
  JSON.parse(JSON.stringify(servers.get(call.server)?.running?.catalogue.resources().resources ?? []))

/** The server's items of a kind that the user accepted. */
function defined(
  kind: 'prompts' | 'templates',
  { shown: { call } }: OfferedTo,
  { journal: { state }, servers }: AppCallDeps,
): JsonObject[] {
  const { server } = call
  const catalogue = servers.get(server)?.running?.catalogue
  return Object.entries(state.servers[server]?.[kind]?.items ?? {}).flatMap(([name, { hash }]) => {
    const item = kind === 'prompts' ? promptItem(name) : templateItem(name)
    const raw = isPinned(consentOf(state, server).pins, item, hash) ? catalogue?.definition(item)?.raw : undefined
    return raw ? [raw] : []
  })
}
