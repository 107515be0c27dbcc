import { describe, expect, test } from 'vitest'
import type { ConversationRow } from '../../../shared/contract/commands.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { emptyState } from '../../../shared/state/state.ts'
import { samples } from '../../host/journal/samples.ts'
import {
  activities,
  addPage,
  endOfList,
  foldArchived,
  foldList,
  groupConversations,
  outdatesArchived,
  outdatesList,
  sameActivities,
  titleDifferences,
  type ConversationList,
} from '../../../renderer/state/conversations.ts'

const now = new Date(2026, 10, 20, 0, 30).getTime()
const row = (id: string, activeAt: number): ConversationRow => ({
  id,
  title: `About ${id}`,
  createdAt: 0,
  activeAt,
  end: null,
})
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime()
const fold = (list: ConversationList, event: HostEvent, when = now): ConversationList =>
  foldList(list, { seq: 1, at: when, event })

test('[UI-8] tells alike titles apart by their words from where they differ, and the same ones by nothing', () => {
  const titled = (id: string, title: string): ConversationRow => ({ ...row(id, 0), title })
  const rows = [
    titled('a', 'Please write a summary of the reports for March'),
    titled('b', 'Please write a summary of the reply from Mara'),
    titled('c', 'Weekly triage'),
    titled('d', 'Weekly triage'),
    titled('e', 'Please write'),
    titled('f', 'Compare the two drivers of the database'),
    titled('g', 'Compare the two drivers of the database again'),
  ]
  expect([...titleDifferences(rows)]).toEqual([
    ['a', 'reports for March'],
    ['b', 'reply from Mara'],
    ['c', ''],
    ['d', ''],
    ['f', 'database'],
    ['g', 'database again'],
  ])
})

describe('conversation groups', () => {
  const rows = [
    row('now', at(20, 0, 10)),
    row('evening', at(19, 23, 59)),
    row('morning', at(19, 0, 0)),
    row('old', at(18, 23, 59)),
  ]

  test('[UI-8] divide days at the user’s local midnight, not by hours', () => {
    expect(
      groupConversations(rows, {}, now).map(({ heading, rows: members }) => [heading, members.map(({ id }) => id)]),
    ).toEqual([
      ['Today', ['now']],
      ['Yesterday', ['evening', 'morning']],
      ['Earlier', ['old']],
    ])
  })

  test('[UI-8] put a conversation with an open question first and only there, and keep a running one in its day', () => {
    const activity = { old: { waiting: 2, running: true }, evening: { waiting: 0, running: true } }
    const groups = groupConversations(rows, activity, now)
    expect(groups[0]).toEqual({ heading: 'Waiting for you', rows: [rows[3]] })
    expect(groups.flatMap(({ rows: members }) => members)).toHaveLength(4)
    expect(groups.find(({ heading }) => heading === 'Yesterday')?.rows[0]?.id).toBe('evening')
  })

  test('[PRJ-6] put a project’s conversations under it, and waiting and starred ones above', () => {
    const projects = [
      { id: 'p1', content: { name: 'Atlas' } },
      { id: 'p2', content: { name: 'Empty' } },
    ]
    const members = rows.map((one) => ({ ...one, project: 'p1' }))
    const listed = [{ ...row('starred', now), starred: true as const, project: 'p1' }, ...members, row('other', now)]
    const elsewhere = { ...row('gone', now), project: 'deleted' }
    const activity = { now: { waiting: 1, running: true } }
    const groups = groupConversations([...listed, elsewhere], activity, now, projects)
    expect(groups.map(({ heading, project, rows: its }) => [heading, project, its.map(({ id }) => id)])).toEqual([
      ['Waiting for you', undefined, ['now']],
      ['Starred', undefined, ['starred']],
      ['Atlas', 'p1', ['evening', 'morning', 'old']],
      ['Empty', 'p2', []],
      ['Today', undefined, ['other', 'gone']],
    ])
  })

  test('[UI-8] show a conversation even if the local clock is behind the host', () => {
    expect(groupConversations([row('ahead', at(20, 23))], {}, now)[0]?.heading).toBe('Today')
  })

  test('[UI-8] count each conversation’s questions', () => {
    const claims = { readOnly: true, destructive: false, idempotent: false, openWorld: false }
    const ask = (id: string, conversation: string) => ({
      id,
      kind: 'approval' as const,
      contentHash: '',
      question: { server: 's', tool: 't', definition: '', description: '', claims, arguments: {} },
      operation: { conversation, turn: 't', call: id },
    })
    const state = {
      asks: [ask('1', 'a'), ask('2', 'a'), ask('3', 'b')],
      turns: { t: { conversation: 'c', model: 'm', startedAt: 0, calls: {} } },
    }
    const found = activities(state)
    expect(found).toEqual({
      a: { waiting: 2, running: false },
      b: { waiting: 1, running: false },
      c: { waiting: 0, running: true },
    })
    expect(sameActivities(found, activities(state))).toBe(true)
    expect(sameActivities(found, activities({ ...state, asks: state.asks.slice(1) }))).toBe(false)
    expect(sameActivities(found, activities(emptyState))).toBe(false)
  })
})

