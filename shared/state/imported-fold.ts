import type { EventOf, HostEvent } from '../events/events.ts'
import type { Call, Conversation, ModelMessage, Turn } from './conversation.ts'

type ImportedEvent = EventOf<'conversation.imported' | 'turn.imported' | 'message.imported' | 'call.imported'>

const importedTypes: ReadonlySet<HostEvent['type']> = new Set<ImportedEvent['type']>([
  'conversation.imported',
  'turn.imported',
  'message.imported',
  'call.imported',
])

/** Whether an event is a part of an imported conversation. */
export const isImported = (event: HostEvent): event is ImportedEvent => importedTypes.has(event.type)

/** Folds what a file says into its conversation. */
export function foldImported(conversation: Conversation, event: ImportedEvent, seq: number, at: number): void {
  switch (event.type) {
    case 'conversation.imported':
      conversation.title = event.title
      conversation.imported = { from: event.from, at }
      conversation.head = event.head
      return
    case 'turn.imported':
      conversation.turns.push({
        id: event.turn,
        parent: event.parent ?? undefined,
        actor: event.actor,
        imported: true,
        startedAt: event.at,
        finishedAt: event.at,
        firstSeq: seq,
        lastSeq: seq,
        message: event.message,
        model: event.model,
        absent: event.absent,
        messages: [],
        end: event.end,
      })
      return
    case 'message.imported':
      return change(conversation, event.turn, seq, (turn) => ({
        ...turn,
        messages: [...turn.messages, messageOf(event)],
      }))
    case 'call.imported':
      return change(conversation, event.turn, seq, (turn) => withCall(turn, event, seq))
    default:
      return event satisfies never
  }
}

const messageOf = ({ message, model, at, blocks, stop }: EventOf<'message.imported'>): ModelMessage => ({
  id: message,
  model,
  at,
  calls: [],
  state: 'complete',
  blocks,
  stop,
  usage: { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 },
})

function withCall(turn: Turn, { message: of, made }: EventOf<'call.imported'>, seq: number): Turn {
  const call: Call = { ...made, imported: true, requestedSeq: seq }
  // A new list of messages: rows are known by it.
  if (of === undefined) return { ...turn, origin: 'person', call, messages: [...turn.messages] }
  const messages = turn.messages.map((message) =>
    message.id === of ? { ...message, calls: [...message.calls, call] } : message,
  )
  return { ...turn, messages }
}

/** Parts of a turn follow it at once, so it's the last one. */
function change(conversation: Conversation, id: string, seq: number, to: (turn: Turn) => Turn): void {
  const index = conversation.turns.findLastIndex((turn) => turn.id === id)
  const turn = conversation.turns[index]
  if (turn) conversation.turns[index] = { ...to(turn), lastSeq: seq }
}
