import { expect, test } from 'vitest'
import { queries } from '../../../../main/host/journal/queries/queries.ts'
import { readRuleUses } from '../../../../main/host/journal/queries/rule-uses.ts'
import type { HostEvent } from '../../../../shared/events/events.ts'
import type { Rule } from '../../../../shared/rules/rules.ts'
import { samples } from '../samples.ts'
import { openJournal, queryable } from '../support.ts'

const rule = (id: string, folder: string): Rule => ({
  ...samples['rule.added'].rule,
  id,
  conditions: [{ at: '/path', is: 'under', folder }],
})

/** A journal whose clock counts what is appended. */
function history() {
  let at = 0
  const journal = openJournal({ now: () => ++at })
  let calls = 0
  const decided = (by: 'person' | 'allow' | 'deny', said = rule('r', '/')): void => {
    const of = { conversation: 'c', turn: 't', call: `k${++calls}` }
    const events: HostEvent[] = [
      { ...samples['call.requested'], ...of },
      by === 'deny'
        ? { ...samples['call.finished'], ...of, outcome: { status: 'denied', reason: 'a rule', rule: said } }
        : {
            ...samples['call.cleared'],
            ...of,
            ...(by === 'allow' && { by: { rule: said.id, said } }),
          },
    ]
    journal.append(...events)
  }
  const database = () => {
    journal.flush()
    return queryable(journal)
  }
  return { decided, database }
}

test('[RUL-30] says when each rule last allowed or denied a call, and which never did', () => {
  const { decided, database } = history()
  const notes = rule('notes', '/notes')
  const secrets: Rule = { ...rule('secrets', '/secrets'), effect: 'deny' }
  decided('allow', notes)
  decided('deny', secrets)
  decided('allow', notes)
  decided('person')
  const uses = queries.ruleUses(database(), [notes, secrets, rule('new', '/new')])
  expect(uses).toEqual({ uses: { notes: { at: 3, seq: 6 }, secrets: { at: 2, seq: 4 } }, complete: true })
})

test('[RUL-30] counts a rule that was paused and resumed as the same one, and an edited one as another', () => {
  const { decided, database } = history()
  decided('allow', rule('before', '/notes'))
  const resumed: Rule = { ...rule('after', '/notes'), actor: 'another tab', paused: true }
  const { uses } = readRuleUses(database().views.current(), [resumed, rule('edited', '/notes/more')])
  expect(Object.keys(uses)).toEqual(['after'])
})

test('[RUL-30] reads a bounded number of calls, and says if that was enough', () => {
  const { decided, database } = history()
  const [early, late] = [rule('early', '/a'), rule('late', '/b')]
  decided('allow', early)
  for (let times = 0; times < 3; times++) decided('allow', late)
  const db = database().views.current()
  expect(readRuleUses(db, [early, late], 3)).toMatchObject({ uses: { late: { seq: 8 } }, complete: false })
  expect(readRuleUses(db, [early, late], 3).uses).not.toHaveProperty('early')
  expect(readRuleUses(db, [late], 3)).toMatchObject({ complete: true })
})
