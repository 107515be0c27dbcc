import type { TurnEnd, CallOutcome } from '../../../shared/events/turn-events.ts'
import type { EventOf } from '../../../shared/events/events.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { isObject } from '../../../shared/schema/json.ts'
import { ownCalls } from '../../../shared/state/call-fold.ts'
import { type Conversation, sentArguments } from '../../../shared/state/conversation.ts'
import { isResumable, type RunningCall } from '../../../shared/state/running-turns.ts'
import type { Journal } from '../journal/journal.ts'
import type { Server } from '../mcp/server/server.ts'
import type { Servers } from '../mcp/server/servers.ts'
import { clearResumed } from './clearance.ts'
import { outcomeOfReply, watchedCall } from './sent-call.ts'
import { agentWords as words } from './words.ts'

type Deps = { journal: Journal; servers: Servers; history: (conversation: string) => Promise<Conversation> }
type OfCall = { conversation: string; turn: string; call: string }

/** A turn that an earlier process left with calls that run as tasks. */
export type LeftTurn = {
  conversation: string
  turn: string
  signal: AbortSignal
  callSignal: (call: string) => AbortSignal
}

/** Ends a turn in the journal, unless one of its calls continues as a task while Atrium closes. */
export function endTurn(event: EventOf<'turn.finished'>, journal: Journal): void {
  if (!Object.values(journal.state.turns[event.turn]?.calls ?? {}).some(isResumable)) journal.append(event)
}

/**
 * Takes up a turn's tasks again once their servers are connected, and ends the turn with them: the user decides whether
 * the model continues. Nothing is sent again. Never rejects.
 */
export async function resumeTurn({ signal, callSignal, ...of }: LeftTurn, deps: Deps): Promise<TurnEnd> {
  const { journal } = deps
  const left = journal.state.turns[of.turn]
  const calls = Object.entries(left?.calls ?? {})
  await Promise.all(calls.map(([call, it]) => resumeCall({ ...of, call }, it, { ...deps, signal: callSignal(call) })))
  const ownEnd = left?.origin === 'person' && !signal.aborted
  const problem = ownEnd || signal.aborted ? {} : { problem: words.resumed }
  const end = ownEnd ? 'done' : signal.aborted && signal.reason !== 'quit' ? 'cancelled' : 'interrupted'
  endTurn({ type: 'turn.finished', ...of, end, ...problem }, journal)
  return end
}

type Resuming = Deps & { signal: AbortSignal }

async function resumeCall(of: OfCall, call: RunningCall, deps: Resuming): Promise<void> {
  const { journal, signal } = deps
  const outcome = await followTask(of, call, deps).catch((error: unknown): CallOutcome => ({
    status: 'failed',
    problem: error instanceof Error ? error.message : String(error),
    mayHaveRun: true,
  }))
  if (signal.reason === 'quit' && isResumable(journal.state.turns[of.turn]?.calls[of.call])) return
  journal.append({ type: 'call.finished', ...of, outcome })
}

async function followTask(
  of: OfCall,
  { server: id = '', tool, task }: RunningCall,
  deps: Resuming,
): Promise<CallOutcome> {
  const { journal, signal, history } = deps
  const unknown = (problem: string): CallOutcome => ({ status: 'failed', problem, mayHaveRun: true })
  const { resumes: bound, answered = [] } = task ?? {}
  const input = bound && argumentsIn(await history(of.conversation), of, journal)
  if (!bound || !input) return unknown(words.cannotResume)
  const { configuration, definition, argumentsHash } = bound
  const operation = { ...of, server: id, tool, configuration, definition, argumentsHash, arguments: input }
  const server = await connected(id, configuration, deps)
  if (signal.aborted) return { status: 'cancelled', mayHaveRun: true }
  const name = displayName(id, journal.state.configured.servers[id])
  if (!server) return unknown(words.serverChanged(name))
  const cleared = clearResumed(operation, journal)
  if (!cleared) return unknown(words.cannotResume)
  const { watch } = watchedCall(cleared, server, journal)
  const reply = await server.call(cleared, { ...watch, signal, resumes: { ...bound, answered } })
  // The operation is no longer bound to the current configuration and definition, and it may have run before.
  return reply.status === 'stale' ? unknown(reply.problem) : outcomeOfReply(reply, journal)
}

function argumentsIn(conversation: Conversation, of: OfCall, journal: Journal) {
  const turn = conversation.turns.find(({ id }) => id === of.turn)
  const calls = turn ? [...ownCalls(turn), ...turn.messages.flatMap((message) => message.calls)] : []
  const call = calls.find(({ id }) => id === of.call)
  const input = call && journal.read(sentArguments(call))
  return isObject(input) ? input : undefined
}

/** Resolves with the server once it is connected; with none if it is off, gone or configured otherwise. */
async function connected(
  id: string,
  configuration: string,
  { servers, journal, signal }: Resuming,
): Promise<Server | undefined> {
  const { promise, resolve } = Promise.withResolvers<Server | undefined>()
  const look = (): void => {
    const server = servers.get(id)
    if (signal.aborted || server?.configuration !== configuration || !server.enabled) resolve(undefined)
    else if (server.status.state === 'ready') resolve(server)
  }
  // Listeners run while an event is being published, before the events that it causes.
  const leave = journal.subscribe(({ event }) => {
    if (event.type === 'server.changed' || event.type === 'configured') queueMicrotask(look)
  })
  signal.addEventListener('abort', look, { once: true })
  look()
  return promise.finally(() => {
    leave()
    signal.removeEventListener('abort', look)
  })
}
