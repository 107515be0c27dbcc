import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { ruleParts, ruleWords } from '../../../shared/rules/rule-words.ts'
import type { Condition, Rule } from '../../../shared/rules/rules.ts'
import { judge, type Judged, type Verdict } from '../../../shared/rules/verdict.ts'
import { fc, times } from '../../support/deep.ts'

const claims = { readOnly: false, destructive: false, idempotent: false, openWorld: false }
const operation: Judged = {
  conversation: 'c1',
  server: 'files',
  tool: 'write',
  definition: 'd1',
  arguments: { path: '/notes/a', mode: 'new', n: 1 },
  claims,
}
const base: Rule = {
  id: 'r',
  effect: 'allow',
  scope: 'always',
  server: 'files',
  tool: 'write',
  definition: 'd1',
  conditions: [],
  destructive: false,
  flows: false,
  actor: 'desktop',
}

const conditions: Condition[] = [
  { at: '/path', is: 'under', folder: '/notes' },
  { at: '/path', is: 'under', folder: '/other' },
  { at: '/mode', is: 'one-of', values: ['new', 1] },
]
const rule = (effect?: Rule['effect']): fc.Arbitrary<Rule> =>
  fc
    .record({
      id: fc.stringMatching(/^[a-z]{6}$/),
      effect: effect ? fc.constant(effect) : fc.constantFrom('allow', 'ask', 'deny'),
      scope: fc.constantFrom('always' as const, { conversation: 'c1' }, { conversation: 'c2' }),
      server: fc.constantFrom('files', 'files', 'other'),
      tool: fc.constantFrom('write', 'write', 'read', undefined),
      definition: fc.constantFrom('d1', 'd1', 'd2'),
      conditions: fc.subarray(conditions),
      destructive: fc.boolean(),
      flows: fc.boolean(),
    })
    .map((made) => ({ ...made, actor: 'desktop' }))
const operations = fc.record({
  path: fc.constantFrom('/notes/a', '/other/a', '/notes/../x'),
  destructive: fc.boolean(),
  hasForeignText: fc.boolean(),
})
const some = fc.array(rule(), { maxLength: 6 })
const without = <T extends Verdict['effect']>(effect: T) => some.map((all) => all.filter((it) => it.effect !== effect))

type Made = { path: string; destructive: boolean; hasForeignText: boolean }
const verdict = (rules: Rule[], { path, destructive, hasForeignText }: Made): Verdict =>
  judge({ ...operation, arguments: { path, mode: 'new' }, claims: { ...claims, destructive } }, rules, hasForeignText)
const rank = ({ tool, conditions: all, scope }: Rule): number =>
  Number(tool !== undefined) * 1000 + all.length * 10 + Number(scope !== 'always')
const check = <T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>) =>
  fc.assert(property, { numRuns: times(500, 3000) })

describe('[RUL-1] a rule that denies', () => {
  test('wins over all other rules', () => {
    check(
      fc.property(rule('deny'), some, operations, (denying, others, made) => {
        if (verdict([denying], made).effect !== 'deny') return
        expect(verdict([...others, denying], made).effect).toBe('deny')
      }),
    )
  })

  test('is not undone by an added permission, and neither is a more specific question', () => {
    check(
      fc.property(rule('allow'), some, operations, (added, others, made) => {
        const before = verdict(others, made)
        const after = verdict([...others, added], made)
        const asks = before.effect === 'ask' && before.because === 'rule' && rank(before.rule) >= rank(added)
        const holds = before.effect === 'deny' || asks ? after.effect === before.effect : true
        expect(holds).toBe(true)
      }),
    )
  })

  test('stays in force when the definition changes', () => {
    const denying: Rule = { ...base, effect: 'deny', definition: 'd0' }
    expect(judge(operation, [denying, base])).toEqual({ effect: 'deny', rule: denying })
  })
})

