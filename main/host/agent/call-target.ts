import type { Question } from '../../../shared/asks/asks.ts'
import { isModelTool, isAppTool } from '../../../shared/events/events.ts'
import { ownOf, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { readingClaims } from '../../../shared/content/reading.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { Journal } from '../journal/journal.ts'
import type { Cleared, ToolOperation } from '../mcp/requests/operation.ts'
import { loading, reading } from '../mcp/requests/reading.ts'
import { skillWords } from '../mcp/skills/words.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { skillItem } from '../../../shared/state/pins.ts'
import type { CallOptions, CallReply } from '../mcp/requests/call.ts'
import type { Server } from '../mcp/server/server.ts'
import { notRunning } from '../mcp/process/reasons.ts'
import type { Servers } from '../mcp/server/servers.ts'
import type { SoundContent } from '../mcp/results/resource-contents.ts'
import { isForModels } from '../../../shared/content/annotations.ts'
import { resourcePartOf } from './resources/resource-parts.ts'
import { agentWords as words } from './words.ts'

/** A call's target: a tool as its server defines it, or what the server has under a URI. */
export type Target = {
  server: Server
  definition: { hash: string; raw: JsonObject }
  /** The part shown in the approval. */
  about: Pick<Question<'approval'>, 'title' | 'description' | 'claims'>
  /** Whether the server still offers exactly this; false once that changed or is gone. */
  isStillOffered(operation: ToolOperation): boolean
  /** Sends what was cleared for this target. Never rejects. */
  call(operation: Cleared<ToolOperation>, options: CallOptions): Promise<CallReply>
}

type Wanted = { server: string | undefined; tool: string; host?: 'reading' | 'loading'; app?: object }
type Deps = { servers: Servers; journal: Journal }

/** The target of a call, which its server must offer now; otherwise why it can't be called, in one sentence. */
export function targetOf(
  { server: id, tool, host, app }: Wanted,
  input: JsonObject,
  deps: Deps,
): Target | { problem: string } {
  const { servers, journal } = deps
  const server = id === undefined ? undefined : servers.get(id)
  if (id === undefined || !server) return { problem: host ? words.noSuchServer : words.noTool(tool.slice(0, 128)) }
  const name = displayName(id, journal.state.configured.servers[id])
  if (server.status.state !== 'ready')
    return { problem: notRunning(name, server.status, host ? words.cannotUseResources : words.cannotUseTool(tool)) }
  if (host === 'loading') return loadingOf(server, name, input['uri'], journal)
  if (host) return readingOf(server, name, input['uri'])
  const definition = server.definition(tool)
  if (!definition) return { problem: words.toolGone(name, tool) }
  if (app && !isAppTool(definition.entry)) return { problem: words.notForApps(name, tool) }
  if (!app && !isModelTool(definition.entry)) return { problem: words.notForModels(name, tool) }
  const obstacle = server.obstacle(tool)
  if (obstacle !== undefined) return { problem: obstacle }
  const entry = ownOf(ownOf(journal.state.servers, id)?.tools ?? {}, tool)
  return {
    server,
    definition,
    about: {
      title: entry?.title,
      description: entry?.description ?? '',
      claims: entry?.claims ?? { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    },
    isStillOffered: (operation) => server.current(operation).status === 'current',
    call: (operation, options) => server.call(operation, options),
  }
}

/** The target that reads a resource; otherwise why it can't be read, in one sentence. */
function readingOf(server: Server, name: string, uri: JsonValue | undefined): Target | { problem: string } {
  if (!server.running?.connection.offers('resources')) return { problem: words.noResources(name) }
  const listed = typeof uri === 'string' ? server.running.catalogue.resource(uri) : undefined
  if (listed && !isForModels(listed)) return { problem: words.forPeopleOnly(name) }
  return textOf(server, 'resources', reading, async (operation, options) => {
    const read = await server.read(operation, options)
    return read.status === 'answered' ? { ...read, uri: operation.arguments['uri'], notes: read.problems } : read
  })
}

/** The target that loads an approved skill; otherwise why it can't be loaded, in one sentence. */
function loadingOf(
  server: Server,
  name: string,
  uri: JsonValue | undefined,
  { state }: Journal,
): Target | { problem: string } {
  if (!server.running?.connection.offers('skills')) return { problem: skillWords.none(name) }
  const set = typeof uri === 'string' ? consentOf(state, server.id).pins?.[skillItem(uri)] : undefined
  if (set === undefined) return { problem: skillWords.notApproved(name, typeof uri === 'string' ? uri : '') }
  return textOf(server, 'skills', loading, async (operation, { signal }) => {
    const read = await server.skills.load(operation, { name, set, signal })
    return read.status === 'answered' ? { ...read, uri: read.file, notes: [words.skillText(name)] } : read
  })
}

type Read =
  | { status: 'answered'; contents: SoundContent[]; uri: JsonValue | undefined; notes: string[] }
  | Exclude<CallReply, { status: 'answered' }>

/** A target whose text the model gets part by part. */
const textOf = (
  server: Server,
  feature: 'resources' | 'skills',
  definition: Target['definition'],
  read: (operation: Cleared<ToolOperation>, options: CallOptions) => Promise<Read>,
): Target => ({
  server,
  definition,
  about: { description: '', claims: readingClaims },
  isStillOffered: () => server.running?.connection.offers(feature) === true,
  call: async (operation, options) => {
    const found = await read(operation, options)
    if (found.status !== 'answered') return found
    const { part } = operation.arguments
    const wanted = { uri: typeof found.uri === 'string' ? found.uri : '', part: typeof part === 'number' ? part : 1 }
    const shown = resourcePartOf(found.contents, wanted)
    if ('problem' in shown) return { status: 'failed', problem: shown.problem, mayHaveRun: false }
    return { status: 'answered', result: { content: shown.content }, notes: [...found.notes, ...shown.notes] }
  },
})
