import { expect, test } from 'vitest'
import { believedIn, levelOf, toBelieving } from '../../../shared/rules/levels.ts'
import type { Rule, RuleDraft } from '../../../shared/rules/rules.ts'
import { judge } from '../../../shared/rules/verdict.ts'

let made = 0
const rule = (draft: RuleDraft): Rule => ({ ...draft, id: `r${++made}`, actor: 'desktop' })
const bare = { conditions: [], destructive: false, flows: false }

/** The rules after exactly these servers were chosen. */
function believing(rules: Rule[], servers: string[], conversation?: string): Rule[] {
  const { add, remove } = toBelieving(servers, rules, conversation)
  return [...rules.filter(({ id }) => !remove.includes(id)), ...add.map(rule)]
}

test('[RUL-28] makes a conversation’s level of rules, which differs from the usual one and returns to it', () => {
  const every = [[], ['a'], ['b'], ['a', 'b']]
  const own = rule({ effect: 'ask', scope: { conversation: 'c1' }, server: 'a', tool: 'look', ...bare })
  for (const usual of every) {
    const standard = believing([own], usual)
    expect(believedIn(standard, 'c1').toSorted()).toEqual(usual)
    for (const here of every) {
      const rules = believing(standard, here, 'c1')
      expect(believedIn(rules, 'c1').toSorted()).toEqual(here)
      expect(believedIn(rules, 'c2').toSorted()).toEqual(usual)
      expect(levelOf(rules, false, 'c1')).toBe(here.length > 0 ? 'reads' : 'ask')
      expect(levelOf(rules, true, 'c1')).toBe('none')
      expect(toBelieving(here, rules, 'c1')).toEqual({ add: [], remove: [] })
      expect(believing(rules, usual, 'c1').toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
        standard.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      )
    }
  }
})

test('[RUL-28] allows only the chosen servers’ reads when asking before changes, if no rule asks about the tool', () => {
  const asking = rule({ effect: 'ask', scope: 'always', server: 'a', tool: 'look', ...bare })
  const rules = believing([asking], ['a'], 'c1')
  const claims = { readOnly: true, destructive: false, idempotent: false, openWorld: true }
  const call = { conversation: 'c1', server: 'a', tool: 'list', definition: 'd', arguments: {}, claims }
  expect(judge(call, rules).effect).toBe('allow')
  expect(judge(call, rules, true)).toMatchObject({ effect: 'ask', because: 'flow' })
  for (const other of [
    { tool: 'look' },
    { server: 'b' },
    { conversation: 'c2' },
    { claims: { ...claims, readOnly: false } },
  ])
    expect(judge({ ...call, ...other }, rules).effect).toBe('ask')
})
