import type { RootContent } from 'hast'
import { common, createLowlight } from 'lowlight'

/** The kind of a code run, if it has its own colour. */
export type Scope = 'key' | 'string' | 'number' | 'keyword' | 'comment' | 'deleted'
export type HighlightRun = { text: string; scope?: Scope | undefined }

const lowlight = createLowlight(common)

const scopes: Record<string, Scope> = {
  ...each('key', ['attr', 'attribute', 'property', 'variable', 'template-variable']),
  ...each('key', ['selector-attr', 'selector-pseudo', 'selector-class', 'selector-id']),
  ...each('string', ['string', 'regexp', 'addition', 'link', 'code', 'char']),
  ...each('number', ['number', 'literal', 'symbol', 'bullet', 'built_in', 'type']),
  ...each('keyword', ['keyword', 'doctag', 'name', 'section', 'selector-tag']),
  ...each('deleted', ['deletion']),
  ...each('comment', ['comment', 'quote', 'meta']),
}

function each(scope: Scope, names: string[]): Record<string, Scope> {
  return Object.fromEntries(names.map((name) => [`hljs-${name}`, scope]))
}

/** Approximate characters per piece; a piece can grow to twice that before its end is found. */
const pieceLength = 6000
/**
 * Milliseconds for one piece; the second one in a row above this is the last: a grammar can be slow on some code, and
 * always is on the first piece.
 */
const usualPatience = 40

/** Whether this language can be highlighted. */
export const isKnown = (language: string): boolean => lowlight.registered(language)

/**
 * A code's runs, piece by piece, so none takes long. Each piece ends at a position with nothing open, as far as
 * visible: before an unindented line, outside strings and comments. Without such a position, the rest stays plain.
 */
export function* highlight(
  language: string,
  code: string,
  patience = usualPatience,
): Generator<HighlightRun[], void, void> {
  let slow = 0
  for (let from = 0; from < code.length;) {
    const since = performance.now()
    const found = pieceAt(language, code, from)
    slow = performance.now() - since > patience ? slow + 1 : 0
    if (found.length === 0) return
    yield found
    if (slow > 1) return
    from += lengthOf(found)
  }
}

function pieceAt(language: string, code: string, from: number): HighlightRun[] {
  for (const length of [pieceLength, 2 * pieceLength]) {
    const end = from + length
    const found = closedRuns(language, code.slice(from, end), end >= code.length)
    if (found.length > 0) return found
  }
  return []
}

const lengthOf = (runs: HighlightRun[]): number => runs.reduce((sum, { text }) => sum + text.length, 0)

/** The runs up to the last position where the code can be cut; all of them if nothing follows. */
function closedRuns(language: string, code: string, isLast: boolean): HighlightRun[] {
  const runs: (HighlightRun & { isInside: boolean })[] = []
  const walk = (nodes: RootContent[], scope: Scope | undefined, isInside: boolean): void => {
    for (const node of nodes) {
      if (node.type === 'text') runs.push({ text: node.value, scope, isInside })
      if (node.type === 'element') walk(node.children, scopeOf(node.properties['className']), true)
    }
  }
  walk(lowlight.highlight(language, code).children, undefined, false)
  if (isLast) return runs
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index]
    const next = runs[index + 1]?.text ?? ''
    if (!run || run.isInside) continue
    const end = cutOf(run.text, next)
    if (end > 0) return [...runs.slice(0, index), { ...run, text: run.text.slice(0, end) }]
  }
  return []
}

/** Where a text's last unindented line begins; 0 if there is none. */
function cutOf(text: string, next: string): number {
  for (let at = text.lastIndexOf('\n'); at !== -1; at = at === 0 ? -1 : text.lastIndexOf('\n', at - 1)) {
    const first = text[at + 1] ?? next[0]
    if (first !== undefined && !/\s/.test(first)) return at + 1
  }
  return 0
}

/** Inner names win, even without a colour: an expression inside a string isn't a string. */
function scopeOf(className: unknown): Scope | undefined {
  const names: unknown[] = Array.isArray(className) ? className : []
  return names.map((name) => scopes[String(name)]).find((scope) => scope !== undefined)
}
