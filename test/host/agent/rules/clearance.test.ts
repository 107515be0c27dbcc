import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Condition, RuleDraft } from '../../../../shared/rules/rules.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { asked, definitionOf, lastSent, line, outcomes, permission, rulesOf, say } from './rules-support.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const echo = (text: string) => line('good__echo', { text })

/** The names of the tools in the last request to the model. */
const toolsOffered = () => (atrium.requests.at(-1)?.body.tools ?? []).map(({ name }: { name: string }) => name)

const addRule = async (rule: RuleDraft): Promise<string> => {
  const { added } = await atrium.person.link.call('changeRules', { add: [rule] })
  return added[0] ?? ''
}

describe('[RUL-7] an allow rule', () => {
  test('lets its tool run in every conversation and after a restart, and is named in the log', async () => {
    const id = await addRule(permission(atrium.person, 'good', 'echo', { destructive: false }))
    await say(atrium, echo('a'))
    await say(atrium, echo('b'))
    expect(outcomes(atrium)).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
    const rule = rulesOf(atrium)[id]
    expect(atrium.person.all('call.cleared').map(({ by }) => by)).toEqual([
      { rule: id, said: rule },
      { rule: id, said: rule },
    ])
    await atrium.stop()
    await atrium.open()
    await atrium.person.until('it is back', () => atrium.person.state.servers['good']?.status.state === 'ready')
    await say(atrium, echo('c'))
    expect(outcomes(atrium)).toMatchObject([{ status: 'succeeded' }])
    expect(asked(atrium)).toEqual([])
  })

  test('asks about arguments that don’t match its condition', async () => {
    const inNotes: Condition = { at: '/text', is: 'under', folder: '/notes' }
    await addRule(permission(atrium.person, 'good', 'echo', { conditions: [inNotes] }))
    const sent = say(atrium, `${echo('/notes/a')}\n${echo('/notes/../etc/passwd')}`)
    const ask = await atrium.person.ask()
    expect(ask.question.arguments).toEqual({ text: '/notes/../etc/passwd' })
    expect(ask.question.because).toBeUndefined()
    await atrium.person.deny()
    await sent
    expect(
      outcomes(atrium)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['denied', 'succeeded'])
  })

  test('asks again when the definition has changed', async () => {
    const { person } = atrium
    await atrium.add('shop', peer('changing.mjs'))
    onTestFinished(() => atrium.remove('shop'))
    await addRule(permission(person, 'shop', 'target'))
    await addRule(permission(person, 'shop', 'flip'))
    const before = definitionOf(person, 'shop', 'target')
    await say(atrium, `${line('shop__target', {})}\n${line('shop__flip', {})}`)
    expect(asked(atrium)).toEqual([])
    await person.until('it has changed', () => definitionOf(person, 'shop', 'target') !== before)
    await person.accept('shop')
    const sent = say(atrium, line('shop__target', {}))
    expect((await person.ask()).question).toMatchObject({ tool: 'target', description: 'As it is now.' })
    await person.deny()
    await sent
  })

  test('is removed when another program runs, but not on a rename or pause', async () => {
    const { person } = atrium
    const id = await addRule(permission(person, 'good', 'echo'))
    const ready = () => person.until('it is ready', () => person.state.servers['good']?.status.state === 'ready')
    await person.link.call('updateServer', { id: 'good', config: { ...peer('good.mjs'), name: 'Neighbour' } })
    await person.link.call('setServerEnabled', { id: 'good', enabled: false })
    await person.link.call('setServerEnabled', { id: 'good', enabled: true })
    await ready()
    expect(Object.keys(rulesOf(atrium))).toEqual([id])
    await person.link.call('updateServer', { id: 'good', config: peer('good.mjs', { OTHER: '1' }) })
    expect(rulesOf(atrium)).toEqual({})
    await person.trust('good')
    await ready()
    const sent = say(atrium, echo('a'))
    await person.deny()
    await sent
  })
})

describe('[APU-11] a call allowed for the rest of its conversation', () => {
  const add = (rest = {}) => line('good__add', { a: 1, b: 2, ...rest })
  const lasting = { decision: 'allow', scope: 'conversation' } as const

  test('is refused a rule if its tool may destroy data and nothing limits the rule', async () => {
    const { person } = atrium
    const sent = say(atrium, add())
    const ask = await person.ask()
    await expect(person.answer(ask, lasting)).rejects.toMatchObject({ code: 'bad-input' })
    expect(rulesOf(atrium)).toEqual({})
    await person.deny()
    await sent
  })

  test('lets later calls through in the same folder and asks about others and about other paths', async () => {
    const { person } = atrium
    const sent = say(atrium, add({ path: '/notes/garden' }))
    await person.answer(await person.ask(), lasting)
    const { conversation } = await sent
    expect(Object.values(rulesOf(atrium))).toMatchObject([
      { destructive: true, flows: false, conditions: [{ at: '/path', is: 'under', folder: '/notes/garden' }] },
    ])
    await say(atrium, add({ path: '/notes/garden/beans' }), conversation)
    for (const elsewhere of [{ path: '/notes/diary' }, { path: '/notes/garden', name: '../diary' }]) {
      const other = say(atrium, add(elsewhere), conversation)
      await person.deny()
      await other
    }
    expect(outcomes(atrium).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'denied', 'denied'])
  })
})

