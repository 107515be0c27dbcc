import { describe, expect, test } from 'vitest'
import { readForm, readArgumentText, textFor } from '../../../renderer/schema-form/arguments/arguments-of.ts'
import { carryOver } from '../../../renderer/schema-form/initial.ts'
import {
  changeForm,
  openFilled,
  openForm,
  type Desk,
  emptyDesk,
  readDesk,
  writeDesk,
} from '../../../renderer/state/forms/desk.ts'
import { readablePath } from '../../../shared/schema/pointer.ts'
import { hostViolations, ownViolations, placed } from '../../../renderer/schema-form/arguments/placed.ts'
import { nothingYet, writtenJson, writtenNumber, type Draft } from '../../../renderer/state/forms/form-draft.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { fc } from '../../support/deep.ts'
import { words } from '../../support/words.ts'

const said = words.manual.violations

/** A tab's storage of limited size. */
class Tab {
  readonly values = new Map<string, string>()
  readonly room: number
  constructor(room = Infinity) {
    this.room = room
  }
  getItem = (key: string): string | null => this.values.get(key) ?? null
  removeItem = (key: string): void => void this.values.delete(key)
  setItem = (key: string, value: string): void => {
    const others = [...this.values].filter(([name]) => name !== key)
    if (others.reduce((sum, [, text]) => sum + text.length, value.length) > this.room)
      throw new DOMException('full', 'QuotaExceededError')
    this.values.set(key, value)
  }
}

const tool = (name: string) => ({ server: 's', tool: name, definition: 'h' })

describe('[MUI-6] a conversation’s saved forms', () => {
  test('come back as they were, including unfinished text', () => {
    const draft: Draft = { number: writtenNumber('1.') ?? null, list: [writtenJson('{"a') ?? null, nothingYet()] }
    const desk = changeForm({ draft, text: '{ ', dropped: ['x'] })(openForm(tool('a'))({ ...emptyDesk, mode: 'tool' }))
    const tab = new Tab()
    writeDesk(tab, 'c', desk)
    expect(readDesk(tab, 'c')).toEqual(desk)
    expect(readDesk(tab, 'other')).toEqual(emptyDesk)
  })

  test('come back for any draft, even with names that mark typed text', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('$written', '$object', 'value', '__proto__', 'a'), fc.jsonValue()),
        (made) => {
          const draft = made as Draft
          const tab = new Tab()
          writeDesk(tab, 'c', changeForm({ draft })(openForm(tool('a'))(emptyDesk)))
          expect(JSON.stringify(readDesk(tab, 'c').forms[0]?.draft)).toBe(JSON.stringify(draft))
        },
      ),
    )
  })

  test('are empty if the storage contains nonsense', () => {
    const tab = new Tab()
    for (const text of ['{', 'null', '{"forms":[3,{"server":1}],"mode":"x"}']) {
      tab.setItem('atrium.desk.c', text)
      expect(readDesk(tab, 'c').forms).toEqual([])
    }
  })

  test('are limited: the oldest are dropped, and a form that is too long is not kept', () => {
    const tab = new Tab(30_000)
    const long = (size: number): Desk => changeForm({ text: 'x'.repeat(size) })(openForm(tool('a'))(emptyDesk))
    for (let index = 0; index < 40; index++) writeDesk(tab, `c${index}`, long(1000))
    expect(readDesk(tab, 'c39').forms).toHaveLength(1)
    expect(readDesk(tab, 'c0').forms).toHaveLength(0)
    expect(tab.values.size).toBeLessThan(30)
    writeDesk(tab, 'big', long(25_000))
    expect(readDesk(tab, 'big').forms).toHaveLength(1)
    writeDesk(new Tab(), 'c39', long(2_000_000))
    writeDesk(tab, 'big', long(2_000_000))
    expect(readDesk(tab, 'big').forms).toHaveLength(0)
  })

  test('include each recent form once, as the user left it', () => {
    let desk = emptyDesk
    for (let index = 0; index < 12; index++) desk = openForm(tool(`t${index}`))(desk)
    expect(desk.forms.map((form) => form.tool)).toEqual(['t11', 't10', 't9', 't8', 't7', 't6', 't5', 't4'])
    desk = openForm(tool('t11'))(openForm(tool('t9'))(changeForm({ draft: { a: 1 } })(desk)))
    expect(desk.forms.slice(0, 3)).toMatchObject([{ tool: 't11', draft: { a: 1 } }, { tool: 't9' }, { tool: 't10' }])
    expect(openFilled(tool('t9'), { b: 2 }, 'call')(desk).forms[0]).toMatchObject({ draft: { b: 2 }, from: 'call' })
  })
})

