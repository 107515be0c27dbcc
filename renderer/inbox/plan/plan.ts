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
  /** The user asked for these calls, so they start as allowed. */
  isWanted?: true
}

/** A message's plan, and all of the message's calls. */
type KeptPlan = Plan & { calls: readonly string[] }

/** By the first call of their message. */
const plans = keepByKey<KeptPlan>(20)

/** From this many waiting calls of one message on, they are answered together unless the user wants each by itself. */
export const fewestTogether = 3

/** The conversations in which the user wants each call by itself. */
const apart = keepByKey<true>(200)

/** Whether the user wants each call of a conversation by itself, and the setter. */
export function useIsApart(conversation: string): [boolean, (isApart: boolean) => void] {
  const [kept, change] = useKeptByKey(apart, conversation)
  return [kept === true, (isApart) => change(() => (isApart ? true : undefined))]
}

/** A message's plan, if the user answers its calls together, and its setter. */
export const useKeptPlan = (firstCall: string): ReturnType<typeof useKeptByKey<KeptPlan>> =>
  useKeptByKey(plans, firstCall)

/** Lets the user answer the calls they asked for together, as soon as the calls ask. */
export const beginPlan = (calls: readonly string[]): void =>
  plans.change(calls[0] ?? '', () => ({ choices: {}, calls, isWanted: true }))

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
  return answersOf(asks, { choices: Object.fromEntries(asks.map(({ id }) => [id, 'deny'])) }, reason)
}

/** The chosen answer for each call; denials carry the reason, if there is one. */
export function answersOf(asks: readonly ApprovalAsk[], plan: Plan, reason = ''): Input<'answerAll'>['answers'] {
  const text = reason.trim()
  return asks.map((ask) => ({
    ask: ask.id,
    contentHash: ask.contentHash,
    answer:
      choiceOf(plan, ask) === 'allow'
        ? { decision: 'allow', scope: 'once' }
        : { decision: 'deny', ...(text !== '' && { reason: text }) },
  }))
}
