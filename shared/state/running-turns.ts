import type { Era } from '../events/server-events.ts'
import type { EventOf, EventType, HostEvent } from '../events/events.ts'
import type { ModelWait, ResumableTask, TaskStatus } from '../events/turn-events.ts'
import type { ModelChoice } from '../config/settings.ts'
import { without } from '../schema/records.ts'
import { defined } from '../schema/json.ts'

/** A call's task while it runs: since when it has this status, and the keys of the input already sent, as digests. */
export type RunningTask = {
  status: TaskStatus
  message?: string | undefined
  every: number
  since: number
  resumes?: ResumableTask | undefined
  answered?: string[] | undefined
}

/** A call that has not ended. */
export type RunningCall = {
  server?: string | undefined
  tool: string
  stage: 'requested' | 'cleared' | 'started'
  era?: Era | undefined
  startedAt?: number | undefined
  progress?: { progress: number; total?: number | undefined; message?: string | undefined } | undefined
  /** Present if it runs as a task of its server. */
  task?: RunningTask | undefined
}

/** The text so far of the message that the model is writing. */
export type RunningMessage = { id: string; wait: ModelWait; blocks: { kind: 'text' | 'thinking'; text: string }[] }

/** A turn that has not ended. */
export type RunningTurn = {
  conversation: string
  /** `person` if the user runs a tool without a model. */
  origin?: 'person' | undefined
  endpoint?: string | undefined
  model?: string | undefined
  startedAt: number
  /** The servers it waits for, and since when; absent if it isn't waiting. */
  waitsFor?: { servers: string[]; since: number } | undefined
  message?: RunningMessage | undefined
  calls: Record<string, RunningCall>
}

/** Whether the call can go on after a restart, because its server runs it as a task that nothing told to stop. */
export const isResumable = (call: RunningCall | undefined): boolean =>
  call?.stage === 'started' &&
  call.task?.resumes !== undefined &&
  (call.task.status === 'working' || call.task.status === 'input_required' || call.task.status === 'resuming')

const turnEvents = [
  'turn.started',
  'turn.finished',
  'turn.waiting',
  'model.requested',
  'model.waiting',
  'message.delta',
  'message.finished',
  'call.requested',
  'call.cleared',
  'call.started',
  'call.task',
  'call.progress',
  'call.polled',
  'call.finished',
] as const satisfies EventType[]
/** An event of a turn, or of an app's calls. */
export type RunningEvent = EventOf<(typeof turnEvents)[number]>

const ofTurns: ReadonlySet<EventType> = new Set(turnEvents)

/** Whether the event changes a running turn. */
export const isTurnEvent = (event: HostEvent): event is RunningEvent => ofTurns.has(event.type)

/** A model of a conversation's turn. */
export type UsedModel = ModelChoice & { conversation: string }

type Running = { turns: Record<string, RunningTurn>; lastUsed: UsedModel[] }

/** The running turns, and the models of the latest ones. Pure. */
export const foldRunning = ({ turns, lastUsed }: Running, event: RunningEvent, at: number): Running => ({
  turns: foldTurns(turns, event, at),
  lastUsed: foldUsed(lastUsed, event),
})

/** Max number of remembered uses. */
const mostUsed = 20

/** The models of the latest turns, latest first. Pure. */
export function foldUsed(used: UsedModel[], event: RunningEvent): UsedModel[] {
  if (event.type !== 'turn.started' || event.endpoint === undefined || event.model === undefined) return used
  const { conversation, endpoint, model } = event
  const others = used.filter((it) => it.conversation !== conversation || it.endpoint !== endpoint || it.model !== model)
  return [{ conversation, endpoint, model }, ...others].slice(0, mostUsed)
}

/** The running turns, by ID. Pure. */
function foldTurns(turns: Record<string, RunningTurn>, event: RunningEvent, at: number): Record<string, RunningTurn> {
  if (event.type === 'turn.started')
    return {
      ...turns,
      [event.turn]: {
        conversation: event.conversation,
        ...(event.origin && { origin: event.origin }),
        ...defined({ endpoint: event.endpoint }),
        model: event.model,
        startedAt: at,
        calls: {},
      },
    }
  if (event.type === 'turn.finished') return without(turns, event.turn)
  const turn = turns[event.turn]
  return turn ? { ...turns, [event.turn]: foldTurn(turn, event, at) } : turns
}

/** A running turn after an event of it. Pure. */
export function foldTurn(
  turn: RunningTurn,
  event: Exclude<RunningEvent, EventOf<'turn.started' | 'turn.finished'>>,
  at: number,
): RunningTurn {
  switch (event.type) {
    case 'turn.waiting':
      return {
        ...turn,
        waitsFor: event.servers.length > 0 ? { servers: event.servers, since: turn.waitsFor?.since ?? at } : undefined,
      }
    case 'model.requested':
      return { ...turn, message: { id: event.message, wait: { state: 'requesting', since: at }, blocks: [] } }
    case 'model.waiting':
      return turn.message ? { ...turn, message: { ...turn.message, wait: event.wait } } : turn
    case 'message.delta':
      return { ...turn, message: extend(turn.message, event) }
    case 'message.finished':
      return { ...turn, message: undefined }
    case 'call.requested':
      return withCall(turn, event.call, { server: event.server, tool: event.tool, stage: 'requested' })
    case 'call.cleared':
      return withCall(turn, event.call, { stage: 'cleared' })
    case 'call.started':
      return withCall(turn, event.call, {
        stage: 'started',
        era: event.era,
        startedAt: turn.calls[event.call]?.startedAt ?? at,
      })
    case 'call.progress': {
      const { progress, total, message } = event
      return turn.calls[event.call] ? withCall(turn, event.call, { progress: { progress, total, message } }) : turn
    }
    case 'call.task': {
      const call = turn.calls[event.call]
      return call ? withCall(turn, event.call, { task: foldTask(call.task, event, at) }) : turn
    }
    case 'call.polled': {
      const task = turn.calls[event.call]?.task
      const { message, every } = event
      return task ? withCall(turn, event.call, { task: { ...task, message, every } }) : turn
    }
    case 'call.finished':
      return { ...turn, calls: without(turn.calls, event.call) }
    default:
      return event satisfies never
  }
}

function foldTask(before: RunningTask | undefined, event: EventOf<'call.task'>, at: number): RunningTask {
  const { status, message, every, resumes = before?.resumes, answers } = event
  const answered = [...(before?.answered ?? []), ...(answers === undefined ? [] : [answers])]
  return {
    status,
    message,
    every,
    since: before?.status === status ? before.since : at,
    ...(resumes && { resumes }),
    ...(answered.length > 0 && { answered }),
  }
}

/** Appends a delta; one that is already included, or for another message, changes nothing. */
function extend(message: RunningMessage | undefined, delta: EventOf<'message.delta'>): RunningMessage | undefined {
  if (message?.id !== delta.message) return message
  const block = message.blocks[delta.block] ?? { kind: delta.kind, text: '' }
  if (block.text.length !== delta.offset) return message
  const blocks = [...message.blocks]
  for (let i = blocks.length; i < delta.block; i++) blocks[i] = { kind: 'text', text: '' }
  blocks[delta.block] = { kind: delta.kind, text: block.text + delta.text }
  return { ...message, blocks, wait: { state: 'answering' } }
}

function withCall(turn: RunningTurn, call: string, change: Partial<RunningCall>): RunningTurn {
  const before: RunningCall = turn.calls[call] ?? { tool: '', stage: 'requested' }
  return { ...turn, calls: { ...turn.calls, [call]: { ...before, ...change } } }
}
