import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../shared/events/actor.ts'
import { isTakenBack, type UndoList } from '../../../shared/changes/undo.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import type { TurnEnd } from '../../../shared/events/turn-events.ts'
import { defined, isObject } from '../../../shared/schema/json.ts'
import { sentArguments, type Call, type Conversation, type Turn } from '../../../shared/state/conversation.ts'
import type { Journal } from '../journal/journal.ts'
import { takingBack, type Change, type Undo } from './changes/taken-back.ts'
import { askingOrder } from './asking-order.ts'
import { endTurn } from './resumed-turn.ts'
import { runCall, type CallDeps, type CallRequest } from './tool-call.ts'
import { agentWords as words } from './words.ts'

type Reading = Pick<Journal, 'read' | 'state'>

/** A turn's changes that can be taken back, and the others. `not-found` if there is no such turn. */
export function undoOf(conversation: Conversation, turn: string, journal: Reading) {
  const of = conversation.turns.find(({ id }) => id === turn)
  if (!of) throw new HostError('not-found', words.noTurn)
  const done = doneIn(conversation.turns, turn)
  const changes = changesIn(of, journal)
  const byFile = Map.groupBy(changes, ({ file }) => file.path)
  const found = [...byFile].flatMap(([path, each]) =>
    done.has(path) ? [] : [takingBack(path, each, { ofOthers: byFile, journal })],
  )
  const undos = found.flatMap((one) => (one && 'as' in one ? [one] : []))
  const left = found.flatMap((one) => (one && 'why' in one ? [one] : []))
  const seen = new Set(changes.map(({ call }) => call.id))
  return { undos, left, calls: callsOf(of).filter((call) => !seen.has(call.id) && mayChange(call, journal)) }
}

/** A turn's undo as the user sees it: the changes that can be taken back, and the others. */
export function undoListOf(history: Conversation, turn: string, journal: Journal): UndoList {
  const { undos, left, calls } = undoOf(history, turn, journal)
  return {
    files: undos.map(({ path, to }) => ({ path, ...defined({ to }) })),
    left,
    calls: calls.map(({ server, tool, title }) => ({ server, tool, title })),
  }
}

type Beginner = { of: { conversation: string; turn: string }; actor: Actor; undoes: string }

/** A turn that takes changes back, one call per file. All of them ask the user at once. */
export function beginUndo(undos: readonly Undo[], { of, actor, undoes }: Beginner, deps: CallDeps) {
  if (undos.length === 0) throw new HostError('conflict', words.nothingToUndo)
  const { journal } = deps
  const slots = askingOrder(undos.length)
  const requests = undos.map(({ as, arguments: input, files }, index): CallRequest => {
    const { server, tool, definition = '' } = as
    const slot = slots[index]
    const relies = { definition, files }
    return { ...of, call: randomUUID(), server, tool, arguments: { input }, relies, ...(slot && { slot }) }
  })
  const requested = undos.map(({ as: { server, tool, title, definition }, arguments: input }, index): HostEvent => {
    const call = requests[index]?.call ?? ''
    return { type: 'call.requested', ...of, call, server, tool, title, definition, arguments: journal.keep(input) }
  })
  const outcome = { status: 'cancelled', mayHaveRun: false } as const
  return {
    calls: requests.map(({ call }) => call),
    events: [{ type: 'turn.started', ...of, origin: 'person', undoes, actor } as const, ...requested],
    undone: [
      ...requests.map(({ call }): HostEvent => ({ type: 'call.finished', ...of, call, outcome })),
      { type: 'turn.finished', ...of, end: 'failed', problem: words.callNotLogged } as const,
    ],
    run: async ({ signal, callSignal }: Brakes): Promise<TurnEnd> => {
      await Promise.all(requests.map((request) => runCall(request, deps, callSignal(request.call))))
      const end = !signal.aborted ? 'done' : signal.reason === 'quit' ? 'interrupted' : 'cancelled'
      endTurn({ type: 'turn.finished', ...of, end }, journal)
      return end
    },
  }
}

type Brakes = { signal: AbortSignal; callSignal: (call: string) => AbortSignal }

const callsOf = ({ messages }: Turn): Call[] => messages.flatMap(({ calls }) => calls)

function mayChange({ server = '', tool, startedAt }: Call, { state }: Reading): boolean {
  return startedAt !== undefined && state.servers[server]?.tools[tool]?.claims.readOnly !== true
}

/** The files that an earlier undo of the turn took back. */
const doneIn = (turns: readonly Turn[], turn: string): Set<string> =>
  new Set(
    turns
      .flatMap(({ undoes }) => (undoes?.turn === turn ? undoes.calls.filter(isTakenBack) : []))
      .flatMap(({ files = [] }) => files.map(({ path }) => path)),
  )

/** The turn's changes to files, in order. */
function changesIn(turn: Turn, { read }: Reading): Change[] {
  return callsOf(turn).flatMap((call) => {
    const ends = (call.fileEnds ?? []).filter(({ end }) => end !== 'not-changed' && end !== 'unknown')
    const input = ends.length > 0 ? read(sentArguments(call)) : undefined
    return ends.flatMap((end): Change[] => {
      const file = call.files?.find(({ path }) => path === end.path)
      return file && isObject(input) ? [{ call, input, file, end }] : []
    })
  })
}
