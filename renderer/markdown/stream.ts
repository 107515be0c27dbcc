import type { List, ListItem, RootContent, Table, TableRow } from 'mdast'
import {
  blockOf,
  inFullParts,
  isApart,
  isLoose,
  languageOf,
  listBlock,
  partSize,
  chunksOf,
  tableBlock,
  type Block,
} from './blocks.ts'
import { OpenCode } from './open-code.ts'
import { normalizeSource, parseMarkdown } from './parse.ts'

/** The settled beginning of the long block that the tail continues. `head` is parsed before each tail. */
type Open =
  | { kind: 'list'; first: List; loose: boolean; parts: ListItem[][] }
  | { kind: 'table'; first: Table; head: string; parts: TableRow[][] }
  | { kind: 'code'; code: OpenCode }

/** Max characters at the end that are held back while they are undecided: a table's widest head that is usual. */
const longestUndecided = 1000

/**
 * Growing Markdown. CommonMark decides on block structure line by line, so a top-level block is final once the next one
 * has begun on a complete line; only the text after it is parsed again. A reference can precede its definition: the
 * whole text is parsed once more when complete.
 */
export class MarkdownStream {
  /** Groups of final blocks; all but the last are full. */
  readonly #settled: Block[][] = []
  #open: Open | undefined
  /** Source from the start of a line on, none of it settled. */
  #tail = ''
  #heldReturn = ''
  #groups: Block[][] | undefined

  append(text: string): void {
    const source = this.#heldReturn + text
    this.#heldReturn = source.endsWith('\r') ? '\r' : ''
    this.#tail += normalizeSource(this.#heldReturn ? source.slice(0, -1) : source)
    this.#groups = undefined
  }

  /** Everything so far, in groups. Unchanged groups, blocks and parts are the same objects. */
  groups(): Block[][] {
    this.#groups ??= this.#with(this.#advance())
    return this.#groups
  }

