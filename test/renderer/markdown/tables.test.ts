import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../../renderer/markdown/parse.ts'
import { tableText } from '../../../renderer/markdown/table-text.ts'
import { toElements } from '../../../renderer/markdown/to-react.tsx'
import { render } from './support.ts'

/** The first table of a text, as its buttons copy it. */
function copied(text: string, format: 'markdown' | 'csv'): string {
  const [table] = toElements(parseMarkdown(text).children, []).children
  if (table?.type !== 'element') throw new Error('no table')
  return tableText(table, format)
}

describe('[RND-11] a copied table', () => {
  const tables = {
    aligned: '| a | b | c | d |\n| :-- | :-: | --: | --- |\n| 1 | 2 | 3 | 4 |\n',
    formatted: '| a |\n| --- |\n| **b** *i* ~~d~~ `c` [to](https://a.example/x) |\n',
    'pipes and marks': '| a |\n| --- |\n| `x\\|y` and \\| and 2 \\* 3 \\_n\\_ \\<b\\> |\n',
    'code with backticks': '| a |\n| --- |\n| `` a`b `` |\n',
    'missing and empty cells': '| a | b |\n| --- | --- |\n| 1 |\n| | 2 |\n',
    'only a header': '| a | b |\n| --- | --- |\n',
    mathematics: '| a |\n| --- |\n| $x^2$ for \\$5 |\n',
    'a target with parentheses': '| a |\n| --- |\n| [w](<https://a.example/b_(c)>) |\n',
  }
  test.each(Object.entries(tables))('draws the same table again as Markdown: %s', (_, text) => {
    const again = copied(text, 'markdown')
    expect(copied(again, 'markdown')).toBe(again)
    expect(
      render(again)
        .replaceAll(/%28|\(/g, '(')
        .replaceAll(/%29|\)/g, ')'),
    ).toBe(render(text))
  })

  test('is plain text as CSV, with quotes around cells that need them', () => {
    expect(copied(tables.formatted, 'csv')).toBe('a\r\nb i d c to')
    expect(copied('| a, b | "c" |\n| --- | --- |\n| 1 | x |\n', 'csv')).toBe('"a, b","""c"""\r\n1,x')
    expect(copied(tables['missing and empty cells'], 'csv')).toBe('a,b\r\n1,\r\n,2')
  })

  test('gives a spreadsheet no formula, and numbers as they are', () => {
    const rows = ['=1+1', '@SUM(A1)', '+cmd', '-x', '-5', '+3.5%', '-1,200'].map((cell) => `| ${cell} |\n`).join('')
    expect(copied(`| a |\n| --- |\n${rows}`, 'csv').split('\r\n').slice(1)).toEqual([
      "'=1+1",
      "'@SUM(A1)",
      "'+cmd",
      "'-x",
      '-5',
      '+3.5%',
      '"-1,200"',
    ])
  })

  test('shows misleading characters by their code points', () => {
    expect(copied('| a |\n| --- |\n| b\u202Ec |\n', 'csv')).toBe('a\r\nbU+202Ec')
  })
})
