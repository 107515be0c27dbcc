import { describe, expect, test } from 'vitest'
import { allowing, policyOf, toPolicy, undoingPolicy, type PolicyTool } from '../../../shared/rules/policy.ts'
import type { Rule, RuleDraft } from '../../../shared/rules/rules.ts'
import { judge } from '../../../shared/rules/verdict.ts'

const claims = { readOnly: true, destructive: false, idempotent: false, openWorld: false }
const look: PolicyTool = { server: 'files', name: 'look', hash: 'a'.repeat(64), claims }
const write: PolicyTool = { ...look, name: 'write', claims: { ...claims, readOnly: false, destructive: true } }
const bare = { conditions: [], destructive: false, flows: false }
let made = 0
const rule = (draft: Partial<RuleDraft>): Rule => ({
  effect: 'deny',
  scope: 'always',
  server: 'files',
  ...bare,
  ...draft,
  id: `r${++made}`,
  actor: 'desktop',
})
const allow = (tool: PolicyTool, more: Partial<RuleDraft> = {}): Rule => rule({ ...allowing(tool), ...more })
const inNotes: RuleDraft['conditions'] = [{ at: '/path', is: 'under', folder: '/notes' }]
const reads: Rule = rule({ effect: 'allow', reads: true })

describe('[RUL-28] a tool’s policy', () => {
  test('is what the rules for every conversation say of its current definition', () => {
    const policies: [PolicyTool, Rule[], ReturnType<typeof policyOf>][] = [
      [look, [], { policy: 'ask' }],
      [look, [allow(look)], { policy: 'allow' }],
      [look, [allow(look), rule({ effect: 'ask', tool: 'look' })], { policy: 'ask' }],
      [look, [allow({ ...look, hash: 'b'.repeat(64) })], { policy: 'ask' }],
      [look, [allow(look, { scope: { conversation: 'c1' } })], { policy: 'ask' }],
      [look, [reads], { policy: 'allow', shared: true }],
      [look, [reads, rule({ effect: 'ask', tool: 'look' })], { policy: 'ask' }],
      [write, [reads], { policy: 'ask' }],
      [write, [allow(write)], { policy: 'ask' }],
      [write, [allow(write, { destructive: true, conditions: inNotes })], { policy: 'allow', limited: true }],
      [write, [rule({ tool: 'write' })], { policy: 'off' }],
      [write, [rule({ tool: 'write', conditions: inNotes })], { policy: 'ask' }],
      [write, [rule({})], { policy: 'off', shared: true }],
      [write, [rule({ server: 'other' })], { policy: 'ask' }],
    ]
    for (const [tool, rules, policy] of policies) expect(policyOf(tool, rules)).toEqual(policy)
  })

  test('is the one chosen after the change, leaves protecting rules alone, and can be undone', () => {
    const protecting = rule({ tool: 'look', conditions: inNotes })
    const states: Rule[][] = [[], [allow(look)], [rule({ tool: 'look' })], [reads], [allow(look), reads]]
    for (const before of states.map((rules) => [...rules, protecting]))
      for (const to of ['ask', 'off', allowing(look)] as const) {
        const change = toPolicy(look, to, before)
        const added = change.add.map((draft) => rule(draft))
        const after = [...before.filter(({ id }) => !change.remove.includes(id)), ...added]
        expect(policyOf(look, after).policy).toBe(typeof to === 'string' ? to : 'allow')
        expect(after).toContain(protecting)
        const back = undoingPolicy(change, { added: added.map(({ id }) => id), rules: before, tools: [look] })
        const restored = [...after.filter(({ id }) => !back.remove.includes(id)), ...back.add.map((it) => rule(it))]
        expect(policyOf(look, restored)).toEqual(policyOf(look, before))
      }
  })

  test('doesn’t restore a permission for a definition that has changed', () => {
    const before = [allow({ ...look, hash: 'b'.repeat(64) })]
    const change = toPolicy(look, 'off', before)
    expect(undoingPolicy(change, { added: ['x'], rules: before, tools: [look] })).toEqual({ add: [], remove: ['x'] })
  })

  test('is what the rules decide about a call', () => {
    const call = { conversation: 'c1', server: 'files', tool: 'look', definition: look.hash, arguments: {}, claims }
    const effects = { ask: 'ask', allow: 'allow', off: 'deny' } as const
    for (const rules of [[], [allow(look)], [rule({ tool: 'look' })], [reads], [rule({}), reads]])
      expect(judge(call, rules).effect).toBe(effects[policyOf(look, rules).policy])
  })
})