  /** As `groups`, without an end that may soon read as something else: it would show its signs for a moment. */
  shown(): Block[][] {
    const groups = this.groups()
    const from = this.#open?.kind === 'table' ? -1 : undecidedFrom(this.#tail, this.#open?.kind === 'code')
    if (from === -1) return groups
    if (this.#open?.kind === 'code') return this.#with([this.#open.code.block(this.#tail.slice(0, from))])
    const nodes = parseMarkdown(this.#tail.slice(0, from)).children
    return this.#with(nodes.map((node, index) => (index === 0 ? this.#join(node) : blockOf(node))))
  }

  /** The settled blocks, followed by these. */
  #with(unsettled: Block[]): Block[][] {
    const full = this.#settled.filter((group) => group.length === partSize)
    const last = this.#settled[full.length] ?? []
    return [...full, ...chunksOf([...last, ...unsettled])]
  }

  /** Settles what is final and returns the blocks that aren't. */
  #advance(): Block[] {
    if (this.#open?.kind === 'code') {
      const { code } = this.#open
      this.#tail = code.read(this.#tail)
      if (!code.closed) return [code.block(this.#tail)]
      this.#settle(code.block(''))
    }
    const source = (this.#open?.kind === 'table' ? this.#open.head : '') + this.#tail
    const nodes = parseMarkdown(source).children
    const from = firstUnsettled(nodes, source)
    for (const node of nodes.slice(0, from)) this.#settle(this.#join(node))
    const [first, ...others] = nodes.slice(from)
    if (!first) return []
    if (!this.#open) this.#tail = source.slice(lineStart(source, first))
    if (others.length > 0) return [this.#join(first), ...others.map((node) => blockOf(node))]
    if (this.#beginCode(first)) return this.#advance()
    return [this.#join(this.#cut(first, source))]
  }

  #settle(block: Block): void {
    const last = this.#settled.at(-1)
    if (last && last.length < partSize) this.#settled[this.#settled.length - 1] = [...last, block]
    else this.#settled.push([block])
    this.#open = undefined
  }

  /** A node of the tail together with its settled beginning, if any. */
  #join(node: RootContent): Block {
    const open = this.#open
    if (open?.kind === 'list' && node.type === 'list')
      return listBlock(open.first, open.loose || isLoose(node.children), [...open.parts, ...chunksOf(node.children)])
    if (open?.kind === 'table' && node.type === 'table')
      return tableBlock(open.first, [...open.parts, ...chunksOf(node.children.slice(1))])
    return blockOf(node)
  }

  /** After an open fence, code is accepted without parsing. */
  #beginCode(node: RootContent): boolean {
    if (node.type !== 'code') return false
    const begun = OpenCode.begin(this.#tail, languageOf(node))
    if (!begun) return false
    this.#open = { kind: 'code', code: begun.code }
    this.#tail = begun.rest
    return true
  }

  /** Settles the full parts of a long list or table; returns the node without them. */
  #cut(node: RootContent, source: string): RootContent {
    if (node.type !== 'list' && node.type !== 'table') return node
    const skipped = node.type === 'table' ? 1 : 0
    const count = inFullParts(node.children.length - skipped)
    const next = node.children[skipped + count]
    if (count === 0 || !next || !beginsOnCompleteLine(next, source)) return node
    this.#tail = source.slice(lineStart(source, next))
    return node.type === 'list' ? this.#cutList(node, count) : this.#cutTable(node, count, source)
  }

  #cutList(node: List, count: number): List {
    const before = this.#open?.kind === 'list' ? this.#open : { first: node, loose: false, parts: [] }
    const settled = node.children.slice(0, count)
    const loose = before.loose || isLoose(settled) || isApart(settled.at(-1), node.children[count])
    this.#open = { kind: 'list', first: before.first, loose, parts: [...before.parts, ...chunksOf(settled)] }
    return { ...node, children: node.children.slice(count) }
  }

  #cutTable(node: Table, count: number, source: string): Table {
    const [header, ...rows] = node.children
    const head = (): string => source.slice(lineStart(source, node), lineStart(source, rows[0]))
    const before = this.#open?.kind === 'table' ? this.#open : { first: node, head: head(), parts: [] }
    this.#open = { ...before, kind: 'table', parts: [...before.parts, ...chunksOf(rows.slice(0, count))] }
    return { ...node, children: header ? [header, ...rows.slice(count)] : [] }
  }
}

/** The first node that can still change: nothing after it has begun on a complete line. */
function firstUnsettled(nodes: RootContent[], source: string): number {
  let index = nodes.length - 1
  while (index > 0 && !isFinal(nodes[index - 1], nodes[index], source)) index -= 1
  return Math.max(0, index)
}

/** A definition can continue in a next line that reads as a paragraph, as long as its title isn't closed. */
function isFinal(before: RootContent | undefined, after: RootContent | undefined, source: string): boolean {
  const lines = (after?.position?.start.line ?? 0) - (before?.position?.end.line ?? 0)
  return beginsOnCompleteLine(after, source) && !(before?.type === 'definition' && lines <= 1)
}

type Placed = Pick<RootContent, 'position' | 'type'> | undefined

const startOf = (node: Placed): number => node?.position?.start.offset ?? 0

/** A table is recognised by its second line. */
function beginsOnCompleteLine(node: Placed, source: string): boolean {
  const end = source.indexOf('\n', startOf(node))
  return end !== -1 && (node?.type !== 'table' || source.includes('\n', end + 1))
}

/** A table's first line, and its second one as far as it can still become the rule under it. */
const tableStart = /(?<=^|(?:^|\n)(?! {0,3}\|)[^\n]*\n) {0,3}\|[^\n]*(?:\n {0,3}[|:-][|: -]*|\n)?$/

/** A fence or a formula whose beginning has arrived. */
const opening = /(?:(?<=^|\n) {0,3}(?:`{1,2}|~{1,2})|(?<![\\$\w])\$(?![\s\d$])[^$\n]{0,40})$/

/** A code block's last line that may be its fence. */
const closing = /(?<=^|\n) {0,3}(?:`+|~+)$/

/** Where an end begins that the next letters may turn into a table, a fence or a formula; -1 if there is none. */
function undecidedFrom(tail: string, isCode: boolean): number {
  const end = tail.slice(-longestUndecided)
  const from = (isCode ? [closing] : [tableStart, opening]).map((sign) => end.search(sign)).filter((at) => at !== -1)
  return from.length === 0 ? -1 : tail.length - end.length + Math.min(...from)
}

const lineStart = (source: string, node: Placed): number => source.lastIndexOf('\n', startOf(node) - 1) + 1
