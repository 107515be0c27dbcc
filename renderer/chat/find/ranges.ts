import { foldText, spansOf } from '../../../shared/text/folded.ts'

/** Elements that end a line of text. */
const blocks = new Set([
  'P',
  'LI',
  'PRE',
  'TD',
  'TH',
  'DT',
  'DD',
  'DIV',
  'ARTICLE',
  'BLOCKQUOTE',
  'SECTION',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
])

/** Controls, and words for screen readers: their text isn't the conversation's. */
const isUnsaid = (element: Element): boolean =>
  element.closest('button, input, select, textarea, [aria-hidden=true], .sr') !== null

/** The places in an element's text that a search finds; a match can span inline elements. */
export function rangesIn(root: Element, text: string, isOutside: (element: Element) => boolean): Range[] {
  const wanted = [foldText(text)]
  return runsOfText(root, isOutside).flatMap((nodes) => {
    const ends: number[] = []
    let line = ''
    for (const node of nodes) {
      line += node.data
      ends.push(line.length)
    }
    return spansOf(line, wanted).flatMap(([from, to]) => rangeOf(nodes, ends, from, to) ?? [])
  })
}

/** Text nodes, those of one block together. */
function runsOfText(root: Element, isOutside: (element: Element) => boolean): Text[][] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const runs: Text[][] = []
  let last: Element | null | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!(node instanceof Text) || !parent || isUnsaid(parent) || isOutside(parent)) continue
    const home = blockOf(parent)
    if (home === last) runs.at(-1)?.push(node)
    else runs.push([node])
    last = home
  }
  return runs
}

function blockOf(element: Element): Element | null {
  let block: Element | null = element
  while (block && !blocks.has(block.tagName)) block = block.parentElement
  return block
}

function rangeOf(nodes: Text[], ends: number[], from: number, to: number): Range | undefined {
  const [start, end] = [nodeAt(nodes, ends, from + 1), nodeAt(nodes, ends, to)]
  if (!start || !end) return undefined
  const range = document.createRange()
  range.setStart(start.node, from - start.begin)
  range.setEnd(end.node, to - end.begin)
  return range
}

/** The node that has the character before a position. */
function nodeAt(nodes: Text[], ends: number[], position: number): { node: Text; begin: number } | undefined {
  const index = ends.findIndex((end) => end >= position)
  const node = nodes[index]
  return node && { node, begin: ends[index - 1] ?? 0 }
}
