import { expect, test, vi } from 'vitest'
import type { Block } from '../../../renderer/markdown/blocks.ts'
import { parseMarkdown } from '../../../renderer/markdown/parse.ts'
import { MarkdownStream } from '../../../renderer/markdown/stream.ts'
import { lastIfQuick } from '../../../tools/quick.mjs'
import { times } from '../../support/deep.ts'
import { growing, textOf } from '../../support/long/markdown.ts'

vi.mock(import('../../../renderer/markdown/parse.ts'), async (original) => {
  const real = await original()
  return { ...real, parseMarkdown: vi.fn<typeof real.parseMarkdown>(real.parseMarkdown) }
})

const size = times(20_000, 60_000)
const step = 32

/** Counts the work of a frame: blocks and parts that aren't the previous frame's objects. */
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

test.each(lastIfQuick(Object.entries(growing)))(
  '[CHAT-2] processes a delta at a cost that does not grow with %s',
  (_name, line) => {
    const text = textOf(line, size)
    const stream = new MarkdownStream()
    const parsed: number[] = []
    const changes: number[] = []
    let before: Block[][] = []
    for (let from = 0; from < text.length; from += step) {
      vi.mocked(parseMarkdown).mockClear()
      stream.append(text.slice(from, from + step))
      const groups = stream.groups()
      parsed.push(vi.mocked(parseMarkdown).mock.calls.reduce((sum, [source]) => sum + source.length, 0))
      changes.push(changed(before, groups))
      before = groups
    }
    expect(Math.max(...parsed)).toBeLessThan(1000)
    expect(Math.max(...changes)).toBeLessThanOrEqual(40)
  },
)
