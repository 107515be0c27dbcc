import type { Ask, Launch } from './asks.ts'
import type {
  CallOutcome,
  Era,
  EventOf,
  HostEvent,
  JournalHealth,
  MalformedItem,
  ModelInfo,
  ModelWait,
  PersonMessage,
  Rule,
  ServerStatus,
  ToolEntry,
} from './events.ts'
import type { ServerConfigs } from './server-config.ts'
import { defaultSettings, type Settings } from './settings.ts'

/** A configured or still running server. */
export type ServerState = {
  status: ServerStatus
  tools: Record<string, ToolEntry>
  malformed: MalformedItem[]
  incomplete?: string | undefined
}

/** A call that has not ended. */
export type RunningCall = {
  server?: string | undefined
  tool: string
  stage: 'requested' | 'cleared' | 'started'
  era?: Era | undefined
  startedAt?: number | undefined
  progress?: { progress: number; total?: number | undefined; message?: string | undefined } | undefined
}

/** The text so far of the message the model is writing. */
export type RunningMessage = { id: string; wait: ModelWait; blocks: { kind: 'text' | 'thinking'; text: string }[] }

export type RunningTurn = {
  conversation: string
  model: string
  startedAt: number
  message?: RunningMessage | undefined
  calls: Record<string, RunningCall>
}

/**
 * What is going on now: small, bounded, nothing finished stays in it. Host, every UI and the tests
 * fold the same events with `reduce`; lists and transcripts are queries.
 */
export type HostState = {
  health: JournalHealth
  configured: { servers: ServerConfigs; settings: Settings; problems: { servers: string[]; settings: string[] } }
  secrets: string[]
  models: { baseUrl: string; models: ModelInfo[] }
  servers: Record<string, ServerState>
  turns: Record<string, RunningTurn>
  asks: Ask[]
  rules: Record<string, Rule>
  /** By server, the command that a person lets run. */
  trusted: Record<string, Launch>
  /** By conversation, the message that waits for its turn to end. */
  queued: Record<string, PersonMessage>
}

/** Raised when a fold of old events would give another state: stored checkpoints of another version are dropped. */
export const stateVersion = 2

export const emptyState: HostState = {
  health: { state: 'ok' },
  configured: { servers: {}, settings: defaultSettings, problems: { servers: [], settings: [] } },
  secrets: [],
  models: { baseUrl: '', models: [] },
  servers: {},
  turns: {},
  asks: [],
  rules: {},
  trusted: {},
  queued: {},
}

/** The one place where state changes. Pure. */
export function reduce(state: HostState, event: HostEvent, at: number): HostState {
  switch (event.type) {
    case 'journal.health':
      return { ...state, health: event.health }
    case 'configured': {
      const configured = { ...state.configured, [event.file]: event.after }
      const trusted = stillTrusted(state.trusted, configured.servers)
      return { ...state, configured, trusted, servers: stillThere(state.servers, configured.servers) }
    }
    case 'configuration.checked':
      return {
        ...state,
        configured: { ...state.configured, problems: { ...state.configured.problems, [event.file]: event.problems } },
      }
    case 'secret.changed': {
      const others = state.secrets.filter((name) => name !== event.name)
      return { ...state, secrets: event.change === 'set' ? [...others, event.name] : others }
    }
    case 'models.listed':
      return { ...state, models: { baseUrl: event.baseUrl, models: event.models } }
    case 'server.changed':
    case 'catalogue.changed':
      return { ...state, servers: stillThere(foldServer(state.servers, event), state.configured.servers) }
    case 'command.trusted':
      return { ...state, trusted: { ...state.trusted, [event.server]: event.launch } }
    case 'turn.started':
    case 'turn.finished':
    case 'model.requested':
    case 'model.waiting':
    case 'message.delta':
    case 'message.finished':
    case 'call.requested':
    case 'call.cleared':
    case 'call.started':
    case 'call.progress':
    case 'call.finished':
      return { ...state, turns: foldTurns(state.turns, event, at) }
    case 'ask.opened':
      return { ...state, asks: [...state.asks, event.ask] }
    case 'ask.closed':
      return { ...state, asks: state.asks.filter((ask) => ask.id !== event.ask) }
    case 'rule.added':
      return { ...state, rules: { ...state.rules, [event.rule.id]: event.rule } }
    case 'rule.removed':
      return { ...state, rules: without(state.rules, event.rule) }
    case 'message.queued':
      return { ...state, queued: { ...state.queued, [event.conversation]: event.message } }
    case 'message.unqueued':
      return { ...state, queued: without(state.queued, event.conversation) }
    case 'conversation.deleted':
      return {
        ...state,
        rules: rulesOutside(state.rules, event.conversation),
        queued: without(state.queued, event.conversation),
      }
    case 'models.requested':
    case 'host.started':
    case 'host.stopped':
    case 'request.sent':
    case 'request.received':
    case 'server.violations':
    case 'conversation.created':
    case 'conversation.renamed':
    case 'conversation.restored':
    case 'conversation.erased':
    case 'model.retried':
    case 'message.drafted':
    case 'tools.named':
      return state
    default:
      return event satisfies never
  }
}

