import type {
  CallOutcome,
  ClearedBy,
  EventOf,
  HostEvent,
  PersonMessage,
  Recorded,
  StopReason,
  TurnEnd,
  Usage,
} from './events.ts'
import type { Kept } from './json.ts'

/** One tool call in a transcript, from the request to its outcome. `outcome` is absent while it is open. */
export type Call = {
  id: string
  modelCall: string
  modelName: string
  server?: string | undefined
  tool: string
  title?: string | undefined
  definition?: string | undefined
  arguments: Kept
  requestedAt: number
  requestedSeq: number
  clearedBy?: ClearedBy | undefined
  startedAt?: number | undefined
  finishedAt?: number | undefined
  outcome?: CallOutcome | undefined
}

/** One message of the model. A partial one has only its draft: the text a crash or a failure left. */
export type ModelMessage = { id: string; model: string; at: number; calls: Call[] } & (
  | { state: 'partial'; draft: { kind: 'text' | 'thinking'; text: string }[] }
  | { state: 'complete'; blocks: Kept; stop: StopReason; detail?: string | undefined; usage: Usage }
)

/** One message of a person and everything that followed from it. `end` is absent while it runs. */
export type Turn = {
  id: string
  model: string
  actor: string
  startedAt: number
  firstSeq: number
  lastSeq: number
  message?: PersonMessage | undefined
  messages: ModelMessage[]
  end?: TurnEnd | undefined
  problem?: string | undefined
  finishedAt?: number | undefined
}

/** A whole conversation. The fold changes it in place and replaces only the turn it touches, so that views compare by identity. */
export type Conversation = {
  id: string
  title: string
  /** Set while it is in the bin, from which it can be restored until it is erased. */
  deletedAt?: number | undefined
  turns: Turn[]
  /** Names the model knows tools by; see `tools.named`. */
  names: Record<string, { server: string; tool: string }>
}

export const emptyConversation = (id: string): Conversation => ({ id, title: '', turns: [], names: {} })

/** The conversation an event belongs to, if any. */
export const conversationOf = (event: HostEvent): string | undefined => {
  if ('conversation' in event) return event.conversation
  if (event.type === 'rule.added') return event.rule.scope.conversation
  if (event.type === 'ask.opened') return event.ask.operation?.conversation
  if (event.type === 'ask.closed') return event.operation?.conversation
  return undefined
}

/** Folds one durable event of this conversation; others and transient ones change nothing. */
export function foldConversation(conversation: Conversation, { seq, at, event }: Recorded): void {
  if (seq === null) return
  switch (event.type) {
    case 'conversation.created':
    case 'conversation.renamed':
      conversation.title = event.title
      return
    case 'conversation.deleted':
      conversation.deletedAt = at
      return
    case 'conversation.restored':
      conversation.deletedAt = undefined
      return
    case 'tools.named':
      conversation.names = { ...conversation.names, ...event.names }
      return
    case 'turn.started':
      conversation.turns.push({
        id: event.turn,
        model: event.model,
        actor: event.actor,
        startedAt: at,
        firstSeq: seq,
        lastSeq: seq,
        message: event.message,
        messages: [],
      })
      return
    case 'turn.finished':
      return change(conversation, event.turn, seq, (turn) => {
        turn.end = event.end
        turn.problem = event.problem
        turn.finishedAt = at
      })
    case 'model.requested':
      return change(conversation, event.turn, seq, (turn) => {
        turn.messages = [
          ...turn.messages,
          { id: event.message, model: event.model, at, calls: [], state: 'partial', draft: [] },
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
      return changeMessage(conversation, event, seq, ({ id, at: since, calls }) => {
        const { model, blocks, stop, detail, usage } = event
        return { id, model, at: since, calls, state: 'complete', blocks, stop, detail, usage }
      })
    case 'call.requested':
      return changeMessage(conversation, event, seq, (message) => ({
        ...message,
        calls: [...message.calls, requestedCall(event, at, seq)],
      }))
    case 'call.cleared':
      return changeCall(conversation, event, seq, { clearedBy: event.by })
    case 'call.started':
      return event.leg === 1 ? changeCall(conversation, event, seq, { startedAt: at }) : undefined
    case 'call.finished':
      return changeCall(conversation, event, seq, { outcome: event.outcome, finishedAt: at })
    default:
      return undefined
  }
}

const requestedCall = (event: EventOf<'call.requested'>, at: number, seq: number): Call => ({
  id: event.call,
  modelCall: event.modelCall,
  modelName: event.modelName,
  server: event.server,
  tool: event.tool,
  title: event.title,
  definition: event.definition,
  arguments: event.arguments,
  requestedAt: at,
  requestedSeq: seq,
})

/** Finds from the end, because what changes is almost always the last turn. */
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
  to: Partial<Call>,
): void {
  change(conversation, of.turn, seq, (turn) => {
    turn.messages = turn.messages.map((message) =>
      message.calls.some((call) => call.id === of.call)
        ? { ...message, calls: message.calls.map((call) => (call.id === of.call ? { ...call, ...to } : call)) }
        : message,
    )
  })
}
