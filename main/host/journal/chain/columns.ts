import { attachmentsOf, pickedOf } from '../../../../shared/content/attachments.ts'
import type { EventOf, HostEvent } from '../../../../shared/events/events.ts'
import type { CallOutcome, ClearedBy } from '../../../../shared/events/turn-events.ts'
import { isObject, type Kept } from '../../../../shared/schema/json.ts'
import { conversationOfRule } from '../../../../shared/rules/rules.ts'
import type { HostState } from '../../../../shared/state/state.ts'

/** What the audit log can be searched by. These stay when the event's body is erased, so they hold no text of a conversation. */
export type AuditColumns = {
  actor: string | null
  conversation: string | null
  turn: string | null
  call: string | null
  server: string | null
  tool: string | null
  era: string | null
  definition: string | null
  decision: string | null
  outcome: string | null
  /** The hash of a call's arguments; the store writes a salted commitment to it. */
  args_commit: string | null
}

const none: AuditColumns = {
  actor: null,
  conversation: null,
  turn: null,
  call: null,
  server: null,
  tool: null,
  era: null,
  definition: null,
  decision: null,
  outcome: null,
  args_commit: null,
}

/** The columns of an event. `before` is the state it met: it names server and tool where the event only names its call or ask. */
export function columnsOf(event: HostEvent, before: HostState): AuditColumns {
  return { ...none, ...namedIn(event), ...details(event, before) }
}

/** What an event says of itself under the column's own name. */
const namedIn = (event: HostEvent): Partial<AuditColumns> => ({
  actor: ('actor' in event && event.actor) || null,
  conversation: 'conversation' in event ? event.conversation : null,
  turn: 'turn' in event ? event.turn : null,
  call: 'call' in event ? event.call : null,
  server: ('server' in event && event.server) || null,
  tool: 'tool' in event ? event.tool : null,
  era: 'era' in event ? event.era : null,
  definition: ('definition' in event && event.definition) || null,
})

function details(event: HostEvent, before: HostState): Partial<AuditColumns> {
  switch (event.type) {
    case 'configured':
      return { outcome: event.file }
    case 'configuration.checked':
      return { outcome: event.problems.length === 0 ? 'mended' : 'broken' }
    case 'secret.changed':
      return { outcome: event.change }
    case 'server.changed':
      return { era: event.to.state === 'ready' ? event.to.era : null, outcome: event.to.state }
    case 'command.trusted':
      return { decision: 'trust' }
    case 'server.signed-in':
      return { decision: 'sign-in' }
    case 'server.signed-out':
      return { decision: 'sign-out', outcome: event.because }
    case 'instructions.shared':
      return { definition: event.hash, decision: event.shared ? 'accept' : 'keep-off' }
    case 'catalogue.changed':
    case 'prompts.changed':
    case 'templates.changed':
    case 'resources.changed':
      return { outcome: event.incomplete === undefined ? 'complete' : 'incomplete' }
    case 'request.received':
      return { outcome: event.answer }
    case 'sampling.requested':
      return { ...event.operation }
    case 'sampling.finished':
      return { ...event.operation, outcome: event.end.state === 'answered' ? event.end.stop : event.end.state }
    case 'message.unqueued':
      return { outcome: event.reason }
    case 'turn.finished':
      return { outcome: event.end }
    case 'message.finished':
      return { outcome: event.stop }
    case 'call.cleared':
    case 'call.started':
    case 'call.task':
    case 'call.finished':
      return ofCall(event, before)
    case 'ask.opened':
    case 'ask.closed':
      return event.type === 'ask.opened' ? asked(event.ask) : closedAsk(event, before)
    case 'rule.added':
      return ruled(event)
    default:
      return nothingElse(event)
  }
}

