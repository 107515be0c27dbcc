import { expect, test } from 'vitest'
import type { Block } from '../../../renderer/markdown/blocks.ts'
import { MarkdownStream } from '../../../renderer/markdown/stream.ts'

const size = 60_000
const step = 32

/** Texts that are one growing block each, and one of many blocks. */
const growing: Record<string, (index: number) => string> = {
  'a list': (n) => `${n + 1}. item **${n}** with \`code\`\n`,
  'a table': (n) => (n === 0 ? '| a | b |\n|---|---|\n' : `| row ${n} | *value* ${n} |\n`),
  code: (n) => (n === 0 ? '```js\n' : `const value${n} = call(${n})\n`),
  'one line of code': (n) => (n === 0 ? '```\n' : `{"key${n}":${n}},`),
  paragraphs: (n) => `Sentence *${n}* goes on\nand on.\n\n`,
}

function textOf(line: (index: number) => string): string {
  let text = ''
  for (let n = 0; text.length < size; n++) text += line(n)
  return text
}

/** What a frame has to look at again: blocks and parts that are not the objects of the frame before. */
function changed(before: Block[][], after: Block[][]): number {
  const known = new Set<unknown>(
    before.flatMap((group) => [group, ...group.flatMap((block) => [block, ...partsOf(block)])]),
  )
  return after
    .flatMap((group) =>
      known.has(group) ? [] : group.flatMap((block) => (known.has(block) ? [] : [block, ...partsOf(block)])),
    )
    .filter((part) => typeof part === 'object' && !known.has(part)).length
}

const partsOf = (block: Block): unknown[] => ('parts' in block ? block.parts : [])

test.each(Object.entries(growing))('[CHAT-2] what a delta costs does not grow with %s', (_name, line) => {
  const text = textOf(line)
  const stream = new MarkdownStream()
  const times: number[] = []
  const changes: number[] = []
  let before: Block[][] = []
  for (let from = 0; from < text.length; from += step) {
    const start = performance.now()
    stream.append(text.slice(from, from + step))
    const groups = stream.groups()
    times.push(performance.now() - start)
    changes.push(changed(before, groups))
    before = groups
  }
  const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const part = Math.floor(times.length / 6)
  expect(Math.max(...changes)).toBeLessThanOrEqual(40)
  expect(middle(times.slice(-part))).toBeLessThan(3 * middle(times.slice(part, 2 * part)) + 0.2)
})
