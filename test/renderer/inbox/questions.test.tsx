import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { pausedSummary } from '../../../renderer/chat/call/call-row.tsx'
import { forgetForms, readStoredForm, storeForm, type FormStorage } from '../../../renderer/inbox/form/stored-forms.ts'
import { FormFields, localMoment, offsetAt } from '../../../renderer/inbox/form/form-fields.tsx'
import { readableHost } from '../../../renderer/inbox/frame/readable-host.ts'
import { isInSamePlace, isFree } from '../../../renderer/state/asks.ts'
import type { Ask, Operation } from '../../../shared/asks/asks.ts'
import { contentOf } from '../../../shared/schema/form-content.ts'
import { limitsInWords } from '../../../shared/schema/field-words.ts'
import { formOf, type FormField, type FormValue } from '../../../shared/schema/forms.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { words } from '../../support/words.ts'

const operation: Operation = { conversation: 'here', turn: 't', call: 'c' }
const asked = (id: string, schema: JsonObject, of?: Operation): Ask => ({
  id,
  kind: 'form',
  contentHash: 'h',
  question: { server: 's', running: [], message: '', schema, secrets: [] },
  ...(of && { operation: of }),
})
const page = (of?: Operation): Ask => ({
  id: 'page',
  kind: 'url',
  contentHash: 'h',
  question: { server: 's', running: [], message: '', url: 'https://example.org/' },
  ...(of && { operation: of }),
})

const fieldsOf = (properties: JsonObject, required: string[] = []): FormField[] => {
  const form = formOf({ type: 'object', properties, required })
  if ('problem' in form) throw new Error(form.problem)
  return form.fields
}
const fieldOf = <K extends FormField['kind']>(kind: K, schema: JsonObject, required = false): FormField<K> => {
  const [field] = fieldsOf({ it: schema }, required ? ['it'] : [])
  if (field?.kind !== kind) throw new Error(`It is no ${kind}.`)
  return field as FormField<K>
}

describe('[FUI-1] a call whose server asks', () => {
  test('says how many answers it waits for, or that it waits for a page', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } } }
    expect(pausedSummary([asked('1', schema)])).toBe('Paused: the server needs 2 answers from you')
    expect(pausedSummary([page()])).toBe('Paused: the server wants you to visit a page')
    expect(pausedSummary([asked('1', schema), page()])).toBe(words.questions.call.several(2))
    expect(pausedSummary([asked('1', { type: 'string' })])).toBe(words.questions.call.form(0))
    expect(pausedSummary([])).toBeUndefined()
  })

  const drawn = (field: FormField, value: FormValue): string => {
    const form = {
      fields: [field],
      leftOut: [],
      problem: undefined,
      marked: 0,
      isClosed: false,
      insists: false,
      isKept: true,
      valueOf: () => value,
      errorOf: () => undefined,
      isSecret: () => false,
      insist: () => undefined,
      change: () => undefined,
      leave: () => undefined,
      read: () => ({ wrong: undefined }),
    }
    return renderToStaticMarkup(<FormFields form={form} from="s" />)
  }

  test('shows a few values as buttons and boxes, and many as lists', () => {
    const values = (count: number): string[] => Array.from({ length: count }, (_none, index) => `v${index}`)
    const one = (count: number): string => drawn(fieldOf('choice', { type: 'string', enum: values(count) }, true), 'v1')
    expect(one(4).match(/type="radio"/g)).toHaveLength(4)
    expect(one(5)).toContain('<select')
    expect(one(60).match(/<option/g)).toHaveLength(61)
    expect(one(61)).toContain('role="combobox"')
    const many = (count: number): string =>
      drawn(fieldOf('choices', { type: 'array', items: { enum: values(count) } }), ['v1'])
    expect(many(6)).not.toContain('role="group"')
    expect(many(7)).toContain('role="group"')
    expect(many(7).match(/tabindex="0"/g)).toHaveLength(1)
    expect(many(7)).toContain('1 of 7 chosen')
  })

  test('says how much a field takes', () => {
    expect(limitsInWords(fieldOf('number', { type: 'integer', minimum: 15, maximum: 120 }))).toBe('15–120')
    expect(limitsInWords(fieldOf('number', { type: 'number', minimum: 0 }))).toBe('from 0')
    expect(limitsInWords(fieldOf('text', { type: 'string', maxLength: 50 }))).toBe('to 50 characters')
    expect(limitsInWords(fieldOf('text', { type: 'string' }))).toBeUndefined()
  })
})