describe('the conversation list', () => {
  const list: ConversationList = { rows: [row('a', 3), row('b', 2), row('c', 1)], more: true }

  test('[UI-9] puts a new conversation first, keeps a renamed one in place and drops a deleted one', () => {
    const created = fold(list, { type: 'conversation.created', conversation: 'd', title: 'New', actor: 'x' }, 9)
    expect(created.rows[0]).toEqual({ id: 'd', title: 'New', createdAt: 9, activeAt: 9, end: null })
    const renamed = fold(list, { type: 'conversation.renamed', conversation: 'b', title: 'Other', actor: 'x' })
    expect(renamed.rows.map(({ title }) => title)).toEqual(['About a', 'Other', 'About c'])
    const deleted = fold(list, { type: 'conversation.deleted', conversation: 'a', actor: 'x' })
    expect(deleted.rows.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(deleted.more).toBe(true)
  })

  test('[FRA-20] marks a starred conversation in place, drops an archived one, and asks again for one that comes back', () => {
    const of = { conversation: 'b', actor: 'x' }
    const starred: HostEvent = { type: 'conversation.starred', ...of, starred: true }
    const archived: HostEvent = { type: 'conversation.archived', ...of, archived: true }
    const marked = fold(list, starred)
    expect(groupConversations(marked.rows, {}, 1)[0]).toMatchObject({ heading: 'Starred', rows: [{ id: 'b' }] })
    expect(fold(list, archived).rows.map(({ id }) => id)).toEqual(['a', 'c'])
    const isOld = (event: HostEvent): [boolean, boolean] => {
      const recorded = { seq: 1, at: now, event }
      return [outdatesList(recorded), outdatesArchived(recorded)]
    }
    expect(isOld(starred)).toEqual([false, false])
    expect(isOld({ ...starred, starred: false })).toEqual([true, false])
    expect(isOld(archived)).toEqual([false, true])
    expect(isOld({ ...archived, archived: false })).toEqual([true, false])
    const turn: HostEvent = { type: 'turn.started', conversation: 'b', turn: 't', actor: 'x' }
    for (const event of [turn, { ...archived, archived: false }])
      expect(foldArchived(list, { seq: 1, at: now, event }).rows.map(({ id }) => id)).toEqual(['a', 'c'])
  })

  test('[FRA-20] asks for older rows from the last one without a star', () => {
    expect(endOfList([{ ...row('s', 1), starred: true }, row('a', 9), row('b', 4)])).toBe(4)
    expect(endOfList([{ ...row('s', 1), starred: true }])).toBe(1)
  })

  test('[UI-9] moves a conversation to the top when a turn starts, and asks for one that is missing', () => {
    const turn = (conversation: string): HostEvent => ({
      type: 'turn.started',
      conversation,
      turn: 't',
      model: 'm',
      actor: 'x',
    })
    expect(fold(list, turn('c'), 9).rows.map(({ id, activeAt }) => [id, activeAt])).toEqual([
      ['c', 9],
      ['a', 3],
      ['b', 2],
    ])
    expect(fold(list, turn('z'), 9)).toEqual({ ...list, missing: 'z' })
  })

  test('[FRA-6] marks a conversation with a failed turn in place, until the next turn begins', () => {
    const of = { conversation: 'b', turn: 't' }
    const ended = fold(list, { type: 'turn.finished', ...of, end: 'failed', problem: 'No answer.' }, 9)
    expect(ended.rows.map(({ id, end, activeAt }) => [id, end, activeAt])).toEqual([
      ['a', null, 3],
      ['b', 'failed', 2],
      ['c', null, 1],
    ])
    expect(fold(list, { type: 'turn.finished', ...of, end: 'interrupted' }, 9).rows[1]?.end).toBe('interrupted')
    const again = fold(ended, { type: 'turn.started', ...of, model: 'm', actor: 'x' }, 10)
    expect(again.rows[0]).toMatchObject({ id: 'b', end: null })
  })

  test('[UI-9] adds only missing rows from an older page', () => {
    const page = { rows: [row('c', 1), row('d', 0)], more: false }
    expect(addPage(list, page)).toEqual({ rows: [...list.rows, page.rows[1]], more: false })
  })
})

test('[UI-8] puts imported conversations of one moment in the host’s order, the highest ID first', () => {
  const imported = (list: ConversationList, conversation: string): ConversationList =>
    fold(list, { ...samples['conversation.imported'], conversation, activeAt: 5 })
  const list = ['b', 'c', 'a'].reduce(imported, { rows: [row('new', 9), row('old', 1)], more: false })
  expect(list.rows.map(({ id }) => id)).toEqual(['new', 'c', 'b', 'a', 'old'])
})
