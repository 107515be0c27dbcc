import type { Claims } from '../asks/asks.ts'
import { meets, staysInPlace, warnsOf } from './conditions.ts'
import type { JsonObject } from '../schema/json.ts'
import { conversationOfRule, type Rule, type RuleDraft } from './rules.ts'

/** The properties of a call that rules judge. */
export type Judged = {
  conversation: string
  server: string
  tool: string
  definition: string
  arguments: JsonObject
  claims: Claims
}

/** The rules' verdict on a call. `because` is why Atrium asks although a rule exists; without it no rule applies. */
export type Verdict =
  | { effect: 'allow'; rule: Rule }
  | { effect: 'deny'; rule: Rule }
  | { effect: 'ask'; rule: Rule; because: 'rule' | 'destructive' | 'flow' }
  | { effect: 'ask'; rule?: undefined; because?: undefined }

/**
 * Deny wins over all; next is asking, if it's unclear whether a rule denies. Otherwise the most specific rule decides:
 * one that names a tool, then the one with more conditions, then one for a conversation; between equals, asking wins.
 * `hasForeignText`: the arguments contain, or may contain, data from other servers or attachments. A permission that doesn't
 * apply to this call only gives the reason.
 */
export function judge(operation: Judged, rules: readonly Rule[], hasForeignText = false): Verdict {
  const matched = rules.map((rule) => ({ rule, match: matches(rule, operation) }))
  const matching = matched
    .filter(({ rule: { effect }, match }) => match === 'yes' || (match === 'unsure' && effect === 'ask'))
    .map(({ rule }) => rule)
    .toSorted(mostSpecificFirst)
  const denying = matching.find(({ effect }) => effect === 'deny')
  if (denying) return { effect: 'deny', rule: denying }
  const unsure = matched.find(({ rule: { effect }, match }) => match === 'unsure' && effect === 'deny')
  if (unsure) return { effect: 'ask', rule: unsure.rule, because: 'rule' }
  let held: Verdict | undefined
  for (const rule of matching) {
    const because = rule.effect === 'ask' ? 'rule' : doubtOf(rule, operation, hasForeignText)
    if (because === undefined) return { effect: 'allow', rule }
    held ??= { effect: 'ask', rule, because }
    if (because === 'rule') break
  }
  return held ?? { effect: 'ask' }
}

/** Whether rules deny every call to a tool here: then the model doesn't see it. */
export const isDeniedByRule = (
  { conversation, server, tool }: Pick<Judged, 'conversation' | 'server' | 'tool'>,
  rules: readonly Rule[],
): boolean =>
  rules.some(
    (rule) =>
      rule.effect === 'deny' &&
      rule.server === server &&
      (rule.tool === undefined || rule.tool === tool) &&
      rule.conditions.length === 0 &&
      (conversationOfRule(rule) ?? conversation) === conversation,
  )

type Match = ReturnType<typeof warnsOf>

/** A tool may destroy data unless its server says otherwise. */
export const mayDestroy = ({ destructive, readOnly }: Claims): boolean => destructive && !readOnly

/** Why a matching permission doesn't apply. */
function doubtOf(rule: Rule, { claims }: Judged, hasForeignText: boolean): 'destructive' | 'flow' | undefined {
  if (!rule.destructive && mayDestroy(claims)) return 'destructive'
  return !rule.flows && hasForeignText ? 'flow' : undefined
}

/** A permission covers one definition. Asking and denying rules stay in force when the definition changes. */
function matches(rule: Rule, operation: Judged): Match {
  const conversation = conversationOfRule(rule)
  const { effect, server, tool, definition, conditions } = rule
  if (conversation !== undefined && conversation !== operation.conversation) return 'no'
  if (server !== operation.server) return 'no'
  if (rule.reads) return operation.claims.readOnly ? 'yes' : 'no'
  if ((tool !== undefined || effect === 'allow') && tool !== operation.tool) return 'no'
  if (effect === 'allow' && definition !== operation.definition) return 'no'
  const { arguments: input } = operation
  if (effect === 'allow') return permits(rule, input) ? 'yes' : 'no'
  const found = conditions.map((condition) => warnsOf(condition, input))
  return found.find((it) => it === 'no') ?? found.find((it) => it === 'unsure') ?? 'yes'
}

/** Whether arguments are within a permission's limits. */
export const permits = ({ conditions, staysInPlace: stays }: RuleDraft, input: JsonObject): boolean =>
  conditions.every((condition) => meets(condition, input)) && (!stays || staysInPlace(conditions, input))

/** A total order that doesn't depend on the input's order. */
const mostSpecificFirst = (a: Rule, b: Rule): number =>
  Number(b.tool !== undefined) - Number(a.tool !== undefined) ||
  b.conditions.length - a.conditions.length ||
  Number(b.scope !== 'always') - Number(a.scope !== 'always') ||
  Number(b.effect === 'ask') - Number(a.effect === 'ask') ||
  (a.id < b.id ? -1 : 1)
