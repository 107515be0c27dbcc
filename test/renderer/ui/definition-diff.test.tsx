import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Differences } from '../../../renderer/ui/json/differences.tsx'
import { diffDefinitions, type DiffPart } from '../../../renderer/ui/json/definition-rows.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'

const signs = { same: ' ', removed: '-', added: '+' }

/** A difference's lines; what changed in a line is in brackets. */
const written = (parts: DiffPart[]): string[] =>
  parts.flatMap(({ name, rows }) => [
    name,
    ...rows.map((row) =>
      'skipped' in row
        ? `(${row.skipped})`
        : signs[row.mark] + row.runs.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
    ),
  ])

const tool = (rest: JsonObject): JsonObject => ({ name: 'sql', inputSchema: { type: 'object' }, ...rest })
const diff = (before: JsonObject, now: JsonObject): string[] => written(diffDefinitions(tool(before), tool(now)))

describe('[APU-6] a changed definition', () => {
  test('is shown word by word, texts for people first', () => {
    expect(
      diff(
        {
          annotations: { readOnlyHint: true },
          description: 'Runs one statement in a read-only transaction.',
        },
        {
          annotations: { destructiveHint: true, readOnlyHint: false },
          description: 'Runs any statement and commits it. Always pass confirm.',
        },
      ),
    ).toEqual([
      'description',
      '-Runs [one] statement [in a read-only transaction].',
      '+Runs [any] statement [and commits it. Always pass confirm].',
      'annotations',
      ' {',
      '+  "destructiveHint": true',
      '-  "readOnlyHint": [true]',
      '+  "readOnlyHint": [false]',
      ' }',
    ])
  })

  test('shows members that were added or removed as a whole, whatever their names', () => {
    expect(diff({ title: 'Run', zeta: 1 }, { description: 'New.', _meta: { a: [1] } })).toEqual([
      'title',
      '-Run',
      'description',
      '+New.',
      '_meta',
      '+{',
      '+  "a": [',
      '+    1',
      '+  ]',
      '+}',
      'zeta',
      '-1',
    ])
  })

  test('ignores the order of members, and counts equal lines far away', () => {
    const properties = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`p${index}`, true]))
    expect(
      diff({ inputSchema: { type: 'object', properties } }, { inputSchema: { properties, type: 'object' } }),
    ).toEqual([])
    expect(
      diff({ inputSchema: { properties } }, { inputSchema: { properties: { ...properties, p4: false } } }),
    ).toEqual([
      'inputSchema',
      '(5)',
      '     "p3": true',
      '-    "p4": [true]',
      '+    "p4": [false]',
      '     "p5": true',
      '(5)',
    ])
  })

  test('shows a single hidden character as a difference, with a label', () => {
    const parts = diffDefinitions(tool({ description: 'Reads a file.' }), tool({ description: 'Reads\u200B a file.' }))
    const html = renderToStaticMarkup(<Differences parts={parts} />)
    expect(html).toMatch(/<mark[^>]*>[^<]*<span[^>]*>U\+200B<\/span>/)
    expect(html).toMatch(/<span class="sr">removed: <\/span><bdi>.*<span class="sr">added: <\/span><bdi>/)
  })

  test('is shown in part if it is very long, with the size of the rest', () => {
    const parts = diffDefinitions(tool({ description: 'a' }), tool({ description: 'word '.repeat(20_000) }))
    const html = renderToStaticMarkup(<Differences parts={parts} />)
    expect(html).toMatch(/Show more, [\d.]+ KB left/)
    expect(html.length).toBeLessThan(60_000)
  })

  test('is compared in bounded time even if nothing is common', () => {
    const words = (from: number): string =>
      Array.from({ length: 20_000 }, (_, index) => `w${index * 2 + from}`).join(' ')
    const parts = diffDefinitions(tool({ description: words(0) }), tool({ description: words(1) }))
    expect(parts.map(({ rows }) => rows.length)).toEqual([2])
  })

  test.each([200, 5000])('shows each of %i small changes, even if all are alike', (count) => {
    const properties = (type: string): JsonObject =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type, title: type }]))
    const [part] = diffDefinitions(tool({ _meta: properties('string') }), tool({ _meta: properties('number') }))
    const lines = (mark: 'removed' | 'added'): number =>
      part?.rows.filter((row) => 'mark' in row && row.mark === mark && /title|type/.test(row.runs[0]?.text ?? ''))
        .length ?? 0
    expect([lines('removed'), lines('added')]).toEqual([2 * count, 2 * count])
  })
})
