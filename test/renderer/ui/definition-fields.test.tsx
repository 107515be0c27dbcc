import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { definitionFields, type MarkedRun } from '../../../renderer/ui/json/definition-fields.ts'
import { DefinitionTable } from '../../../renderer/ui/json/definition-table.tsx'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { words } from '../../support/words.ts'

const { definitionDiff } = words.inbox

const add: JsonObject = {
  name: 'add',
  title: 'Add',
  description: 'Adds two numbers.',
  inputSchema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { a: { type: 'number', description: 'First.' }, b: { type: 'number', default: 1 } },
    required: ['a'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, audience: 'all' },
  execution: { taskSupport: 'forbidden' },
}

const signs = { same: '', removed: '-', added: '+' }
const written = (runs: MarkedRun[]): string =>
  runs.map(({ text, mark }) => (mark === 'same' ? text : `[${signs[mark]}${text}]`)).join('')

const partsOf = (before: JsonObject | undefined, now: JsonObject) => {
  const { lines, rows, rest } = definitionFields(before, now)
  return {
    lines: lines.map(({ name, runs }) => `${name}: ${written(runs)}`),
    rows: rows.map(({ name, type, required, description, more }) =>
      [name, ...[type, required, description, more].map(written)].join(' | '),
    ),
    rest,
  }
}

describe('[DUI-2] [DUI-11] the fields of a definition', () => {
  test('are its texts, its claims, each field’s type and description, and everything else', () => {
    expect(partsOf(undefined, add)).toEqual({
      lines: ['title: Add', 'description: Adds two numbers.', 'readOnlyHint: true'],
      rows: ['a | number | true | First. | ', 'b | number | false |  | { "default": 1 }'],
      rest: { annotations: { audience: 'all' }, execution: { taskSupport: 'forbidden' } },
    })
  })

  test('mark the words that went and came, and fields that went and came', () => {
    const inputSchema: JsonObject = {
      type: 'object',
      properties: { a: { type: 'string', description: 'First secret.' }, c: true },
      required: ['a', 'c', 'd'],
    }
    const now = { name: 'add', description: 'Adds ten numbers.', inputSchema, annotations: {} }
    const { lines, rows, rest } = partsOf(add, now)
    expect(lines).toEqual(['title: [-Add]', 'description: Adds [-two][+ten] numbers.', 'readOnlyHint: [-true]'])
    expect(rows).toEqual([
      'a | [-number][+string] | true | First[+ secret]. | ',
      'c |  | [+true] |  | [+true]',
      'd |  | [+true] |  | ',
      'b | [-number] | [-false] |  | [-{ "default": 1 }]',
    ])
    expect(Array.isArray(rest) && rest.map(({ name }) => name)).toEqual(['annotations', 'inputSchema', 'execution'])
  })

  test.each<[string, JsonObject]>([
    ['an unknown member', { surprise: 'read ~/.ssh' }],
    ['properties that aren’t an object', { inputSchema: { properties: ['x'] } }],
    ['requirements that aren’t names', { inputSchema: { required: [{ a: 1 }] } }],
    ['an unknown dialect', { inputSchema: { $schema: 'POISON' } }],
    ['a description that isn’t text', { description: { a: 1 } }],
    ['a claim that isn’t yes or no', { annotations: { readOnlyHint: 'POISON' } }],
    ['arguments with one name twice', { arguments: [{ name: 'a' }, { name: 'a', description: 'POISON' }] }],
  ])('leave out nothing: %s is in the rest', (_what, raw) => {
    expect(definitionFields(undefined, { name: 'x', ...raw }).rest).toEqual(raw)
  })

  test('are also those of a prompt', () => {
    const prompt = { name: 'greet', arguments: [{ name: 'who', description: 'Whom.', required: true, title: 'Who' }] }
    expect(partsOf(undefined, prompt)).toEqual({
      lines: [],
      rows: ['who |  | true | Whom. | { "title": "Who" }'],
      rest: {},
    })
  })

  test('are a table with hidden characters labelled, in part if they are very long', () => {
    const html = renderToStaticMarkup(
      <DefinitionTable fields={definitionFields(add, { ...add, title: 'A\u200Bdd' })} onWhole={undefined} />,
    )
    expect(html).toMatch(/<mark data-mark="added"[^>]*><span class="sr">added: <\/span>.*U\+200B/)
    expect(html).toContain(definitionDiff.columns.required)
    const long = definitionFields(undefined, { ...add, description: 'word '.repeat(20_000) })
    const part = renderToStaticMarkup(<DefinitionTable fields={long} onWhole={undefined} />)
    expect(part).toMatch(/Show more, [\d.]+ KB left/)
    expect(part.length).toBeLessThan(60_000)
    expect(part).not.toContain(definitionDiff.rest)
  })
})