describe('[RUL-2] the choice among rules', () => {
  test('does not depend on their order', () => {
    const shuffled = fc
      .uniqueArray(rule(), { selector: ({ id }) => id, maxLength: 7 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    check(
      fc.property(shuffled, operations, ([all, mixed], made) => {
        expect(verdict(mixed, made)).toEqual(verdict(all, made))
      }),
    )
  })

  test('ignores a rule that does not match', () => {
    check(
      fc.property(rule(), some, operations, (added, others, made) => {
        if (verdict([{ ...added, destructive: true, flows: true }], made).rule) return
        expect(verdict([...others, added], made)).toEqual(verdict(others, made))
      }),
    )
  })

  test('allows a call only by a rule that is more specific than every one that asks', () => {
    check(
      fc.property(without('deny'), operations, (rules, made) => {
        const said = verdict(rules, made)
        const asking = rules.filter((it) => it.effect === 'ask' && verdict([it], made).rule)
        const isAbove = said.effect !== 'allow' || asking.every((it) => rank(said.rule) > rank(it))
        expect(isAbove).toBe(true)
      }),
    )
  })

  test('prefers a tool, then more conditions, then the conversation, and asks between equals', () => {
    const { tool: _tool, ...everyTool } = base
    const [under] = conditions.slice(0, 1)
    if (!under) throw new Error('there is a condition')
    const ask = (rest: Partial<Rule>): Rule => ({ ...base, id: 'ask', effect: 'ask', ...rest })
    const decided = (...rules: Rule[]): string => judge(operation, rules).effect
    expect(decided(base, { ...everyTool, id: 'ask', effect: 'ask' })).toBe('allow')
    expect(decided(base, ask({ conditions: [under] }))).toBe('ask')
    expect(decided({ ...base, conditions: [under] }, ask({ scope: { conversation: 'c1' } }))).toBe('allow')
    expect(decided({ ...base, scope: { conversation: 'c1' } }, ask({}))).toBe('allow')
    expect(decided(base, ask({}))).toBe('ask')
    expect(decided(base, ask({ scope: { conversation: 'c2' } }))).toBe('allow')
  })

  test('asks without any rule, and names no rule as the reason', () => {
    expect(judge(operation, [])).toEqual({ effect: 'ask' })
    expect(judge(operation, [{ ...base, server: 'other' }])).toEqual({ effect: 'ask' })
  })
})

describe('[RUL-5] a permission', () => {
  const destroying = { ...operation, claims: { ...claims, destructive: true } }

  test('covers one definition and one tool', () => {
    expect(judge(operation, [base])).toEqual({ effect: 'allow', rule: base })
    expect(judge({ ...operation, definition: 'd2' }, [base])).toEqual({ effect: 'ask' })
    expect(judge({ ...operation, tool: 'read' }, [base])).toEqual({ effect: 'ask' })
  })

  test('asks if the tool may delete data, unless the rule allows that', () => {
    expect(judge(destroying, [base])).toEqual({ effect: 'ask', rule: base, because: 'destructive' })
    expect(judge(destroying, [{ ...base, destructive: true }]).effect).toBe('allow')
    const harmless = { ...destroying, claims: { ...destroying.claims, readOnly: true } }
    expect(judge(harmless, [base]).effect).toBe('allow')
  })

  test('asks if traced text goes to the tool, unless the rule allows that', () => {
    expect(judge(operation, [base], true)).toEqual({ effect: 'ask', rule: base, because: 'flow' })
    expect(judge(operation, [{ ...base, flows: true }], true).effect).toBe('allow')
    expect(judge(destroying, [{ ...base, flows: true }], true)).toMatchObject({ because: 'destructive' })
  })

  test('leaves the decision to the next rule if it does not apply, and says why if none decides', () => {
    const narrow: Rule = { ...base, id: 'narrow', scope: { conversation: 'c1' } }
    expect(judge(destroying, [narrow, { ...base, destructive: true }]).effect).toBe('allow')
    const asking: Rule = { ...base, id: 'asking', effect: 'ask' }
    expect(judge(destroying, [narrow, asking])).toEqual({ effect: 'ask', rule: narrow, because: 'destructive' })
    expect(judge(operation, [asking])).toEqual({ effect: 'ask', rule: asking, because: 'rule' })
  })
})

describe('[RUL-6] a rule’s words', () => {
  const names = { server: 'Files' }
  const [apart, always] = [ruleParts.flows.off, 'in every conversation, until removed']

  test.each([
    [{}, `Allow every call to “write” on Files ${apart}, ${always}`],
    [{ conditions: conditions.slice(0, 1) }, `Allow “write” on Files when path is inside /notes, ${apart}, ${always}`],
    [{ effect: 'ask', tool: undefined } as const, `Ask before every tool on Files ${always}`],
    [
      { effect: 'deny', scope: { conversation: 'c1' }, conditions: conditions.slice(1) } as const,
      'Deny “write” on Files when path is inside /other, when mode is exactly one of "new", 1, only in one conversation, until removed',
    ],
    [
      { conditions: [{ at: '/url', is: 'host', hosts: ['a.example', 'b.example'] }], destructive: true } as const,
      `Allow “write” on Files when url is a URL at a.example or b.example, even if it may delete data, ${apart}, ${always}`,
    ],
    [
      { destructive: true, flows: true },
      `Allow every call to “write” on Files even if it may delete data, even with text from another server or an attachment, ${always}`,
    ],
    [
      { conditions: [{ at: '', is: 'one-of', values: [null] }] } as const,
      `Allow “write” on Files when the whole input is exactly null, ${apart}, ${always}`,
    ],
  ])('describe %j', (change, words) => {
    const { conditions: all = [], ...rest } = change as Partial<Rule>
    expect(ruleWords({ ...base, ...rest, conditions: [...all] }, names)).toBe(words)
  })

  test('name the conversation and the tool by their titles if they are known', () => {
    const known = { ...names, tool: 'Write File', conversation: 'My notes' }
    expect(ruleWords({ ...base, scope: { conversation: 'c1' } }, known)).toBe(
      `Allow every call to “Write File” on Files ${apart}, only in “My notes”, until removed`,
    )
  })
})

describe('[RUL-26] a denied folder', () => {
  const allowing: Rule = { ...base, conditions: [], destructive: true, flows: true }
  const denying: Rule = {
    ...base,
    id: 'd',
    effect: 'deny',
    conditions: [{ at: '/path', is: 'under', folder: '/notes/.ssh' }],
  }
  const of = (path: JsonValue, rules: Rule[]) => judge({ ...operation, arguments: { path } }, rules)

  test('is denied in any order and letter case, causes a question for unclear paths, and spares others', () => {
    for (const rules of [
      [allowing, denying],
      [denying, allowing],
    ]) {
      expect(of('/notes/.SSH/x', rules)).toEqual({ effect: 'deny', rule: denying })
      for (const path of ['~/.ssh/x', '../.ssh', ['/notes/.ssh/x']])
        expect(of(path, rules)).toEqual({ effect: 'ask', rule: denying, because: 'rule' })
      expect(of('/notes/x', rules)).toEqual({ effect: 'allow', rule: allowing })
    }
  })
})

describe('[RUL-27] a permission for tools that only read', () => {
  const { tool: _tool, definition: _definition, ...bare } = base
  const reading: Rule = { ...bare, reads: true }
  const reads = { ...operation, tool: 'read', claims: { ...claims, readOnly: true } }

  test('allows a read of its server in any definition, unless text came from elsewhere or a rule asks', () => {
    const asking: Rule = { ...bare, id: 'a', effect: 'ask', scope: { conversation: 'c1' } }
    expect(judge(reads, [reading])).toEqual({ effect: 'allow', rule: reading })
    expect(judge(reads, [reading], true)).toEqual({ effect: 'ask', rule: reading, because: 'flow' })
    expect(judge(reads, [reading, asking])).toEqual({ effect: 'ask', rule: asking, because: 'rule' })
    expect(judge({ ...reads, conversation: 'c2' }, [reading, asking])).toEqual({ effect: 'allow', rule: reading })
    expect(judge({ ...reads, server: 'other' }, [reading])).toEqual({ effect: 'ask' })
    expect(judge({ ...reads, claims }, [reading])).toEqual({ effect: 'ask' })
  })

  test('is put in words with its end', () => {
    const end = new Date(2026, 11, 23, 17, 20).getTime()
    expect(ruleWords({ ...base, until: end }, { server: 'Files' })).toBe(
      `Allow every call to “write” on Files ${ruleParts.flows.off}, in every conversation, until 23 Dec 2026, 17:20`,
    )
  })

  test('is put in words with its server and scope', () => {
    expect(ruleWords(reading, { server: 'Files' })).toBe(
      `Allow every tool on Files that says it only reads, ${ruleParts.flows.off}, in every conversation, until removed`,
    )
    expect(ruleWords({ ...reading, scope: { conversation: 'c1' } }, { server: 'Files', conversation: 'Week' })).toBe(
      `Allow every tool on Files that says it only reads, ${ruleParts.flows.off}, only in “Week”, until removed`,
    )
  })
})
