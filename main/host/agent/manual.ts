import type { Session } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { isModelTool, type HostEvent } from '../../../shared/events/events.ts'
import type { TurnEnd } from '../../../shared/events/turn-events.ts'
import { defined, ownOf, type JsonObject } from '../../../shared/schema/json.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { hashOf } from '../base/hash.ts'
import { plainText } from '../llm/request/text.ts'
import { notRunning } from '../mcp/process/reasons.ts'
import type { Server } from '../mcp/server/server.ts'
import type { Problem } from '../validation/problems.ts'
import { isInQuarantine, quarantineProblem } from './tools/quarantine.ts'
import { assertBounded } from './fit-arguments.ts'
import { conversationTitle } from './new-message.ts'
import { endTurn } from './resumed-turn.ts'
import { runCall, type CallDeps, type CallRequest } from './tool-call.ts'
import { agentWords as words } from './words.ts'

/** A tool the user runs: the definition they saw, by its hash, and their arguments. */
export type ManualCall = { server: string; tool: string; definition: string; arguments: JsonObject }

/** The conversation it runs in; absent for a new one. */
export type ManualTurn = ManualCall & { conversation?: string | undefined }

type Made = Session & { conversation: string; turn: string; call: string }

/**
 * Binds a call to the current server, definition and arguments: the request is the consent, except in a `judged`
 * session, whose calls are decided like a model's. A rule that denies the call binds users who can't remove it. `title`
 * is the call's title. Throws `HostError` if what the user requested doesn't exist, or no longer.
 */
export function bindCall(
  wanted: ManualCall,
  { actor, right, judged, ...of }: Made,
  deps: Pick<CallDeps, 'journal' | 'servers'>,
): { requested: HostEvent; title: string; request: CallRequest } {
  const { tool, definition, arguments: input } = wanted
  const { journal } = deps
  const server = findServer(wanted, deps)
  assertBounded(input)
  const entry = ownOf(journal.state.servers[server.id]?.tools ?? {}, tool)
  const what = { server: server.id, tool, definition }
  const consent = { ...what, actor, right, configuration: server.configuration, argumentsHash: hashOf(input) }
  return {
    requested: {
      type: 'call.requested',
      ...of,
      ...what,
      title: entry?.title,
      page: entry?.page,
      arguments: journal.keep(input),
    },
    title: plainText(entry?.title ?? tool, 60) || 'A tool',
    request: { ...of, server: server.id, tool, arguments: { input }, ...(!judged && { consent }) },
  }
}

/**
 * Problems of unfinished arguments, by position; `unchecked` says why the check isn't possible. Journals nothing.
 * Throws like `bindCall`.
 */
export async function checkArguments(
  wanted: ManualCall,
  deps: Pick<CallDeps, 'journal' | 'servers' | 'validator'>,
): Promise<{ problems: Problem[]; unchecked?: string }> {
  const { tool, definition, arguments: input } = wanted
  const server = findServer(wanted, deps)
  assertBounded(input)
  const schema = { hash: `${definition}/input`, schema: server.definition(tool)?.raw['inputSchema'] ?? {} }
  const verdict = await deps.validator.check(schema, input, { server: server.id })
  if ('unchecked' in verdict) return { problems: [], unchecked: verdict.unchecked }
  if (!verdict.ok) return { problems: verdict.places }
  return { problems: [], ...defined({ unchecked: verdict.partly }) }
}

/** The server that offers the tool in the definition the user saw. */
function findServer(
  { server: id, tool, definition }: ManualCall,
  { servers, journal }: Pick<CallDeps, 'journal' | 'servers'>,
): Server {
  const server = servers.get(id)
  if (!server) throw new HostError('not-found', words.noServer(id))
  const name = displayName(id, journal.state.configured.servers[id])
  if (server.status.state !== 'ready' && !server.standby.isOn)
    throw new HostError('unavailable', notRunning(name, server.status, words.startThenRun(tool)))
  const found = server.definition(tool)
  if (!found) throw new HostError('not-found', words.chooseAnother(name, tool))
  if (!isModelTool(found.entry)) throw new HostError('conflict', words.notForModels(name, tool))
  if (found.hash !== definition) throw new HostError('conflict', words.changedSinceOpened(name, tool))
  if (isInQuarantine({ server: id, tool, definition }, journal.state))
    throw new HostError('conflict', quarantineProblem({ server: id, tool }, journal.state))
  return server
}

/** A turn that is one call of the user's, in a new or an existing conversation. Throws like `bindCall`. */
export function beginManual(
  { conversation, ...wanted }: ManualTurn,
  { of, call, actor, ...session }: Session & { of: { conversation: string; turn: string }; call: string },
  deps: CallDeps,
) {
  const { requested, title, request } = bindCall(wanted, { ...of, call, actor, ...session }, deps)
  const created: HostEvent = {
    type: 'conversation.created',
    conversation: of.conversation,
    title: conversationTitle(title),
    actor,
  }
  const started: HostEvent = { type: 'turn.started', ...of, origin: 'person', actor }
  return {
    events: [...(conversation === undefined ? [created] : []), started, requested],
    undone: [
      { type: 'call.finished', ...of, call, outcome: { status: 'cancelled', mayHaveRun: false } },
      { type: 'turn.finished', ...of, end: 'failed', problem: words.callNotLogged },
    ] satisfies HostEvent[],
    run: ({ signal, callSignal }: Brakes) => runManualTurn(request, deps, { turn: signal, call: callSignal(call) }),
  }
}

type Brakes = { signal: AbortSignal; callSignal: (call: string) => AbortSignal }

/** Runs a turn that is one call of the user's, to its end, and journals it. Never rejects. */
export async function runManualTurn(
  request: CallRequest,
  deps: CallDeps,
  { turn: ofTurn, call: ofCall }: { turn: AbortSignal; call: AbortSignal },
): Promise<TurnEnd> {
  const { conversation, turn } = request
  const { outcome } = await runCall(request, deps, ofCall)
  const end = outcome.status !== 'cancelled' ? 'done' : ofTurn.reason === 'quit' ? 'interrupted' : 'cancelled'
  endTurn({ type: 'turn.finished', conversation, turn, end }, deps.journal)
  return end
}
