import { isObject } from '../schema/json.ts'
import { conversationOfRule } from '../rules/rules.ts'
import type { Ask } from '../asks/asks.ts'
import type { EventOf, HostEvent } from './events.ts'
import type { CallOutcome, ClearedBy } from './turn-events.ts'

/**
 * The audit log's search columns. They survive the erasure of an event's body, so they contain no text of a
 * conversation.
 */
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

/** A row of the audit log without a fact. */
export const noColumns: AuditColumns = {
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

/** The part of the state before an event that names server and tool if the event only references its call or question. */
export type EventContext = {
  turns: Readonly<Record<string, { calls: Readonly<Record<string, { server?: string | undefined; tool: string }>> }>>
  asks: readonly Ask[]
}

type Some = Partial<AuditColumns>

/** An event's members that have a column's own name. */
export const namedIn = (event: HostEvent): Some => ({
  actor: ('actor' in event && event.actor) || null,
  conversation: ('conversation' in event && event.conversation) || null,
  turn: ('turn' in event && event.turn) || null,
  call: 'call' in event ? event.call : null,
  server: ('server' in event && event.server) || null,
  tool: 'tool' in event ? event.tool : null,
  era: 'era' in event ? event.era : null,
  definition: ('definition' in event && event.definition) || null,
})

/** The column that says whether a list arrived whole. */
export const wholeness = ({ incomplete }: { incomplete?: string | undefined }): Some => ({
  outcome: incomplete === undefined ? 'complete' : 'incomplete',
})

/** The server and tool of a call that the event only references. */
export function toolOf(
  event: EventOf<'call.cleared' | 'call.task' | 'call.finished'>,
  { turns }: EventContext,
): Pick<AuditColumns, 'server' | 'tool'> {
  const call = turns[event.turn]?.calls[event.call]
  return { server: call?.server ?? null, tool: call?.tool ?? null }
}

/** The columns of a call's clearance: the decision, and the user who made it. */
export const clearance = (by: ClearedBy): Some =>
  'person' in by ? { decision: 'allow', actor: by.person } : { decision: 'rule' }

/** The columns of a call that a rule denied; none for other outcomes. */
export const refusal = (outcome: CallOutcome): Some =>
  outcome.status === 'denied' && outcome.rule ? { decision: 'rule' } : {}

/** The columns of an opened question; an approval names its tool and definition. */
export function asked({ kind, question, operation }: EventOf<'ask.opened'>['ask']): Some {
  const { server = null } = question
  if (kind !== 'approval') return { ...operation, server }
  const { tool, definition } = question
  return { ...operation, server, tool, definition }
}

/** The columns of a closed question: those of the open one, the answer's decision, and how it ended. */
export function closedAsk(event: EventOf<'ask.closed'>, { asks }: EventContext): Some {
  const ask = asks.find(({ id }) => id === event.ask)
  const { decision: said, action = said } = isObject(event.answer) ? event.answer : {}
  const decision = typeof action === 'string' ? action : null
  return { ...(ask ? asked(ask) : {}), ...event.operation, decision, outcome: event.by }
}

/** The columns of an added rule. */
export const ruled = ({ rule }: EventOf<'rule.added'>): Some => ({
  actor: rule.actor,
  conversation: conversationOfRule(rule) ?? null,
  server: rule.server,
  tool: rule.tool ?? null,
  definition: rule.definition ?? null,
  decision: rule.effect,
})
