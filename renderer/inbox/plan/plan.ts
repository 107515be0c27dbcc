import type { Ask, Question } from '../../../shared/asks/asks.ts'
import type { Input } from '../../../shared/contract/commands.ts'
import { mayDestroy } from '../../../shared/rules/verdict.ts'
import { keepByKey, useKept } from '../../state/kept-by-key.ts'

export type ApprovalAsk = Extract<Ask, { kind: 'approval' }>

export type Choice = 'deny' | 'allow'

/** What a person has decided so far about calls that she answers together. */
export type Plan = {
  /** By question; see `choiceOf` for those that are not named. */
  choices: Record<string, Choice>
  /** What the model is told of those that are denied. */
  reason: string
}

/** By the first call of their message. */
const plans = keepByKey<Plan>(20)

/** The plan of a message, where the person answers its calls together, and how it is changed. */
export const useKeptPlan = (firstCall: string): ReturnType<typeof useKept<Plan>> => useKept(plans, firstCall)

/** What is chosen for a call. One that wants attention of its own begins as denied. */
export const choiceOf = ({ choices }: Plan, { id, question }: ApprovalAsk): Choice =>
  choices[id] ?? (isUnremarkable(question) ? 'allow' : 'deny')

/** Nothing about it says that it should be looked at by itself: no claim, no rule, no change, nothing from elsewhere. */
const isUnremarkable = ({ claims, because, changedFrom, flows }: Question<'approval'>): boolean =>
  !mayDestroy(claims) && because === undefined && changedFrom === undefined && flows?.length === 0

/** The calls by server, of those servers from which several wait, in the order of their first. */
export function severalOfServer(asks: readonly ApprovalAsk[]): [ApprovalAsk, ...ApprovalAsk[]][] {
  const all = Map.groupBy(asks, ({ question }) => question.server)
  return [...all.values()].flatMap(([first, second, ...rest]) => (first && second ? [[first, second, ...rest]] : []))
}

/** The calls by tool, those of one tool of one server together, in the order of their first. */
export function byTool(asks: readonly ApprovalAsk[]): [ApprovalAsk, ...ApprovalAsk[]][] {
  const all = Map.groupBy(asks, ({ question: { server, tool } }) => JSON.stringify([server, tool]))
  return [...all.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []))
}

/** Every one of these calls denied, with the reason where there is one. */
export function denials(asks: readonly ApprovalAsk[], reason = ''): Input<'answerAll'>['answers'] {
  return answersOf(asks, { choices: Object.fromEntries(asks.map(({ id }) => [id, 'deny'])), reason })
}

/** Every call with the answer that is chosen for it, and those that are denied with the reason, where there is one. */
export function answersOf(asks: readonly ApprovalAsk[], plan: Plan): Input<'answerAll'>['answers'] {
  const reason = plan.reason.trim()
  return asks.map((ask) => ({
    ask: ask.id,
    contentHash: ask.contentHash,
    answer:
      choiceOf(plan, ask) === 'allow'
        ? { decision: 'allow', scope: 'once' }
        : { decision: 'deny', ...(reason !== '' && { reason }) },
  }))
}