describe('[FUI-1] a date and time', () => {
  test.each(['2026-11-24T14:30:00Z', '2026-07-01T00:00:00+05:30', '2026-07-01T23:59:59.250-11:00'])(
    'is shown in local time and sent as the same moment: %s',
    (written) => {
      const shown = localMoment(written)
      expect(shown).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/)
      const field = fieldOf('text', { type: 'string', format: 'date-time' })
      const sent = contentOf([field], { it: shown })
      const second = (text: string): number => Math.floor(Date.parse(text) / 1000)
      const it = 'content' in sent ? sent.content['it'] : undefined
      expect(typeof it === 'string' && second(it)).toBe(second(written))
    },
  )

  test('is empty if it is invalid, and stays as it is if it comes from the picker', () => {
    expect(localMoment('tomorrow')).toBe('')
    expect(localMoment('2026-11-24T14:30')).toBe('2026-11-24T14:30')
    expect(offsetAt('2026-11-24T14:30')).toMatch(/^[+−]\d+(:\d\d)?$/)
  })
})

describe('[FUI-4] a draft', () => {
  const storageOf = (room = Infinity): FormStorage & { keys(): string[] } => {
    const kept = new Map<string, string>()
    return {
      get length() {
        return kept.size
      },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      removeItem: (key) => void kept.delete(key),
      setItem: (key, text) => {
        if (text.length > room) throw new DOMException('full', 'QuotaExceededError')
        kept.set(key, text)
      },
      keys: () => [...kept.keys()],
    }
  }

  test('comes back as it was, without values of another type', () => {
    const storage = storageOf()
    const values = { name: 'Ada', yes: false, many: ['a', 'b'] }
    expect(storeForm(storage, 'one', values)).toBe(true)
    expect(readStoredForm(storage, 'one')).toEqual(values)
    storage.setItem('atrium.form.two', '{"a":1,"b":[1],"c":"text","__proto__":"x"}')
    expect(Object.entries(readStoredForm(storage, 'two'))).toContainEqual(['c', 'text'])
    expect(Object.keys(readStoredForm(storage, 'two'))).not.toContain('a')
    storage.setItem('atrium.form.three', 'not JSON')
    expect(readStoredForm(storage, 'three')).toEqual({})
  })

  test('goes with its question, and nothing else does', () => {
    const storage = storageOf()
    storeForm(storage, 'open', { a: '1' })
    storeForm(storage, 'gone', { a: '1' })
    storage.setItem('atrium.theme', 'dark')
    forgetForms(storage, new Set(['open']))
    expect(storage.keys()).toEqual(['atrium.form.open', 'atrium.theme'])
  })

  test('is not kept if there is no room, and says so', () => {
    const storage = storageOf(10)
    expect(storeForm(storage, 'one', { a: 'x'.repeat(20) })).toBe(false)
    expect(storage.keys()).toEqual([])
  })
})

describe('[FUI-5] a host', () => {
  test.each(['bücher.example', '例え.テスト', 'москва.рф', 'аррӏе.com', 'a-ü.b.example', 'straße.example', '💩.la'])(
    'is shown in its own alphabet: %s',
    (written) => {
      const { hostname } = new URL(`https://${written}/`)
      expect(hostname).toContain('xn--')
      expect(readableHost(hostname)).toBe(written.normalize('NFC'))
    },
  )

  test('stays as it is in plain letters, or if it cannot be read', () => {
    expect(readableHost('accounts.example.org')).toBeUndefined()
    expect(readableHost('127.0.0.1')).toBeUndefined()
    expect(readableHost('xn--!!!.example')).toBeUndefined()
  })
})

describe('[FUI-7] a question', () => {
  test('is grouped with others without a call, or with those of its conversation', () => {
    const schema = { type: 'object' }
    const trust: Ask = {
      id: 't',
      kind: 'trust',
      contentHash: 'h',
      question: { server: 's', launch: { command: 'x', path: '/x', args: [], cwd: '/', environment: [], hash: 'h' } },
    }
    expect([asked('1', schema), page(), trust, page(operation)].map(isFree)).toEqual([true, true, false, false])
    expect(isInSamePlace(asked('1', schema), page())).toBe(true)
    expect(isInSamePlace(asked('1', schema), trust)).toBe(false)
    expect(isInSamePlace(page(operation), asked('1', schema, operation))).toBe(true)
    expect(isInSamePlace(page(operation), page())).toBe(false)
  })
})
