import { describe, expect, test } from 'vitest'
import { readMarkdown } from '../../../shared/text/read-markdown.ts'

describe('Markdown as people read it', () => {
  test.each([
    ['headings and emphasis', '## 1. The **orders** _table_', '1. The orders table'],
    ['quotes, items and tasks', '> - [x] *Step* one', 'Step one'],
    [
      'links, images and addresses',
      '[docs](https://x.y/a_(b)) ![pic](a.png "t") <https://a.b>',
      'docs pic https://a.b',
    ],
    ['code in a line, as written', 'Run `**a** _b_` now', 'Run **a** _b_ now'],
    ['escaped signs, as meant', String.raw`\*kept\* and 2\_3`, '*kept* and 2_3'],
    ['names and sums', 'snake_case_name, 2 * 3 * 4', 'snake_case_name, 2 * 3 * 4'],
    ['several kinds on one word', '***both*** ~~gone~~', 'both gone'],
    ['a table, by its cells', '| Step | Risk |\n| --- | :-: |\n| 1 | **low** |', 'Step\tRisk\n1\tlow'],
    ['fenced code, as written', '```js\nconst a = b ** c\n# no heading\n```', 'const a = b ** c\n# no heading'],
    ['a fence around a shorter one', '````\n```\n**a**\n````\n**b**', '```\n**a**\nb'],
    ['underlined headings', 'Title\n=====\nText', 'Title\nText'],
  ])('[FND-8] has %s', (_what, markdown, expected) => {
    expect(readMarkdown(markdown)).toBe(expected)
  })

  test('[FND-8] comes to an end for texts made to be slow', () => {
    for (const part of ['*', '**a ', '![', '[a](', '[](((', '`', '|', '> ', String.raw`\*`, '<http:'])
      expect(readMarkdown(part.repeat(64_000 / part.length)).length).toBeLessThanOrEqual(64_000)
  })
})
