import type { NoRoom, PersonMessage } from '../content/attachments.ts'
import type { EventOf, HostEvent, Recorded } from '../events/events.ts'
import type {
  CallOutcome,
  ClearedBy,
  FilesOfCall,
  StopReason,
  TurnEnd,
  Usage,
  Without,
  Withheld,
} from '../events/turn-events.ts'
import type { StoredValue } from '../schema/json.ts'
import { conversationOfRule } from '../rules/rules.ts'
import { changeOf, closingOf, requestedCall } from './call-fold.ts'
import { startTurn } from './branches.ts'
import { foldFacts, isFact } from './conversation-facts.ts'
import type { ConversationContext } from './compactions.ts'
import { renameInConversation } from './renames.ts'
import { foldImported, isImported } from './imported-fold.ts'
import type { ConversationFromFile, FromFile, TurnFromFile } from './imported-fold.ts'
import { type Sampled, sampledIn } from '../events/sampling-events.ts'
import type { ModelChoice } from '../config/settings.ts'
import type { AppOfCall } from './app-calls.ts'
import type { TaskStatus } from './tasks.ts'
import type { ToolsOff } from '../config/tools-off.ts'

/** One tool call in a transcript, from the request to its outcome. `outcome` is absent while it is open. */
export type Call = FilesOfCall &
  FromFile &
  AppOfCall & {
    id: string
    /** The ID and name the model used; absent if the user made the call. */
    modelCall?: string | undefined
    modelName?: string | undefined
    server?: string | undefined
    tool: string
    title?: string | undefined
    definition?: string | undefined
    arguments: StoredValue
    requestedAt: number
    requestedSeq: number
    clearedBy?: ClearedBy | undefined
    /** The arguments as the user edited them. */
    edited?: StoredValue | undefined
    /** Arguments added from the tool's defaults. */
    filled?: EventOf<'call.cleared'>['filled']
    startedAt?: number | undefined
    /** The ID of its task, and the server's last status. */
    task?: { id: string; status: TaskStatus } | undefined
    finishedAt?: number | undefined
    outcome?: CallOutcome | undefined
    /** Its server's last question closed without an answer. */
    unanswered?: true | undefined
    /** The user answered a question about it. */
    wasAsked?: true | undefined
  }

/** A call's arguments as its server got them, or would have. */
export const sentArguments = ({
  edited,
  filled,
  arguments: asked,
}: Pick<Call, 'edited' | 'filled' | 'arguments'>): StoredValue => edited ?? filled?.arguments ?? asked

/** One message of the model. A partial one has only its draft: the text left by a crash or failure. */
export type ModelMessage = {
  id: string
  model: string
  at: number
  calls: Call[]
  /** The model whose reasoning in earlier replies it didn't get. */
  reasoningOf?: string | undefined
} & (
  | { state: 'partial'; draft: { kind: 'text' | 'thinking'; text: string }[] }
  | ({
      state: 'complete'
      blocks: StoredValue
      stop: StopReason
      detail?: string | undefined
      usage: Usage
      /** A tool whose call appears in the text but wasn't made. */
      unmadeCall?: string | undefined
      /** Content that didn't fit into its request. */
      noRoom?: NoRoom | undefined
    } & Withheld)
)

/** A user's message and all that followed, or one call the user made without a model. `end` is absent while it runs. */
export type Turn = TurnFromFile & {
  id: string
  /** The turn it continues from; absent if it begins the conversation. */
  parent?: string | undefined
  /** Set while the user has deleted it, and with it the turns that continue from it. */
  deletedAt?: number | undefined
  origin?: 'person' | undefined
  endpoint?: string | undefined
  model?: string | undefined
  actor: string
  startedAt: number
  firstSeq: number
  lastSeq: number
  message?: PersonMessage | undefined
  /** Servers it waited for and began without. */
  missed?: string[] | undefined
  /** Left out of its requests, because the user chose to continue without them. */
  without?: Without[] | undefined
  /** The user's facts say that its model takes no tools, so it got none. */
  toolless?: boolean | undefined
  messages: ModelMessage[]
  /** The user's own call, if the turn is one. */
  call?: Call | undefined
  /** The turn whose changes this one takes back, and the user's calls for it. */
  undoes?: { turn: string; calls: Call[] } | undefined
  /** Model requests made for servers during its calls. */
  sampled?: Sampled[] | undefined
  end?: TurnEnd | undefined
  problem?: string | undefined
  /** The turn can go on without these, if the user wants. */
  offers?: Without | undefined
  finishedAt?: number | undefined
}

/** A conversation. The fold changes it in place and replaces only the turn it touches: views can compare by identity. */
export type Conversation = ConversationFromFile &
  ConversationContext & {
    id: string
    title: string
    /** It got another title than its first line. */
    renamed?: true | undefined
    /** The model that was asked for a title, and what that took. */
    titled?: (ModelChoice & { usage?: Usage | undefined }) | undefined
    /** Set while it's deleted but not erased, so it can be restored. */
    deletedAt?: number | undefined
    /** The model here: the last chosen, else the last that answered. Null: none, by choice; absent: the default. */
    choice?: ModelChoice | null | undefined
    /** Left out of the latest turns because the model can't take it. Another choice of a model ends it. */
    without?: Without[] | undefined
    /** Its project's ID, also if that was deleted; see `projectOf`. */
    project?: string | undefined
    /** The user's instructions for every answer here. */
    system?: string | undefined
    /** The most its requests to models may cost, in USD. */
    budget?: number | undefined
    /** The tools its model can't see or use. */
    off?: ToolsOff | undefined
    /** All turns of all branches, as they began. */
    turns: Turn[]
    /** The last turn of the branch in use; see `branchInUse`. */
    head?: string | undefined
    /** The model's names for tools; see `tools.named`. */
    names: Record<string, { server: string; tool: string }>
    /** The tools that its models found by searching, by those names, last found last. */
    found?: string[] | undefined
  }

/** A conversation before its first event. */
export const emptyConversation = (id: string): Conversation => ({ id, title: '', turns: [], names: {} })

/** The conversation an event belongs to, if any. */
export const conversationOf = (event: HostEvent): string | undefined => {
  if ('conversation' in event) return event.conversation
  if (event.type === 'rule.added') return conversationOfRule(event.rule)
  if (event.type === 'ask.opened') return event.ask.operation?.conversation
  if (event.type === 'ask.closed' || event.type === 'sampling.requested' || event.type === 'sampling.finished')
    return event.operation?.conversation
  return undefined
}

/** Folds one durable event of this conversation; other events and transient ones change nothing. */
export function foldConversation(conversation: Conversation, { seq, at, event }: Recorded): void {
  if (seq === null) return
  if (isFact(event)) return foldFacts(conversation, event, at)
  switch (event.type) {
    case 'turn.started':
      if (event.endpoint !== undefined && event.model !== undefined)
        conversation.choice = { endpoint: event.endpoint, model: event.model }
      conversation.without = event.model === undefined ? conversation.without : event.without
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
        const { model, blocks, stop, detail, usage, unmadeCall, noRoom, cut, leftOut, unseenImages } = event
        const known = { id, model, at: since, calls, reasoningOf, blocks, stop, detail, usage, unmadeCall, noRoom }
        return { ...known, cut, leftOut, unseenImages, state: 'complete' }
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
      return event.operation ? changeCall(conversation, event.operation, seq, closingOf(event)) : undefined
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
