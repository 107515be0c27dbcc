import type { Claims } from './asks.ts'
import { meets } from './conditions.ts'
import type { JsonObject } from './json.ts'
import { conversationOfRule, type Rule } from './rules.ts'

/** A call as rules look at it. */
export type Judged = {
  conversation: string
  server: string
  tool: string
  definition: string
  arguments: JsonObject
  claims: Claims
}

/** What rules say of a call. `because` is why it is asked although there is a rule; without one nothing speaks of it. */
export type Verdict =
  | { effect: 'allow'; rule: Rule }
  | { effect: 'deny'; rule: Rule }
  | { effect: 'ask'; rule: Rule; because: 'rule' | 'destructive' | 'flow' }
  | { effect: 'ask'; rule?: undefined; because?: undefined }

/**
 * Deny wins over all. Else the most specific rule decides: one that names a tool, then the one with more conditions, then
 * one of a conversation; between equals asking wins. `carries`: the arguments hold, or may hold, what came from elsewhere.
 * A permission that does not hold for this call only says why.
 */
export function judge(operation: Judged, rules: readonly Rule[], carries = false): Verdict {
  const matching = rules.filter((rule) => matches(rule, operation)).toSorted(mostSpecificFirst)
  const denying = matching.find(({ effect }) => effect === 'deny')
  if (denying) return { effect: 'deny', rule: denying }
  let held: Verdict | undefined
  for (const rule of matching) {
    const because = rule.effect === 'ask' ? 'rule' : doubtOf(rule, operation, carries)
    if (because === undefined) return { effect: 'allow', rule }
    held ??= { effect: 'ask', rule, because }
    if (because === 'rule') break
  }
  return held ?? { effect: 'ask' }
}

/** A tool may destroy unless its server says otherwise. */
export const mayDestroy = ({ destructive, readOnly }: Claims): boolean => destructive && !readOnly

/** Why a permission that matches does not hold. */
function doubtOf(rule: Rule, { claims }: Judged, carries: boolean): 'destructive' | 'flow' | undefined {
  if (!rule.destructive && mayDestroy(claims)) return 'destructive'
  return !rule.flows && carries ? 'flow' : undefined
}

/** A permission is for one definition. What asks or denies stays in force when the definition changes. */
function matches(rule: Rule, operation: Judged): boolean {
  const conversation = conversationOfRule(rule)
  const { effect, server, tool, definition, conditions } = rule
  if (conversation !== undefined && conversation !== operation.conversation) return false
  if (server !== operation.server) return false
  if ((tool !== undefined || effect === 'allow') && tool !== operation.tool) return false
  if (effect === 'allow' && definition !== operation.definition) return false
  return conditions.every((condition) => meets(condition, operation.arguments))
}

/** In one order whatever the order of the rules. */
const mostSpecificFirst = (a: Rule, b: Rule): number =>
  Number(b.tool !== undefined) - Number(a.tool !== undefined) ||
  b.conditions.length - a.conditions.length ||
  Number(b.scope !== 'always') - Number(a.scope !== 'always') ||
  Number(b.effect === 'ask') - Number(a.effect === 'ask') ||
  (a.id < b.id ? -1 : 1)
