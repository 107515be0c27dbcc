import type { AlignType, Definition, List, ListItem, RootContent, Table, TableRow } from 'mdast'
import { appendCode } from './code-parts.ts'
import { normalizeSource, parseMarkdown } from './parse.ts'

/**
 * One top-level block. Long lists, tables and code are split into parts of a fixed size, so only a growing block's last
 * part is parsed and rendered again.
 */
export type Block =
  | { kind: 'node'; node: RootContent }
  | { kind: 'list'; ordered: boolean; start: number; loose: boolean; parts: ListItem[][] }
  | { kind: 'table'; align: AlignType[]; header: TableRow; parts: TableRow[][] }
  | { kind: 'code'; language: string | undefined; parts: string[]; isClosed: boolean }

/** How many items, rows or blocks make a part. */
export const partSize = 16

/** A whole document: its blocks in groups, and the targets of its reference links. */
export function parseBlocks(source: string): { groups: Block[][]; definitions: Definition[] } {
  const { children } = parseMarkdown(normalizeSource(source))
  const definitions = children.filter((node) => node.type === 'definition')
  return { groups: chunksOf(children.map((node) => blockOf(node))), definitions }
}

/** A top-level node as a block. */
export function blockOf(node: RootContent): Block {
  if (node.type === 'list') return listBlock(node, isLoose(node.children), chunksOf(node.children))
  if (node.type === 'table') return tableBlock(node, chunksOf(node.children.slice(1)))
  if (node.type === 'code') return codeBlock(languageOf(node), appendCode([], node.value && `${node.value}\n`), true)
  return { kind: 'node', node }
}

/** The first word of a fence's info string; the rest has no meaning for colours. */
export const languageOf = (node: { lang?: string | null | undefined }): string | undefined => node.lang?.split(/\s+/)[0]

/** A single empty line isn't content (CommonMark 4.5, as the parser reads it). */
export const codeBlock = (language: string | undefined, parts: string[], isClosed: boolean): Block => ({
  kind: 'code',
  language,
  parts: parts.length === 1 && parts[0] === '\n' ? [] : parts,
  isClosed,
})

/** A list whose items are parsed in parts, so a long one is drawn piece by piece. */
export const listBlock = (node: List, loose: boolean, parts: ListItem[][]): Block => ({
  kind: 'list',
  ordered: node.ordered === true,
  start: node.start ?? 1,
  loose,
  parts,
})

/** A table whose rows come in parts; an absent header becomes an empty row. */
export const tableBlock = (node: Table, parts: TableRow[][]): Block => ({
  kind: 'table',
  align: node.align ?? [],
  header: node.children[0] ?? { type: 'tableRow', children: [] },
  parts,
})

/** Splits into parts; the last one can be short. */
export function chunksOf<T>(items: T[]): T[][] {
  const parts: T[][] = []
  for (let from = 0; from < items.length; from += partSize) parts.push(items.slice(from, from + partSize))
  return parts
}

/** How many of the items make full parts with at least one item after them. */
export const inFullParts = (count: number): number => Math.max(0, Math.floor((count - 1) / partSize) * partSize)

/** Whether a list is loose: a blank line between or inside any of its items (CommonMark 5.3). */
export const isLoose = (items: ListItem[]): boolean =>
  items.some((item, index) => item.spread === true || isApart(item, items[index + 1]))

/** Whether a blank line separates two items. */
export const isApart = (before: ListItem | undefined, after: ListItem | undefined): boolean =>
  (after?.position?.start.line ?? 0) - (before?.position?.end.line ?? 0) > 1 && after !== undefined
