import { describe, expect, test } from 'vitest'
import { MarkdownStream } from '../../../renderer/markdown/stream.ts'
import { documents } from './documents.ts'
import { render, renderGroups, renderUnresolved, streamed } from './support.ts'
import { fc, times } from '../../support/deep.ts'

describe('[CHAT-1] text that arrives in pieces', () => {
  test.each(Object.entries(documents))('renders like the whole text, cut anywhere: %s', (_name, text) => {
    const whole = renderUnresolved(text)
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), (cuts) => {
        expect(renderGroups(streamed(text, cuts).groups())).toBe(whole)
      }),
      { numRuns: times(6, 12) },
    )
  })

  test('renders like the text so far, at every length @all', () => {
    const stream = new MarkdownStream()
    const text = documents['corners'] ?? ''
    for (let end = 1; end <= text.length; end++) {
      stream.append(text[end - 1] ?? '')
      if (end % 3 > 0 && end < text.length) continue
      expect(renderGroups(stream.groups()), `after ${JSON.stringify(text.slice(end - 20, end))}`).toBe(
        renderUnresolved(text.slice(0, end)),
      )
    }
  })

  test('renders like the whole text for random pieces of Markdown', () => {
    const pieces = [
      '- a',
      '* b',
      '1. c',
      '> ',
      ' ',
      '\n',
      '\n\n',
      '```',
      '~~~',
      '---',
      '===',
      '|',
      '|-|-|\n',
      '# ',
      'a',
      'b c',
      '<i>',
      '\\',
      '`',
      '\r\n',
      '\r',
      '$',
      '$$',
      '\\[',
      '\\]',
      '\\(x\\)',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const stream = new MarkdownStream()
        for (const part of parts) {
          stream.append(part)
          stream.groups()
        }
        stream.append('\n')
        expect(renderGroups(stream.groups())).toBe(renderUnresolved(`${parts.join('')}\n`))
      }),
      { numRuns: times(100, 300) },
    )
  })

  test('[CHAT-34] shows a table, a fence or a formula only as what it is', () => {
    const text =
      'So:\n\n| Step | Risk |\n|------|------|\n| One | low |\n| Two | high |\n\nAnd $x^2$ for $5.\n\n```js\nx\n```\n'
    const stream = new MarkdownStream()
    const seen = [...text].map((letter) => {
      stream.append(letter)
      return renderGroups(stream.shown())
    })
    for (const markup of seen) expect(markup.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/[|`]|\$x(?!\^2\$)/)
    const rows = seen.map((markup) => markup.split('<tr').length - 1)
    expect([...new Set(rows)]).toEqual([0, 1, 2, 3])
    expect(seen.find((markup) => markup.includes('$5'))).not.toContain('for $5.')
    expect(seen.at(-1)).toBe(renderUnresolved(text))
  })

  test('[CHAT-34] shows at once the text that later letters can’t change', () => {
    const shown = (text: string): string => {
      const stream = new MarkdownStream()
      stream.append(text)
      return renderGroups(stream.shown())
    }
    for (const text of ['a | b', 'It is $5 or US$7', 'Yes `no', `A $${'x'.repeat(60)}`, '| a |\nb', '> | a'])
      expect(shown(text), text).toBe(renderUnresolved(text))
  })

  test('resolves references once the text is complete', () => {
    const text = 'See [the page][p].\n\n[p]: https://example.com/page\n'
    expect(renderGroups(streamed(text, []).groups())).toContain('[the page][p]')
    expect(render(text)).toContain('href="https://example.com/page"')
  })
})
