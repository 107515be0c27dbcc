import type { EventOf, HostEvent, Recorded } from '../events/events.ts'
import { sampledIn } from '../events/sampling-events.ts'
import { startTurn } from './branches.ts'
import { changeOf, closingOf, requestedCall } from './call-fold.ts'
import { foldFacts, isFact } from './conversation-facts.ts'
import type { Call, Conversation, ModelMessage, Turn } from './conversation.ts'
import { foldImported, isImported } from './imported-fold.ts'
import { renameInConversation } from './renames.ts'

/** Folds one durable event of this conversation; other events and transient ones change nothing. */
export function foldConversation(conversation: Conversation, { seq, at, event }: Recorded): void {
  if (seq === null) return
  if (isFact(event)) return foldFacts(conversation, event, at)
  switch (event.type) {
    case 'turn.started':
      if (event.endpoint !== undefined && event.model !== undefined)
        conversation.choice = { endpoint: event.endpoint, model: event.model }
      conversation.without = event.model === undefined ? conversation.without : event.without
      conversation.archived = undefined
      return startTurn(conversation, event, seq, at)
    case 'turn.finished':
      return change(conversation, event.turn, seq, (turn) => {
        turn.end = event.end
        turn.problem = event.problem
        turn.offers = event.offers
        turn.finishedAt = at
      })
    case 'turn.missed':
      return change(conversation, event.turn, seq, (turn) => {
        turn.missed = event.servers
      })
    case 'model.requested':
      return change(conversation, event.turn, seq, (turn) => {
        turn.messages = [
          ...turn.messages,
          {
            id: event.message,
            model: event.model,
            at,
            calls: [],
            reasoningOf: event.reasoningOf,
            state: 'partial',
            draft: [],
          },
        ]
      })
    case 'message.drafted':
      return changeMessage(conversation, event, seq, (message) => {
        if (message.state !== 'partial') return message
        const draft = [...message.draft]
        for (let i = draft.length; i < event.block; i++) draft[i] = { kind: 'text', text: '' }
        draft[event.block] = {
          kind: event.kind,
          text: (draft[event.block]?.text ?? '').slice(0, event.offset) + event.text,
        }
        return { ...message, draft }
      })
    case 'message.finished':
      return changeMessage(conversation, event, seq, ({ id, at: since, calls, reasoningOf }) => {
        const { model, blocks, stop, detail, usage, unmadeCall, noRoom, cut, leftOut, unseenImages, refusedFiles } =
          event
        const known = { id, model, at: since, calls, reasoningOf, blocks, stop, detail, usage, unmadeCall, noRoom }
        return { ...known, cut, leftOut, unseenImages, refusedFiles, state: 'complete' }
      })
    case 'server.renamed':
      return renameInConversation(conversation, event)
    default:
      return foldCall(conversation, { seq, at, event })
  }
}

/** Folds one event of a call, or of something its server asked for. */
function foldCall(conversation: Conversation, { seq, at, event }: { seq: number; at: number; event: HostEvent }): void {
  switch (event.type) {
    case 'call.requested':
      if (event.origin)
        return changeCall(conversation, event.origin.page, seq, ({ appCalls = 0 }) => ({ appCalls: appCalls + 1 }))
      return addCall(conversation, event, requestedCall(event, at, seq))
    case 'call.cleared':
    case 'call.started':
    case 'call.task':
    case 'call.finished':
      return changeCall(conversation, event, seq, changeOf(event, at))
    case 'page.opened':
      return changeCall(conversation, event, seq, { shown: event.page })
    case 'ask.closed':
      return event.operation ? changeCall(conversation, event.operation, seq, closingOf(event, seq, at)) : undefined
    case 'sampling.finished':
      return addSampled(conversation, event, seq)
    default:
      return isImported(event) ? foldImported(conversation, event, seq, at) : undefined
  }
}

function addSampled(conversation: Conversation, event: EventOf<'sampling.finished'>, seq: number): void {
  const sampled = sampledIn(event)
  if (!event.operation || !sampled) return
  change(conversation, event.operation.turn, seq, (turn) => void (turn.sampled = [...(turn.sampled ?? []), sampled]))
}

function addCall(conversation: Conversation, { turn: id, message: of }: EventOf<'call.requested'>, call: Call): void {
  if (of === undefined)
    return change(conversation, id, call.requestedSeq, (turn) => {
      if (turn.undoes) turn.undoes = { ...turn.undoes, calls: [...turn.undoes.calls, call] }
      else turn.call = call
    })
  changeMessage(conversation, { turn: id, message: of }, call.requestedSeq, (message) => ({
    ...message,
    calls: [...message.calls, call],
  }))
}

/** Searches from the end, because changes almost always affect the last turn. */
function change(conversation: Conversation, id: string, seq: number, edit: (turn: Turn) => void): void {
  const index = conversation.turns.findLastIndex((turn) => turn.id === id)
  const before = conversation.turns[index]
  if (!before) return
  const turn = { ...before, lastSeq: seq }
  edit(turn)
  conversation.turns[index] = turn
}

function changeMessage(
  conversation: Conversation,
  of: { turn: string; message: string },
  seq: number,
  edit: (message: ModelMessage) => ModelMessage,
): void {
  change(conversation, of.turn, seq, (turn) => {
    turn.messages = turn.messages.map((message) => (message.id === of.message ? edit(message) : message))
  })
}

function changeCall(
  conversation: Conversation,
  of: { turn: string; call: string },
  seq: number,
  to: Partial<Call> | ((call: Call) => Partial<Call>) | undefined,
): void {
  if (!to) return
  const changed = (call: Call): Call =>
    call.id === of.call ? { ...call, ...(typeof to === 'function' ? to(call) : to) } : call
  change(conversation, of.turn, seq, (turn) => {
    turn.call &&= changed(turn.call)
    if (turn.undoes) turn.undoes = { ...turn.undoes, calls: turn.undoes.calls.map(changed) }
    turn.messages = turn.messages.map((message) =>
      message.calls.some((call) => call.id === of.call) ? { ...message, calls: message.calls.map(changed) } : message,
    )
  })
}
