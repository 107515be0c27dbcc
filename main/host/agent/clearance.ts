import type { Question } from '../../../shared/asks.ts'
import type { ClearedBy } from '../../../shared/events.ts'
import { conversationOfRule, type Rule } from '../../../shared/rules.ts'
import { randomUUID } from 'node:crypto'
import type { Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import type { Cleared, ToolOperation } from '../mcp/operation.ts'
import { isInQuarantine, quarantineProblem } from './quarantine.ts'

/** The only thing that lets a tool run: made here, from a rule of the person's or from an answer. */
export type Clearance = { cleared: Cleared<ToolOperation> } | { denied: { reason?: string | undefined } }

/**
 * Decides whether an operation may go to its server: a rule for this very definition, else the person; a definition in
 * quarantine only the person, and for once.
 * Rejects with the signal's reason when the question is withdrawn. The events it appends are one batch
 * with the answer and with whatever the caller appends before it awaits anything.
 */
export async function clear(
  operation: ToolOperation,
  question: Question<'approval'>,
  { journal, inbox, signal }: { journal: Journal; inbox: Inbox; signal: AbortSignal },
): Promise<Clearance> {
  const rule = isInQuarantine(operation, journal.state) ? undefined : ruleFor(operation, journal)
  if (rule) return { cleared: pass(operation, { rule: rule.id, said: rule }, journal) }
  const { conversation, turn, call } = operation
  const { answer, actor } = await inbox.ask('approval', question, {
    signal,
    operation: { conversation, turn, call },
    refuses: (given) =>
      given.decision === 'allow' && given.scope !== 'once' && isInQuarantine(operation, journal.state)
        ? `${quarantineProblem(operation, journal.state)} Until then it can be allowed once.`
        : undefined,
  })
  if (answer.decision === 'deny') return { denied: { reason: answer.reason } }
  if (answer.scope === 'conversation') journal.append({ type: 'rule.added', rule: ruleOf(operation, actor) })
  return { cleared: pass(operation, { person: actor }, journal) }
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
