import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parseBlocks, type Block } from '../../../renderer/markdown/blocks.ts'
import { Markdown, MarkdownBlocks } from '../../../renderer/markdown/markdown.tsx'
import { MarkdownStream } from '../../../renderer/markdown/stream.ts'

/** The rendering of a whole text. */
export const render = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }))

/**
 * The rendering of blocks while the text grows. A footnote mark is rendered as one only if its note was parsed with it,
 * which depends on the cuts; the whole text is parsed again at the end, so both look the same here.
 */
export const renderGroups = (groups: Block[][]): string =>
  renderToStaticMarkup(createElement(MarkdownBlocks, { groups })).replaceAll(/<sup>\[(\d+)\]<\/sup>/g, '[^$1]')

/** The whole text without its reference definitions, as a growing text sees it. */
export const renderUnresolved = (text: string): string => renderGroups(parseBlocks(text).groups)

/** Streams a text in pieces that end at `cuts`, rendering after each. */
export function streamed(text: string, cuts: number[]): MarkdownStream {
  const stream = new MarkdownStream()
  const ends = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b)
  let from = 0
  for (const end of [...ends, text.length]) {
    stream.append(text.slice(from, end))
    stream.groups()
    from = end
  }
  return stream
}

/** Every element in static markup, which escapes all text: its tag and attributes. */
export function elementsIn(markup: string): { tag: string; attributes: Record<string, string> }[] {
  return [...markup.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g)].map(
    ([, tag = '', rest = '']) => ({
      tag,
      attributes: Object.fromEntries(
        [...rest.matchAll(/([^\s=>/]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value]),
      ),
    }),
  )
}
