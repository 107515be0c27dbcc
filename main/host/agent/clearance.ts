import type { Question } from '../../../shared/asks.ts'
import type { ClearedBy } from '../../../shared/events.ts'
import { conversationOfRule, type Rule } from '../../../shared/rules.ts'
import { randomUUID } from 'node:crypto'
import type { Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import type { Cleared, ToolOperation } from '../mcp/operation.ts'
import type { Traced } from '../workers/tracer.ts'

/** The only thing that lets a tool run: made here, from a rule of the person's or from an answer. */
export type Clearance = { cleared: Cleared<ToolOperation> } | { denied: { reason?: string | undefined } }

/** Tells what in the arguments came from another server or an attachment. Never rejects; what cannot be told is not `complete`. */
export type FlowsOf = (operation: ToolOperation) => Promise<Traced>

/**
 * Decides whether an operation may go to its server: a rule for this very definition, else the person. She is
 * asked too where the arguments carry, or may carry, what came from elsewhere, unless the rule speaks of that.
 * Rejects with the signal's reason when the question is withdrawn. The events it appends are one batch
 * with the answer and with whatever the caller appends before it awaits anything.
 */
export async function clear(
  operation: ToolOperation,
  question: Question<'approval'>,
  { journal, inbox, flows, signal }: { journal: Journal; inbox: Inbox; flows: FlowsOf; signal: AbortSignal },
): Promise<Clearance> {
  const traced = await beforeAbort(flows(operation), signal)
  const rule = ruleFor(operation, journal)
  if (rule && (rule.flows || isPlain(traced)))
    return { cleared: pass(operation, { rule: rule.id, said: rule }, journal) }
  const { conversation, turn, call } = operation
  const asked = { ...question, flows: knownFlows(traced), ...(rule && { because: 'flow' as const }) }
  const { answer, actor } = await inbox.ask('approval', asked, { signal, operation: { conversation, turn, call } })
  if (answer.decision === 'deny') return { denied: { reason: answer.reason } }
  if (answer.scope === 'conversation') journal.append({ type: 'rule.added', rule: ruleOf(operation, actor) })
  return { cleared: pass(operation, { person: actor }, journal) }
}

const isPlain = ({ flows, complete }: Traced): boolean => complete && flows.length === 0

/** Nothing where nobody can tell whether there are any. */
const knownFlows = ({ flows, complete }: Traced): Traced['flows'] | undefined =>
  complete || flows.length > 0 ? flows : undefined

/** What is waited for, unless the signal comes first: then its reason is thrown. */
async function beforeAbort<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([waited, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** What a person asked for herself: this tool in this definition, with these arguments. */
export type OwnWish = { actor: string } & Pick<
  ToolOperation,
  'server' | 'tool' | 'configuration' | 'definition' | 'argumentsHash'
>

/** Lets an operation through that is exactly what the person asked for herself: having asked for it, she allowed it. */
export function clearOwn(operation: ToolOperation, wish: OwnWish, journal: Journal): Clearance | 'changed' {
  const isTheSame =
    operation.server === wish.server &&
    operation.tool === wish.tool &&
    operation.configuration === wish.configuration &&
    operation.definition === wish.definition &&
    operation.argumentsHash === wish.argumentsHash
  return isTheSame ? { cleared: pass(operation, { person: wish.actor }, journal) } : 'changed'
}

function pass(operation: ToolOperation, by: ClearedBy, journal: Journal): Cleared<ToolOperation> {
  const { conversation, turn, call } = operation
  journal.append({ type: 'call.cleared', conversation, turn, call, by })
  return operation as Cleared<ToolOperation>
}

const ruleFor = (operation: ToolOperation, { state }: Journal): Rule | undefined =>
  Object.values(state.rules).find(
    (rule) =>
      conversationOfRule(rule) === operation.conversation &&
      rule.server === operation.server &&
      rule.tool === operation.tool &&
      rule.definition === operation.definition,
  )

const ruleOf = ({ conversation, server, tool, definition }: ToolOperation, actor: string): Rule => ({
  id: randomUUID(),
  effect: 'allow',
  scope: { conversation },
  server,
  tool,
  definition,
  conditions: [],
  destructive: true,
  flows: false,
  actor,
})