/** A server that was removed stays in view until it has ended. */
function stillThere(servers: HostState['servers'], configured: ServerConfigs): HostState['servers'] {
  const gone = Object.entries(servers).find(
    ([id, { status }]) => !Object.hasOwn(configured, id) && (status.state === 'off' || status.state === 'failed'),
  )
  return gone ? stillThere(without(servers, gone[0]), configured) : servers
}

const nothingListed = { tools: {}, malformed: [] }

function foldServer(
  servers: HostState['servers'],
  event: EventOf<'server.changed' | 'catalogue.changed'>,
): HostState['servers'] {
  const server = servers[event.server] ?? { status: { state: 'off' }, ...nothingListed }
  if (event.type === 'server.changed') return { ...servers, [event.server]: { ...server, status: event.to } }
  const tools = { ...server.tools }
  for (const name of event.removed) delete tools[name]
  for (const entry of event.set) tools[entry.name] = entry
  return { ...servers, [event.server]: { ...server, tools, malformed: event.malformed, incomplete: event.incomplete } }
}

type TurnEvent = EventOf<
  | 'turn.started'
  | 'turn.finished'
  | 'model.requested'
  | 'model.waiting'
  | 'message.delta'
  | 'message.finished'
  | 'call.requested'
  | 'call.cleared'
  | 'call.started'
  | 'call.progress'
  | 'call.finished'
>

function foldTurns(turns: HostState['turns'], event: TurnEvent, at: number): HostState['turns'] {
  if (event.type === 'turn.started')
    return {
      ...turns,
      [event.turn]: { conversation: event.conversation, model: event.model, startedAt: at, calls: {} },
    }
  if (event.type === 'turn.finished') return without(turns, event.turn)
  const turn = turns[event.turn]
  return turn ? { ...turns, [event.turn]: foldTurn(turn, event, at) } : turns
}

function foldTurn(
  turn: RunningTurn,
  event: Exclude<TurnEvent, EventOf<'turn.started' | 'turn.finished'>>,
  at: number,
): RunningTurn {
  switch (event.type) {
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
    case 'call.finished':
      return { ...turn, calls: without(turn.calls, event.call) }
    default:
      return event satisfies never
  }
}

/** Adds a delta where it belongs; one that is already in, or of another message, changes nothing. */
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

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _gone, ...rest } = record
  return rest
}

/** Trust ends with the server it was given to. */
function stillTrusted(trusted: HostState['trusted'], configured: ServerConfigs): HostState['trusted'] {
  if (Object.keys(trusted).every((id) => Object.hasOwn(configured, id))) return trusted
  return Object.fromEntries(Object.entries(trusted).filter(([id]) => Object.hasOwn(configured, id)))
}

const rulesOutside = (rules: HostState['rules'], conversation: string): HostState['rules'] =>
  Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule.scope.conversation !== conversation))

/** The calls that have not reached a person's answer or a server's result, for "waiting" and "running" alike. */
export const askOfCall = (state: HostState, call: string): Ask | undefined =>
  state.asks.find((ask) => ask.operation?.call === call)

/** True where the outcome leaves open whether the server did it. */
export const mayHaveRun = (outcome: CallOutcome): boolean => 'mayHaveRun' in outcome && outcome.mayHaveRun
