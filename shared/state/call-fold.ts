import type { EventOf, Recorded } from '../events/events.ts'
import type { Call, Turn } from './conversation.ts'
import { defined, isObject } from '../schema/json.ts'

type Change = EventOf<'call.cleared' | 'call.started' | 'call.task' | 'call.finished'>

/** A call as its request leaves it, still without a decision. */
export const requestedCall = (event: EventOf<'call.requested'>, at: number, seq: number): Call => ({
  id: event.call,
  modelCall: event.modelCall,
  modelName: event.modelName,
  server: event.server,
  tool: event.tool,
  title: event.title,
  definition: event.definition,
  ...defined({ app: event.page }),
  arguments: event.arguments,
  requestedAt: at,
  requestedSeq: seq,
})

/** The members of its call that an event changes; undefined for a later leg. */
export function changeOf(event: Change, at: number): Partial<Call> | undefined {
  switch (event.type) {
    case 'call.cleared':
      return { clearedBy: event.by, edited: event.edited, filled: event.filled }
    case 'call.started':
      return event.leg === 1 ? { startedAt: at, files: event.files } : undefined
    case 'call.task':
      return { task: { id: event.task, status: event.status } }
    case 'call.finished':
      return { outcome: event.outcome, finishedAt: at, fileEnds: event.files }
    default:
      return event satisfies never
  }
}

/** The members of its call that a question's end changes, if any. */
export function closingOf(event: EventOf<'ask.closed'>, seq: number, at: number): Partial<Call> | undefined {
  if (isOfServer(event)) {
    const isAnswered = event.by === 'person'
    return { unanswered: isAnswered ? undefined : true, refused: isAnswered && isNo(event.answer) ? true : undefined }
  }
  return event.kind === 'approval' && event.by === 'person' ? { answered: { seq, at } } : undefined
}

const noes: ReadonlySet<unknown> = new Set(['decline', 'cancel', 'deny', 'withhold'])

/** Whether an answer gives the server nothing that it asked for. */
const isNo = (answer: unknown): boolean =>
  isObject(answer) && (noes.has(answer['action']) || noes.has(answer['decision']))

/** Whether the server can stop waiting for the answer; a visit ends when its page is done. */
const isOfServer = ({ kind }: EventOf<'ask.closed'>): boolean =>
  kind === 'form' || kind === 'url' || kind === 'sampling' || kind === 'review'

/** The calls the user made in a turn without a model. */
export const ownCalls = ({ call, undoes }: Turn): Call[] => undoes?.calls ?? (call ? [call] : [])

/** A call from its own events, in order; undefined without its request. */
export function callOf(events: (Recorded & { seq: number })[]): Call | undefined {
  let call: Call | undefined
  for (const { seq, at, event } of events) {
    if (event.type === 'call.requested') call = requestedCall(event, at, seq)
    else if (call && isChange(event)) call = { ...call, ...changeOf(event, at) }
  }
  return call
}

const isChange = (event: Recorded['event']): event is Change =>
  event.type === 'call.cleared' ||
  event.type === 'call.started' ||
  event.type === 'call.task' ||
  event.type === 'call.finished'
