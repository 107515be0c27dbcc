import type { Element, ElementContent } from 'hast'

/** A table as other programs take it. */
export type TableFormat = 'markdown' | 'csv'

/** A rendered table's text in a format, with its misleading characters as shown. */
export function tableText(table: Element, format: TableFormat): string {
  const rows = rowsIn(table)
  return format === 'csv'
    ? rows.map((row) => row.map((cell) => csvCell(plainText(cell))).join(',')).join('\r\n')
    : asMarkdown(rows)
}

/** The cells of each row, the header's first. */
const rowsIn = (element: Element): Element[][] =>
  elementsIn(element).flatMap((child) => (child.tagName === 'tr' ? [elementsIn(child)] : rowsIn(child)))

const elementsIn = ({ children }: Element): Element[] => children.filter((child) => child.type === 'element')

/** With GitHub's syntax: a header, a line of alignments, the rows. */
function asMarkdown([header = [], ...rows]: Element[][]): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`
  const alignments = header.map(({ properties: { align } }) => marks[String(align)] ?? '---')
  return [header, ...rows]
    .map((row) => line(row.map((cell) => inline(cell.children).trim())))
    .toSpliced(1, 0, line(alignments))
    .join('\n')
}

const marks: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }

/** The marks around an element's text in Markdown. */
const around: Record<string, string> = { strong: '**', em: '*', del: '~~' }

const inline = (nodes: ElementContent[]): string => nodes.map((node) => inlineOf(node)).join('')

function inlineOf(node: ElementContent): string {
  if (node.type === 'text') return node.value.replaceAll(/[\\`*_[\]<>|~$]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')
  if (node.type !== 'element') return ''
  const { tagName, properties, children } = node
  if (tagName === 'br') return '<br>'
  if (tagName === 'code') return codeSpan(plainText(node))
  if (tagName === 'img') return `![${escaped(properties['alt'])}](${target(properties['src'])})`
  if (tagName === 'a') return `[${inline(children)}](${target(properties['href'])})`
  if (tagName === 'math') return plainText(node).replaceAll('|', String.raw`\|`)
  const mark = around[tagName] ?? ''
  return `${mark}${inline(children)}${mark}`
}

type Property = Element['properties'][string]

const textOf = (value: Property): string => (typeof value === 'string' ? value : '')

const escaped = (value: Property): string => textOf(value).replaceAll(/[\\[\]|]/g, String.raw`\$&`)

const target = (value: Property): string =>
  textOf(value).replaceAll(/[()|\s]/g, (it) => `%${it.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** A code span with more backticks than its text has in a row (CommonMark 6.1); a pipe would end the cell. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = longest > 0 ? ' ' : ''
  return `${fence}${space}${text.replaceAll('|', String.raw`\|`)}${space}${fence}`
}

function plainText(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  if (node.tagName === 'br') return '\n'
  if (node.tagName === 'img') return textOf(node.properties['alt'])
  return node.children.map((child) => plainText(child)).join('')
}

/** RFC 4180. A text that a spreadsheet would take as a formula gets an apostrophe before it; a number doesn't. */
function csvCell(text: string): string {
  const trimmed = text.trim()
  const isNumber = /^[+-]?[\d.,\s]+%?$/.test(trimmed)
  const safe = /^[=+\-@]/.test(trimmed) && !isNumber ? `'${trimmed}` : trimmed
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
