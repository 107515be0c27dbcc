import type { Claims } from '../asks/asks.ts'
import type { Rule, RuleDraft } from './rules.ts'
import { mayDestroy } from './verdict.ts'

/** For a model's call, Atrium asks, a rule allows it, or a rule denies it and no model sees the tool. */
export type Policy = 'ask' | 'allow' | 'off'

/** A tool in its current definition. */
export type PolicyTool = { server: string; name: string; hash: string; claims: Claims }

/** `limited`: allowed only under conditions. `shared`: a rule for more tools than this one makes it so. */
export type ToolPolicy = { policy: Policy; limited?: true; shared?: true }

/** Rules to add and to remove at once; the argument of `changeRules`. */
export type RulesChange = { add: RuleDraft[]; remove: string[] }

const none = { conditions: [], destructive: false, flows: false }

/** A tool's policy in every conversation. Rules with conditions that ask or deny don't count: they never allow. */
export function policyOf(tool: PolicyTool, rules: readonly Rule[]): ToolPolicy {
  const { own, wide } = rulesOf(tool, rules)
  const always = own.filter(({ conditions }) => conditions.length === 0)
  if (always.some(({ effect }) => effect === 'deny')) return { policy: 'off' }
  if (wide.some(({ effect, conditions }) => effect === 'deny' && conditions.length === 0))
    return { policy: 'off', shared: true }
  const allowing = own.filter((rule) => isFor(rule, tool))
  if (!always.some(({ effect }) => effect === 'ask')) {
    if (allowing.some(({ conditions }) => conditions.length === 0)) return { policy: 'allow' }
    if (allowing.length === 0 && tool.claims.readOnly && wide.some(({ reads }) => reads))
      return { policy: 'allow', shared: true }
  }
  return allowing.some(({ conditions }) => conditions.length > 0)
    ? { policy: 'allow', limited: true }
    : { policy: 'ask' }
}

/** The change of rules that gives a tool a policy. Rules with conditions that ask or deny stay. */
export function toPolicy(tool: PolicyTool, to: 'ask' | 'off' | RuleDraft, rules: readonly Rule[]): RulesChange {
  const { own, wide } = rulesOf(tool, rules)
  const { server, name } = tool
  const isSpare = ({ effect, conditions, definition }: Rule): boolean =>
    typeof to === 'string'
      ? effect === 'allow' || conditions.length === 0
      : conditions.length === 0 || (effect === 'allow' && definition !== tool.hash)
  const remove = own.filter(isSpare).map(({ id }) => id)
  if (typeof to !== 'string') return { add: [to], remove }
  if (to === 'off') return { add: [{ effect: 'deny', scope: 'always', server, tool: name, ...none }], remove }
  const isShared = tool.claims.readOnly && wide.some(({ reads }) => reads)
  return { add: isShared ? [{ effect: 'ask', scope: 'always', server, tool: name, ...none }] : [], remove }
}

/** The permission for a tool that only reads, without conditions. */
export const allowing = ({ server, name, hash }: PolicyTool): RuleDraft => ({
  effect: 'allow',
  scope: 'always',
  server,
  tool: name,
  definition: hash,
  ...none,
})

/** Undoes a change: `added` are the IDs of its rules. Leaves out permissions for definitions that aren't current. */
export function undoingPolicy(
  change: RulesChange,
  { added, rules, tools }: { added: string[]; rules: readonly Rule[]; tools: readonly PolicyTool[] },
): RulesChange {
  const isCurrent = ({ effect, tool, definition }: RuleDraft): boolean =>
    effect !== 'allow' || tool === undefined || tools.some(({ name, hash }) => name === tool && hash === definition)
  const before = rules.filter(({ id }) => change.remove.includes(id))
  return { add: before.map(({ id: _id, actor: _actor, ...draft }) => draft).filter(isCurrent), remove: added }
}

/** The rules for every conversation about a tool by name, and about all tools of its server. */
function rulesOf({ server, name }: PolicyTool, rules: readonly Rule[]): { own: Rule[]; wide: Rule[] } {
  const all = rules.filter((rule) => rule.scope === 'always' && rule.server === server)
  return { own: all.filter(({ tool }) => tool === name), wide: all.filter(({ tool }) => tool === undefined) }
}

/** Whether a permission covers this definition. */
const isFor = ({ effect, definition, destructive }: Rule, { hash, claims }: PolicyTool): boolean =>
  effect === 'allow' && definition === hash && (destructive || !mayDestroy(claims))
