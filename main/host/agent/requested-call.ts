import { randomUUID } from 'node:crypto'
import type { Conversation } from '../../../shared/state/conversation.ts'
import { readingTool } from '../../../shared/content/reading.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { ownOf } from '../../../shared/schema/json.ts'
import type { Journal } from '../journal/journal.ts'
import type { ModelCall } from '../llm/llm.ts'
import { loading, reading } from '../mcp/requests/reading.ts'
import { hostCallOf, type HostKind } from './tools/host-tools.ts'
import { listResources } from './resources/list-resources.ts'
import { readOnIn, readResultTitle } from './resources/read-result.ts'
import type { ToolFilter } from './tools/tool-filter.ts'
import type { CallRequest } from './tool-call.ts'
import type { TurnTools } from './tools/turn-tools.ts'
import type { RunDeps } from './deps.ts'
import { toolWords } from './tools/words.ts'
import { agentWords } from './words.ts'

type Around = { turn: string; conversation: Conversation; toolFilter: ToolFilter; tools: TurnTools; deps: RunDeps }

/** Journals that the model requested a call; it names the tool as this conversation knows it. */
export function requestCall(made: ModelCall, message: string, around: Around): CallRequest {
  const { conversation, turn, deps } = around
  const { journal } = deps
  const { server, tool, host, input } = calledBy(made, around)
  const of = { conversation: conversation.id, turn, call: randomUUID() }
  journal.append({
    type: 'call.requested',
    ...of,
    message,
    modelCall: made.id,
    modelName: made.name,
    server,
    tool,
    ...definedAs({ server, tool, host }, journal),
    arguments: journal.keep(input ?? {}),
  })
  const request = { ...of, server, tool, ...hostPart({ server, host, call: of.call }, around) }
  if (server !== undefined && around.toolFilter.isOff(conversation, server, host ? readingTool : tool))
    return { ...request, arguments: { problem: switchedOff(server, host ? agentWords.resources : tool, journal) } }
  return { ...request, arguments: 'input' in made ? { input: input ?? {} } : { problem: made.problem } }
}

/** Turns a request into a call of one of Atrium's own tools. */
function hostPart(
  { server, host, call }: { server: string | undefined; host: HostKind | undefined; call: string },
  { deps, tools }: Around,
): Pick<CallRequest, 'host' | 'here' | 'skillsOf'> {
  switch (host) {
    case 'reading':
      return { host, skillsOf: [...tools.skillServers].filter((it) => it !== server) }
    case 'loading':
      if (server !== undefined) tools.skillServers.add(server)
      return { host }
    case 'listing':
      return { here: (input) => listResources({ server, input }, deps) }
    case 'result':
      return { here: (input) => readOnIn(input, deps) }
    case 'finding':
      return { here: (input) => tools.find(call, input) }
    case undefined:
      return {}
    default:
      return host satisfies never
  }
}

type Called = Pick<CallRequest, 'server' | 'tool'> & { host?: HostKind | undefined }

/** A name's meaning: a server's tool, else one of Atrium's own. */
function calledBy(
  made: ModelCall,
  { tools: { names } }: Around,
): Called & { input?: Extract<ModelCall, { input: unknown }>['input'] } {
  const given = 'input' in made ? { input: made.input } : {}
  const known = Object.hasOwn(names, made.name) ? names[made.name] : undefined
  if (known) return { ...known, ...given }
  return hostCallOf(made.name, given.input ?? {}) ?? { server: undefined, tool: made.name, ...given }
}

function definedAs(
  { server, tool, host }: Called,
  journal: Journal,
): { title?: string | undefined; definition?: string; page?: string | undefined } {
  if (host === 'listing') return {}
  if (host === 'result') return { title: readResultTitle }
  if (host === 'finding') return { title: toolWords.findTitle }
  if (host) return { definition: journal.keepBlob((host === 'loading' ? loading : reading).text) }
  const entry = server === undefined ? undefined : ownOf(journal.state.servers[server]?.tools ?? {}, tool)
  return entry ? { title: entry.title, definition: entry.hash, page: entry.page } : {}
}

const switchedOff = (server: string, what: string, { state }: Journal): string =>
  agentWords.switchedOff(what, displayName(server, state.configured.servers[server]))
