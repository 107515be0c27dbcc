import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Ext, ExtInline, Plain } from '../../../renderer/ui/third-party/ext.tsx'
import { plainLabel, revealHidden } from '../../../shared/text/hidden-characters.ts'

const labels = (text: string): string[] =>
  revealHidden(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.hidden]))

/** A black flag with invisible letters, like the flags of England, Scotland and Wales. */
function tagged(letters: string): string {
  const tags = [...letters, '\x7F'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
  return `\u{1F3F4}${tags.join('')}`
}

test('[RND-7] labels false flag tags and false joiners', () => {
  expect(labels(tagged('gbxxx'))).toHaveLength(6)
  expect(labels(`${tagged('gbeng')}\u{E0041}`)).toEqual(['U+E0041'])
  expect(labels('ma\u200Cy \u200Cखं\u200Dड می\u200C')).toEqual(['U+200C', 'U+200C', 'U+200D', 'U+200C'])
})

test('[RND-7] labels signs and letters that are drawn as nothing', () => {
  const blank = ['2800', '1D159', '13441', '13442', '16FE4', '3164', '115F', '1160', 'FFA0']
  const text = blank.map((code) => `a${String.fromCodePoint(Number.parseInt(code, 16))}`).join('')
  expect(labels(text)).toEqual(blank.map((code) => `U+${code}`))
})

test('[RND-7] says who wrote a block before and after it, for sighted users and for screen readers', () => {
  const markup = renderToStaticMarkup(
    <Ext from="files" note="not by you">
      words
    </Ext>,
  )
  expect(markup).toMatch(/Written by <bdi>files<\/bdi>, not by you<\/div>words<span class="sr">End of files<\/span>/)
})

test('[RND-7] names the server of words in Atrium’s own line, and isolates them from the line', () => {
  const markup = renderToStaticMarkup(createElement(ExtInline, { from: 'files', text: '<b>\u202Etxt' }))
  expect(markup).toMatch(/From files: <\/span><bdi[^>]*>&lt;b&gt;<span[^>]*>U\+202E<\/span>txt<\/bdi>/)
})

test('[RND-7] cuts a long text in a row, and folds it on its own', () => {
  const text = 'word '.repeat(100)
  const cut = renderToStaticMarkup(createElement(ExtInline, { from: 'files', text }))
  expect(cut).not.toContain('Show more')
  expect(cut.length).toBeLessThan(500)
  expect(renderToStaticMarkup(createElement(Plain, { text, limit: 200 }))).toContain('Show more')
})

test('[RND-7] labels letters that pass for Latin ones among Latin letters', () => {
  expect(labels('p\u0430ypal \u0430dd git\u04BBub')).toEqual(['U+0430', 'U+0430', 'U+04BB'])
  expect(labels('c\u03BFde')).toEqual(['U+03BF'])
})

test.each([
  'Привет, мир',
  'αβγ and δ',
  'USB-шнур',
  '10 µm of Δx',
  'naïve café',
  'Việt Nam',
  'שָׁלוֹם',
  'नमस्ते',
  'ที่นี่',
  '👩‍👩‍👧 ❤️',
  'क्\u200Dष and क्\u200Cष',
  'می\u200Cخواهم',
  `${tagged('gbeng')} ${tagged('gbsct')} ${tagged('gbwls')}`,
])('[RND-7] leaves %s as it is', (text) => expect(revealHidden(text)).toEqual([text]))

test('[RND-7] keeps marks that pile up on one letter within their line', () => {
  expect(labels(`a${'\u0301'.repeat(50)}`)).toHaveLength(46)
  expect(plainLabel('p\u0430ypal')).toBe('p\u0430ypal')
})
