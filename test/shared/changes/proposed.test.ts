import { describe, expect, test } from 'vitest'
import { proposedText, undoing } from '../../../shared/changes/proposed.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'

const edits = { kind: 'edits', at: '/edits' } as const
const edited = (before: string, ...list: [old: string, next: string][]): string | undefined =>
  proposedText(before, edits, { edits: list.map(([oldText, newText]) => ({ oldText, newText })) })

describe('[CHG-3] the text a file has after a call', () => {
  test('is the argument itself, or the edits one after the other', () => {
    expect(proposedText(undefined, { kind: 'text', at: '/content' }, { content: 'all' })).toBe('all')
    expect(edited('one two', ['one', '1'], ['1 two', '1 2'])).toBe('1 2')
    expect(edited('price', ['price', "$& $'"])).toBe("$& $'")
    const snake: JsonValue = { edits: [{ old_string: 'a', new_string: 'b' }] }
    expect(proposedText('a', edits, snake)).toBe('b')
  })

  test('is unknown if an edit fits no place, or several, or hides in another one', () => {
    expect(edited('one', ['two', '2'])).toBeUndefined()
    expect(edited('one one', ['one', '1'])).toBeUndefined()
    expect(edited('aaa', ['aa', 'b'])).toBeUndefined()
    expect(edited('one', ['', '1'])).toBeUndefined()
    expect(edited('one', ['one', 'one'])).toBeUndefined()
    expect(edited('one', ['one', 'hidden'], ['hidden', 'one'])).toBeUndefined()
    expect(edited('one\r\n', ['one', '1'])).toBeUndefined()
    expect(edited('one', ['one', 'o\rne'])).toBeUndefined()
    expect(proposedText(undefined, edits, { edits: [{ oldText: 'a', newText: 'b' }] })).toBeUndefined()
    expect(proposedText('a', edits, { edits: 'a' })).toBeUndefined()
  })
})

describe('[CHG-7] the call that undoes a change', () => {
  const back = (before: string, effect: typeof edits | typeof whole, input: JsonObject) =>
    undoing(before, [{ effect, input }])?.arguments
  const whole = { kind: 'text', at: '/content' } as const

  test('writes the text from before back, or exchanges each edit’s texts, the last edit first', () => {
    expect(back('old', whole, { path: '/a', content: 'new' })).toEqual({ path: '/a', content: 'old' })
    const list = [
      { oldText: 'one', newText: '1' },
      { oldText: 'two', newText: '2' },
    ]
    expect(back('one two', edits, { edits: list, dryRun: false })).toEqual({
      edits: [
        { oldText: '2', newText: 'two' },
        { oldText: '1', newText: 'one' },
      ],
      dryRun: false,
    })
  })

  test('takes several calls back at once, by the last that writes the whole text, or else by all edits', () => {
    const edit = (oldText: string, newText: string) => ({
      effect: edits,
      input: { edits: [{ oldText, newText }] },
    })
    expect(undoing('a x', [edit('a', 'b'), edit('x', 'y')])).toEqual({
      by: 1,
      arguments: {
        edits: [
          { oldText: 'y', newText: 'x' },
          { oldText: 'b', newText: 'a' },
        ],
      },
    })
    const writes = { effect: whole, input: { content: 'x' } }
    expect(undoing('a', [edit('a', 'b'), writes, edit('x', 'y')])).toEqual({ by: 1, arguments: { content: 'a' } })
    expect(undoing('a', [])).toBeUndefined()
  })

  test('is unknown if the edits can’t be undone one by one', () => {
    const edit = (oldText: string, newText: string) => ({ edits: [{ oldText, newText }] })
    expect(back('a b', edits, edit('a', 'b'))).toBeUndefined()
    expect(back('a b', edits, edit('a', ''))).toBeUndefined()
    expect(back('a b', edits, edit('c', 'd'))).toBeUndefined()
    expect(back('a', edits, { edits: 'a' })).toBeUndefined()
  })
})
