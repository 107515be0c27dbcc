import { describe, expect, test } from 'vitest'
import { contentBlocks, tableOf } from '../../../renderer/chat/result/content-blocks.ts'
import { resultSummary } from '../../../renderer/chat/call/call-row.tsx'
import { words } from '../../support/words.ts'
import { resultPartOf, textOfResult } from '../../../shared/content/result-part.ts'

const marksOf = (annotations: object) =>
  contentBlocks({ content: [{ type: 'text', text: 'x', annotations: { ...annotations } }] })[0]?.marks

describe('[RES-8] a part’s annotations', () => {
  test('are read if they are valid and ignored if not', () => {
    expect(marksOf({ audience: ['user'], priority: 1 })).toMatchObject({ audience: 'user', priority: 1 })
    expect(marksOf({ audience: ['assistant', 'user'] })).toMatchObject({ audience: 'both' })
    expect(marksOf({ lastModified: '2026-11-02T09:30:00Z' })?.lastModified).toBe(Date.UTC(2026, 10, 2, 9, 30))
    const nothing = { audience: undefined, priority: undefined, lastModified: undefined }
    expect(marksOf({ audience: 'user', priority: 7, lastModified: 'yesterday' })).toEqual(nothing)
    expect(marksOf({ audience: ['nobody'], priority: 'high', lastModified: 5 })).toEqual(nothing)
  })
})

describe('[RES-7] the display of content', () => {
  test('counts each kind in a row and quotes none', () => {
    const content = [
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'x:1', name: 'one' },
      { type: 'resource_link', uri: 'x:2' },
      { type: 'hologram' },
    ]
    expect(resultSummary({ json: { content } })).toBe(`${words.chat.callSummary.sounds(1)}, 2 links, 1 other part`)
  })

  test('shows a list of flat objects, and nothing else, as a table', () => {
    const rows = [
      { a: 1, b: null },
      { a: 'x', c: true },
    ]
    expect(tableOf(rows)).toEqual({ columns: ['a', 'b', 'c'], rows })
    expect(tableOf({ rows })?.columns).toEqual(['a', 'b', 'c'])
    for (const other of [[], [1], [{}], [{ a: [1] }], [{ a: {} }], { rows, more: 1 }, 'rows', null])
      expect(tableOf(other)).toBeUndefined()
    expect(tableOf([Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`k${i}`, i]))])).toBeUndefined()
  })
})

describe('[RES-3] an excerpt of a result', () => {
  const text = (content: string, audience?: string) => ({
    type: 'text',
    text: content,
    ...(audience !== undefined && { annotations: { audience: [audience] } }),
  })

  test('ends exactly at the point where the full text continues', () => {
    const result = { content: [text('one'), { type: 'hologram' }, text('two😀three'), text('four')] }
    const whole = textOfResult(result, 'model')
    expect(whole).toBe('one\ntwo😀three\nfour')
    for (let room = 0; room <= whole.length; room++) {
      const { result: part, shown, characters } = resultPartOf(result, 'model', room)
      expect(characters).toBe(whole.length)
      expect(whole.startsWith(textOfResult(part, 'model'))).toBe(true)
      expect(textOfResult(part, 'model')).toHaveLength(shown)
      expect(textOfResult(part, 'model').isWellFormed()).toBe(true)
    }
    expect(resultPartOf(result, 'model', whole.length).shown).toBe(whole.length)
  })

  test('[RES-4] gives the model only the parts meant for it, and the user all', () => {
    const result = { content: [text('for her', 'user'), text('for it', 'assistant')], structuredContent: { a: 1 } }
    expect(resultPartOf(result, 'model', 100)).toMatchObject({ characters: 14, leftOut: { notForModel: 1 } })
    expect(textOfResult(result, 'model')).toBe('for it\n{"a":1}')
    expect(resultPartOf(result, 'person', 100)).toMatchObject({ characters: 14, leftOut: { notForModel: 0 } })
    expect(textOfResult({ content: [text('for her', 'user')], structuredContent: { a: 1 } }, 'model')).toBe('{"a":1}')
  })

  test('leaves out and counts parts that are too large', () => {
    const huge = { type: 'image', data: 'A'.repeat(11 * 1024 * 1024) }
    const result = { content: [huge, text('after')], structuredContent: { a: 'x'.repeat(300) } }
    expect(resultPartOf(result, 'person', 200)).toMatchObject({
      result: { content: [text('after')] },
      leftOut: { parts: 1, structured: true },
    })
  })
})
