import { useSyncExternalStore } from 'react'
import type { Ask, Question } from '../../../shared/asks/asks.ts'
import type { Input } from '../../../shared/contract/commands.ts'
import { mayDestroy } from '../../../shared/rules/verdict.ts'
import { keepByKey, useKeptByKey } from '../../state/kept-by-key.ts'
import { useSomeEdit } from '../approval/use-edit.ts'

/** A request to allow a call; the only kind that can be in a plan. */
export type ApprovalAsk = Extract<Ask, { kind: 'approval' }>

/** The user's decision about one call of a plan. */
export type PlanChoice = 'deny' | 'allow'

/** The user's choices so far for calls answered together. */
export type Plan = {
  /** By question; see `choiceOf` for questions without an entry. */
  choices: Record<string, PlanChoice>
  /** The reason the model gets for denied calls. */
  reason: string
  /** The user asked for these calls, so they start as allowed. */
  isWanted?: true
}

/** A message's plan, and all of the message's calls. */
type KeptPlan = Plan & { calls: readonly string[] }

/** By the first call of their message. */
const plans = keepByKey<KeptPlan>(20)

/** A message's plan, if the user answers its calls together, and its setter. */
export const useKeptPlan = (firstCall: string): ReturnType<typeof useKeptByKey<KeptPlan>> =>
  useKeptByKey(plans, firstCall)

/** Lets the user answer the calls they asked for together, as soon as the calls ask. */
export const beginPlan = (calls: readonly string[]): void =>
  plans.change(calls[0] ?? '', () => ({ choices: {}, reason: '', calls, isWanted: true }))

/** Whether the user answers these calls together; not while one of them is being edited. */
export function useIsPlanned(asks: readonly ApprovalAsk[]): boolean {
  const isEdited = useSomeEdit(asks)
  const isKept = useSyncExternalStore(plans.subscribe, () =>
    plans.some(({ calls }) => asks.some(({ operation }) => operation && calls.includes(operation.call))),
  )
  return isKept && !isEdited
}

/** The choice for a call. A model's call that deserves attention starts as denied. */
export const choiceOf = ({ choices, isWanted }: Plan, { id, question }: ApprovalAsk): PlanChoice =>
  choices[id] ?? (isWanted || isUnremarkable(question) ? 'allow' : 'deny')

/** Nothing suggests looking at it separately: no claim, no rule, no change, no data from elsewhere. */
const isUnremarkable = ({ claims, because, changedFrom, flows, skillsOf }: Question<'approval'>): boolean =>
  !mayDestroy(claims) && (because ?? changedFrom ?? skillsOf) === undefined && flows?.length === 0

/** Calls by server, for servers with several waiting calls, in order of their first call. */
export function severalOfServer(asks: readonly ApprovalAsk[]): [ApprovalAsk, ...ApprovalAsk[]][] {
  const all = Map.groupBy(asks, ({ question }) => question.server)
  return [...all.values()].flatMap(([first, second, ...rest]) => (first && second ? [[first, second, ...rest]] : []))
}

/** Calls by tool and its definition, in order of their first call. */
export function byTool(asks: readonly ApprovalAsk[]): [ApprovalAsk, ...ApprovalAsk[]][] {
  const all = Map.groupBy(asks, ({ question: { server, tool, definition } }) =>
    JSON.stringify([server, tool, definition]),
  )
  return [...all.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []))
}

/** A denial for each call, with the reason if there is one. */
export function denials(asks: readonly ApprovalAsk[], reason = ''): Input<'answerAll'>['answers'] {
  return answersOf(asks, { choices: Object.fromEntries(asks.map(({ id }) => [id, 'deny'])), reason })
}

/** The chosen answer for each call; denials carry the reason, if there is one. */
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
