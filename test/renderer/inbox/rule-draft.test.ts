import { describe, expect, test } from 'vitest'
import { beginning, isComplete, mostPlaces, placesOf, withCondition } from '../../../renderer/inbox/rule/rule-draft.ts'
import type { Question } from '../../../shared/asks/asks.ts'
import { meets } from '../../../shared/rules/conditions.ts'
import { ruleDraft } from '../../../shared/rules/rules.ts'

const question: Question<'approval'> = {
  ...{ server: 'files', tool: 'write_file', definition: 'a'.repeat(64), description: '' },
  claims: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  arguments: { path: '/home/ada/notes/today.md', url: 'https://example.org/a', count: 3, deep: { x: 'y' }, none: null },
}

describe('[RLU-1] a rule made from a call', () => {
  test('begins with its folders and hosts, holds for that call, and overrides no doubt', () => {
    const draft = beginning(question, question.arguments)
    expect(ruleDraft.parse(draft)).toEqual(draft)
    expect(draft.conditions).toEqual([
      { at: '/path', is: 'under', folder: '/home/ada/notes' },
      { at: '/url', is: 'host', hosts: ['https://example.org'] },
    ])
    expect(draft).toMatchObject({ destructive: false, flows: false })
    const input = { path: '/home/ada/notes/today.md', url: 'https://example.org/a' }
    expect(draft.conditions.every((condition) => meets(condition, input))).toBe(true)
  })

  test('offers what each value can be narrowed to, in the order of the arguments', () => {
    const { places, more } = placesOf(question.arguments, [])
    expect(places.map(({ at, ways }) => [at, ways.map(({ is }) => is)])).toEqual([
      ['/path', ['under', 'one-of']],
      ['/url', ['host', 'one-of']],
      ['/count', ['one-of']],
    ])
    expect(more).toBe(false)
  })

  test('keeps a condition on a value deeper down, and names odd members by their pointers', () => {
    const named = placesOf(question.arguments, [{ at: '/deep/x', is: 'one-of', values: ['y'] }])
    expect(named.places.at(-1)?.at).toBe('/deep/x')
    expect(placesOf({ 'a/b~': 'v' }, []).places[0]?.at).toBe('/a~1b~0')
  })

  test('stays within what a rule may hold', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${index}`, index]))
    expect(placesOf(many, [])).toMatchObject({ more: true, places: { length: mostPlaces } })
    expect(placesOf({ long: 'x'.repeat(3000) }, []).places[0]?.ways).toEqual([])
  })

  test('is complete only with the full paths of folders, and has one condition for a value', () => {
    const under = { at: '/path', is: 'under', folder: 'notes' } as const
    expect(isComplete([under])).toBe(false)
    const changed = withCondition([under], '/path', { ...under, folder: '/notes' })
    expect([changed.length, isComplete(changed)]).toEqual([1, true])
    expect(withCondition(changed, '/path', undefined)).toEqual([])
  })
})
