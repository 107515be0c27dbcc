import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Confirmation } from '../../../../main/host/platform.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { definitionOf, line, permission, rulesOf, say } from './rules-support.ts'

let atrium: Atrium
let shown: Confirmation[] = []
let says = true

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', { ...peer('good.mjs'), name: 'Files' })
  atrium.confirm = async (confirmation) => {
    shown.push(confirmation)
    return says
  }
})
afterAll(() => atrium.close())
beforeEach(async () => {
  says = true
  for (const rule of Object.keys(rules())) await atrium.person.link.call('changeRules', { remove: [rule] })
  shown = []
})

const rules = () => rulesOf(atrium)
const echo = (rest = {}) => permission(atrium.person, 'good', 'echo', rest)

describe('[RUL-16] a rule command', () => {
  test('asks for confirmation of a new allow rule in full, with hidden characters visible', async () => {
    const { link } = atrium.person
    const rule = echo({ conditions: [{ at: '/text', is: 'under', folder: '/home/ada/\u202Enotes' }], flows: true })
    says = false
    await expect(link.call('changeRules', { add: [rule] })).rejects.toMatchObject({ code: 'forbidden' })
    expect(rules()).toEqual({})
    const where =
      'even if it may delete data, even with text from another server or an attachment, in every conversation, until removed'
    expect(shown).toEqual([
      {
        question: 'Add this rule?',
        detail: `Allow “echo” on Files when text is inside /home/ada/[U+202E]notes, ${where}.`,
        action: 'Add',
      },
    ])
    says = true
    const {
      added: [id = ''],
    } = await link.call('changeRules', { add: [rule] })
    expect(rules()).toEqual({ [id]: { ...rule, id, actor: 'web:test' } })
  })

  test('changes several rules at once or none, and confirms each permission in one dialog', async () => {
    const { link } = atrium.person
    const { added: before } = await link.call('changeRules', { add: [echo({ destructive: false })] })
    const limited = echo({ conditions: [{ at: '/text', is: 'under', folder: '/notes' }] })
    const plain = [echo({ destructive: false }), permission(atrium.person, 'good', 'fail', { destructive: false })]
    const gone = link.call('changeRules', { add: plain, remove: ['no-such-rule'] })
    await expect(gone).rejects.toMatchObject({ code: 'not-found' })
    expect(Object.keys(rules())).toEqual(before)
    shown = []
    const { added } = await link.call('changeRules', { add: [...plain, limited], remove: before })
    expect(Object.keys(rules())).toEqual(added)
    expect(shown).toEqual([
      {
        question: 'Add these 3 rules?',
        detail: [
          'Allow “echo” on Files when text is inside /notes, even if it may delete data, except with text from another server or an attachment, in every conversation, until removed.',
          'Allow these tools on Files, in their current definitions: echo, fail.',
        ].join('\n'),
        action: 'Add',
      },
    ])
  })

  test('pauses a permission without confirmation, and resumes it with one', async () => {
    const { link } = atrium.person
    const { added } = await link.call('changeRules', { add: [echo()] })
    says = false
    const paused = await link.call('changeRules', { remove: added, add: [echo({ paused: true })] })
    const resumed = link.call('changeRules', { remove: paused.added, add: [echo()] })
    await expect(resumed).rejects.toMatchObject({ code: 'forbidden' })
    expect(Object.keys(rules())).toEqual(paused.added)
  })

  test('asks before pausing a rule that denies, and refuses an end for one', async () => {
    const { link } = atrium.person
    const deny = { effect: 'deny', scope: 'always', server: 'good' } as const
    const { added } = await link.call('changeRules', { add: [deny] })
    says = false
    const pausing = link.call('changeRules', { remove: added, add: [{ ...deny, paused: true }] })
    await expect(pausing).rejects.toMatchObject({ code: 'forbidden' })
    const ending = link.call('changeRules', { add: [{ ...deny, until: Date.now() + 1000 }] })
    await expect(ending).rejects.toMatchObject({ code: 'bad-input' })
  })

  test('adds a deny rule without confirmation, but asks before removing it', async () => {
    const { link } = atrium.person
    says = false
    const {
      added: [id = ''],
    } = await link.call('changeRules', { add: [{ effect: 'deny', scope: 'always', server: 'good' }] })
    expect(shown).toEqual([])
    await expect(link.call('changeRules', { remove: [id] })).rejects.toMatchObject({ code: 'forbidden' })
    expect(shown).toEqual([
      {
        question: 'Remove this rule?',
        detail: 'No longer applies: Deny every tool on Files in every conversation, until removed.',
        action: 'Remove',
      },
    ])
    expect(Object.keys(rules())).toEqual([id])
    says = true
    await link.call('changeRules', { remove: [id] })
    expect(rules()).toEqual({})
    await expect(link.call('changeRules', { remove: [id] })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('removes an allow rule without confirmation', async () => {
    const { link } = atrium.person
    const {
      added: [id = ''],
    } = await link.call('changeRules', { add: [echo()] })
    shown = []
    await link.call('changeRules', { remove: [id] })
    expect([shown, rules()]).toEqual([[], {}])
  })

  test('refuses a rule for unknown or changed targets', async () => {
    const { link } = atrium.person
    const refused = (rule: object, code: string) =>
      expect(link.call('changeRules', { add: [{ ...echo(), ...rule }] })).rejects.toMatchObject({ code })
    await refused({ definition: definitionOf(atrium.person, 'good', 'add') }, 'conflict')
    await refused({ tool: 'nothing' }, 'not-found')
    await refused({ tool: '__proto__' }, 'not-found')
    await refused({ server: 'nobody' }, 'not-found')
    await refused({ server: 'constructor' }, 'not-found')
    await refused({ scope: { conversation: 'nowhere' } }, 'not-found')
    await refused({ definition: undefined }, 'bad-input')
    await refused({ tool: undefined }, 'bad-input')
    await refused({ conditions: [{ at: '/text', is: 'under', folder: 'notes' }] }, 'bad-input')
    expect(rules()).toEqual({})
  })

  test('adds and removes rules only for admins; other sessions can try them', async () => {
    const guest = atrium.join('use', 'web:guest')
    const {
      added: [id = ''],
    } = await atrium.person.link.call('changeRules', { add: [{ effect: 'ask', scope: 'always', server: 'good' }] })
    await expect(guest.link.call('changeRules', { add: [echo()] })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(guest.link.call('changeRules', { remove: [id] })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await guest.link.call('tryRules', { rules: [echo()] })).toMatchObject({ allowed: 0, examples: [] })
    await expect(guest.link.call('suggestRules', { ask: 'gone' })).rejects.toMatchObject({ code: 'not-found' })
    guest.leave()
  })
})

describe('[RUL-17] a saved rule', () => {
  test('is removed with its conversation or server', async () => {
    const { link } = atrium.person
    await atrium.add('second', peer('good.mjs'))
    const { conversation } = await say(atrium, 'Hello')
    const deny = { effect: 'deny', scope: 'always' } as const
    const {
      added: [kept = ''],
    } = await link.call('changeRules', { add: [echo()] })
    await link.call('changeRules', { add: [{ ...deny, server: 'second' }] })
    await link.call('changeRules', { add: [permission(atrium.person, 'second', 'echo')] })
    await link.call('changeRules', { add: [echo({ scope: { conversation } })] })
    expect(Object.keys(rules())).toHaveLength(4)
    await link.call('deleteConversation', { conversation })
    expect(Object.keys(rules())).toHaveLength(3)
    await link.call('removeServer', { id: 'second' })
    expect(Object.keys(rules())).toEqual([kept])
  })

  test('stays if it denies and another program runs', async () => {
    const { link } = atrium.person
    await atrium.add('third', peer('good.mjs'))
    const {
      added: [id = ''],
    } = await link.call('changeRules', { add: [{ effect: 'deny', scope: 'always', server: 'third' }] })
    await link.call('changeRules', { add: [permission(atrium.person, 'third', 'echo')] })
    await link.call('updateServer', { id: 'third', config: peer('good.mjs', { A: 'b' }) })
    expect(Object.keys(rules())).toEqual([id])
    await atrium.person.leaveOff('third')
  })
})

test('[RUL-18] [RUL-19] is tried and suggested from the host’s own log', async () => {
  const { person } = atrium
  const text = (name: string) => line('Files__echo', { text: `/notes/${name}` })
  for (const name of ['a', 'b', 'c']) {
    const sent = say(atrium, text(name))
    await person.allow()
    await sent
  }
  const sent = say(atrium, text('d'))
  const ask = await person.ask()
  const { suggestions } = await person.link.call('suggestRules', { ask: ask.id })
  const [offered] = suggestions
  expect(suggestions).toEqual([
    {
      basis: 3,
      rule: echo({ conditions: [{ at: '/text', is: 'under', folder: '/notes' }], destructive: false }),
    },
  ])
  if (!offered) throw new Error('one was offered')
  expect(await person.link.call('tryRules', { rules: [offered.rule] })).toMatchObject({
    allowed: 4,
    asked: 0,
    denied: 0,
  })
  await person.link.call('changeRules', { add: [offered.rule] })
  await person.deny()
  await sent
  await say(atrium, text('e'))
  expect(person.all('call.finished').at(-1)?.outcome.status).toBe('succeeded')
})