/** What they say is under the columns' own names, or has no column. */
const nothingElse = (
  _event: EventOf<
    | 'host.started'
    | 'host.stopped'
    | 'models.requested'
    | 'models.listed'
    | 'models.sought'
    | 'conversation.model'
    | 'conversation.system'
    | 'conversation.tools'
    | 'instructions.changed'
    | 'prompt.got'
    | 'resource.read'
    | 'resource.followed'
    | 'resource.unfollowed'
    | 'resource.updated'
    | 'request.sent'
    | 'answer.late'
    | 'server.violations'
    | 'conversation.created'
    | 'conversation.renamed'
    | 'conversation.deleted'
    | 'conversation.restored'
    | 'conversation.erased'
    | 'message.queued'
    | 'tools.named'
    | 'turn.started'
    | 'model.requested'
    | 'turn.missed'
    | 'model.retried'
    | 'message.drafted'
    | 'call.requested'
    | 'rule.removed'
    | 'definitions.pinned'
    | 'definitions.kept-off'
    | 'log.key'
    | 'message.delta'
    | 'model.waiting'
    | 'turn.waiting'
    | 'call.polled'
    | 'call.progress'
    | 'server.reported'
    | 'server.starting'
    | 'journal.health'
  >,
): Partial<AuditColumns> => ({})

function ofCall(
  event: EventOf<'call.cleared' | 'call.started' | 'call.task' | 'call.finished'>,
  before: HostState,
): Partial<AuditColumns> {
  switch (event.type) {
    case 'call.cleared':
      return { ...toolOf(event, before), ...clearance(event.by) }
    case 'call.started':
      return { args_commit: event.argumentsHash }
    case 'call.task':
      return { ...toolOf(event, before), outcome: event.status.replace('_', '-') }
    case 'call.finished':
      return { ...toolOf(event, before), outcome: event.outcome.status, ...refusal(event.outcome) }
    default:
      return event satisfies never
  }
}

function toolOf(
  event: EventOf<'call.cleared' | 'call.task' | 'call.finished'>,
  before: HostState,
): Partial<AuditColumns> {
  const call = before.turns[event.turn]?.calls[event.call]
  return { server: call?.server ?? null, tool: call?.tool ?? null }
}

const clearance = (by: ClearedBy): Partial<AuditColumns> =>
  'person' in by ? { decision: 'allow', actor: by.person } : { decision: 'rule' }

const refusal = (outcome: CallOutcome): Partial<AuditColumns> =>
  outcome.status === 'denied' && outcome.rule ? { decision: 'rule' } : {}

function asked({ kind, question, operation }: EventOf<'ask.opened'>['ask']): Partial<AuditColumns> {
  const { server } = question
  if (kind !== 'approval') return { ...operation, server }
  const { tool, definition } = question
  return { ...operation, server, tool, definition }
}

function closedAsk(event: EventOf<'ask.closed'>, before: HostState): Partial<AuditColumns> {
  const ask = before.asks.find(({ id }) => id === event.ask)
  const { decision: said, action = said } = isObject(event.answer) ? event.answer : {}
  const decision = typeof action === 'string' ? action : null
  return { ...(ask ? asked(ask) : {}), ...event.operation, decision, outcome: event.by }
}

const ruled = ({ rule }: EventOf<'rule.added'>): Partial<AuditColumns> => ({
  actor: rule.actor,
  conversation: conversationOfRule(rule) ?? null,
  server: rule.server,
  tool: rule.tool ?? null,
  definition: rule.definition ?? null,
  decision: rule.effect,
})

/** The blobs an event needs, by hash. Erasing an event's body lets go of them. */
export function blobsOf(event: HostEvent): string[] {
  switch (event.type) {
    case 'turn.started':
    case 'message.queued':
      return event.message
        ? [...attachmentsOf(event.message), ...pickedOf(event.message)].flatMap(({ data }) => keptBlob(data))
        : []
    case 'call.requested':
      return keptBlob(event.arguments)
    case 'call.cleared':
      return [event.edited, event.filled?.arguments].flatMap((sent) => (sent ? keptBlob(sent) : []))
    case 'call.finished':
      return 'result' in event.outcome && event.outcome.result ? keptBlob(event.outcome.result) : []
    case 'message.finished':
      return keptBlob(event.blocks)
    case 'sampling.requested':
      return keptBlob(event.request)
    case 'sampling.finished':
      return event.end.state === 'answered' ? keptBlob(event.end.blocks) : []
    case 'catalogue.changed':
    case 'prompts.changed':
    case 'templates.changed':
      return event.set.map(({ hash }) => hash)
    case 'instructions.changed':
      return event.hash === null ? [] : [event.hash]
    default:
      return []
  }
}

const keptBlob = (kept: Kept): string[] => ('blob' in kept ? [kept.blob] : [])