describe('[RUL-8] a deny rule', () => {
  test('refuses the call without asking or sending it, and the model sees the rule', async () => {
    const { person } = atrium
    await addRule(permission(person, 'good', 'echo'))
    const id = await addRule({
      ...permission(person, 'good', 'echo', { conditions: [{ at: '/text', is: 'under', folder: '/etc' }] }),
      effect: 'deny',
      scope: 'always',
    })
    const { turn } = await say(atrium, echo('/notes/../etc/passwd'))
    const reason = 'Deny “echo” on good when text is inside /etc, in every conversation, until removed'
    expect(outcomes(atrium)).toEqual([{ status: 'denied', reason, rule: rulesOf(atrium)[id] }])
    expect(asked(atrium)).toEqual([])
    expect(person.all('call.started')).toEqual([])
    expect(lastSent(atrium)).toContain(`A rule of the person’s denied this call: ${reason}.`)
    const { rows } = await person.link.call('listAudit', { by: 'rule' })
    const own = rows.filter((row) => row.turn === turn)
    expect(own.map(({ type, outcome }) => [type, outcome])).toEqual([['call.finished', 'denied']])
  })

  test('hides the tools it always denies from the model, and refuses a call of one that it knows', async () => {
    const { person } = atrium
    await addRule(permission(person, 'good', 'add'))
    const { conversation } = await say(atrium, 'Hello')
    expect(toolsOffered()).toContain('good__echo')
    await person.link.call('changeRules', { add: [{ effect: 'deny', scope: 'always', server: 'good', tool: 'echo' }] })
    await say(atrium, 'Hello again', conversation)
    expect(toolsOffered()).toContain('good__add')
    expect(toolsOffered()).not.toContain('good__echo')
    await person.link.call('changeRules', { add: [{ effect: 'deny', scope: 'always', server: 'good' }] })
    await say(atrium, `${echo('a')}\n${line('good__add', { a: 1, b: 2 })}`, conversation)
    expect(outcomes(atrium).map((it) => 'reason' in it && it.reason)).toEqual([
      expect.stringMatching(/^Deny (“echo”|every tool) on good in every conversation, until removed$/),
      'Deny every tool on good in every conversation, until removed',
    ])
  })
})

describe('[RUL-27] a rule for tools that only read', () => {
  const reading: RuleDraft = {
    effect: 'allow',
    scope: 'always',
    server: 'good',
    reads: true,
    conditions: [],
    destructive: false,
    flows: false,
  }

  test('allows the calls to tools whose definitions claim so, and asks about others', async () => {
    const { person } = atrium
    await addRule(reading)
    const sent = say(atrium, `${echo('a')}\n${line('good__add', { a: 1, b: 2 })}`)
    const ask = await person.ask()
    expect(ask.question).toMatchObject({ tool: 'add' })
    await person.deny()
    await sent
    expect(
      outcomes(atrium)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['denied', 'succeeded'])
  })

  test('has only a server and a scope', async () => {
    const { tool, definition } = permission(atrium.person, 'good', 'echo')
    const wider: Partial<RuleDraft>[] = [
      { destructive: true },
      { flows: true },
      { effect: 'deny' },
      { tool, definition },
      { conditions: [{ at: '/text', is: 'one-of', values: ['a'] }] },
    ]
    for (const more of wider)
      await expect(addRule({ ...reading, ...more })).rejects.toMatchObject({ code: 'bad-input' })
    expect(rulesOf(atrium)).toEqual({})
  })
})

describe('[RUL-9] a question about a call', () => {
  test('says if a rule requires it or the tool may destroy data', async () => {
    const { person } = atrium
    await addRule(permission(person, 'good', 'add', { destructive: false }))
    await addRule(permission(person, 'good', 'echo'))
    await person.link.call('changeRules', { add: [{ effect: 'ask', scope: 'always', server: 'good', tool: 'echo' }] })
    const sent = say(atrium, `${echo('a')}\n${line('good__add', { a: 1, b: 2 })}`)
    await person.until('both are asked', () => asked(atrium).length === 2)
    const because = Object.fromEntries(asked(atrium).map(({ question }) => [question.tool, question.because]))
    expect(because).toEqual({ add: 'destructive', echo: 'rule' })
    await person.deny()
    await person.deny()
    await sent
  })

  test('names the definition shown before when asked again, but none that wasn’t shown @all', async () => {
    await atrium.add('shop', peer('changing.mjs'))
    onTestFinished(() => atrium.remove('shop'))
    const { person } = atrium
    const sent = say(atrium, `${line('shop__target', {})}\n${line('shop__flip', {})}`)
    await person.until('two questions', () => person.state.asks.length === 2)
    const [target, flip] = asked(atrium)
    if (!target || !flip) throw new Error('two questions were open')
    expect(target.question.changedFrom).toBeUndefined()
    await person.answer(flip, { decision: 'allow', scope: 'once' })
    const anew = await person.until('it is asked anew', () => asked(atrium)[2])
    expect(anew.question).toMatchObject({ changedFrom: target.question.definition, description: 'As it is now.' })
    await person.answer(anew, { decision: 'deny' })
    await sent
    await person.accept('shop')
    const later = say(atrium, line('shop__target', {}))
    expect((await person.ask()).question.changedFrom).toBeUndefined()
    await person.deny()
    await later
  })
})