describe('[MUI-3] a form’s value', () => {
  test('is read from the fields, with a problem for each incomplete one', () => {
    expect(readForm({ view: 'Form' }, { n: writtenNumber('1.0') ?? null })).toEqual({ arguments: { n: 1 } })
    expect(readForm({ view: 'Form' }, { n: writtenNumber('1x') ?? null, 'a/b': [nothingYet()] })).toEqual({
      violations: [
        { path: '/n', sentence: said.noNumber },
        { path: '/a~1b/0', sentence: said.missing },
      ],
    })
    expect(readForm({ view: 'Form' }, 'text')).toHaveProperty('violations')
  })

  test('is read from JSON text if it is one object that can be sent exactly', () => {
    expect(readArgumentText('{"a": 1.0, "__proto__": 2}')).toEqual({
      arguments: JSON.parse('{"a":1,"__proto__":2}') as JsonObject,
    })
    for (const text of ['', '{', '[]', 'null', '3', '{"a": 1e999}', '{"a": 12345678901234567890}'])
      expect(readArgumentText(text)).toHaveProperty('violations')
    expect(readArgumentText('{"a": 1e999}')).toMatchObject({
      violations: [{ sentence: words.schemaForm.json.tooLarge('1e999') }],
    })
  })

  test('keeps the JSON text as written while it means the same', () => {
    expect(textFor({ a: 1 }, '{ "a" :1 }')).toBe('{ "a" :1 }')
    expect(textFor({ a: 2 }, '{ "a" :1 }')).toBe('{\n  "a": 2\n}')
    expect(textFor({}, undefined)).toBe('{}')
  })
})

describe('[MUI-4] a problem in a form', () => {
  test('appears at its field, or at the nearest field around it', () => {
    const violations = hostViolations([
      { path: '/a/b', message: 'must be a text' },
      { path: '/a/c/0', message: 'needs a value' },
      { path: '/z', message: 'is not known' },
    ])
    expect(placed(violations, new Set(['', '/a', '/a/b']))).toEqual({
      '/a/b': 'Must be a text.',
      '/a': 'c[0]: needs a value.',
      '': 'z: is not known.',
    })
    expect(readablePath('/items/2/a~1b')).toBe('items[2].a/b')
  })

  test('says why a typed value is invalid', () => {
    expect(ownViolations([{ path: '/n', text: '99999999999999999999' }])[0]?.sentence).toBe(said.tooLarge)
    expect(ownViolations([{ path: '/n', text: '{"a' }])[0]?.sentence).toBe(said.incompleteJson)
  })
})

describe('[MUI-5] a changed definition', () => {
  const schema = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties,
    ...more,
  })

  test('keeps values whose names still exist, reports the others, and adds new defaults', () => {
    const next = schema({ kept: { type: 'string' }, fresh: { type: 'number', default: 3 } })
    expect(carryOver({ kept: 'x', old: 'y' }, next)).toEqual({ draft: { kept: 'x', fresh: 3 }, dropped: ['old'] })
  })

  test('keeps everything if it allows other names or is not an object', () => {
    expect(carryOver({ a: 1 }, schema({}, { additionalProperties: true })).dropped).toEqual([])
    expect(carryOver({ a: 1 }, { oneOf: [{ type: 'object' }, { type: 'null' }] })).toEqual({
      draft: { a: 1 },
      dropped: [],
    })
  })
})
