import type { Root, RootContent } from 'mdast'
import type { Options } from 'mdast-util-from-markdown'

/** The parser's types, from the only one of its packages that is a direct dependency. */
type Syntax = Extract<NonNullable<Options['extensions']>[number], { text?: unknown }>
type Construct = Extract<NonNullable<NonNullable<Syntax['text']>[number]>, { tokenize: unknown }>
type Tokenize = Construct['tokenize']
type Context = ThisParameterType<Tokenize>
type State = Parameters<Tokenize>[1]
type Code = Parameters<State>[0]

/** Levels of a text; deeper ones are shown as written. */
const mostLevels = 50

/** A quotation or list begins only before this column. Each level takes a column, so this bounds their depth. */
const lastColumn = 2 * mostLevels

/** Events of the parser in one paragraph. Some constructs cost its square, so the rest of the paragraph is text. */
const mostEvents = 4000

const containers = ['blockQuote', 'list', 'gfmFootnoteDefinition']
const inText = [
  'attention',
  'strikethrough',
  'codeText',
  'htmlText',
  'autolink',
  'mathText',
  'labelStartImage',
  'labelStartLink',
  'labelEnd',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
  'protocolAutolink',
  'wwwAutolink',
  'emailAutolink',
]

/**
 * A construct that is tried before every other one and matches nothing. The parser reads the names of refused constructs
 * before each try.
 */
const bound = (tokenize: Tokenize): Record<number, Construct> => {
  // Never begins a construct by itself.
  const construct: Construct = { name: 'bound', tokenize, previous: () => false }
  return Object.fromEntries(Array.from({ length: 94 }, (_, index) => [33 + index, construct]))
}

const refuse = ({ parser }: Context, names: readonly string[]): void => {
  parser.constructs.disable.null = [...names]
}

/** `*`, `_` and `~`: a run of them nests by its length. */
const runs = new Set<Code>([42, 95, 126])

/** Bounds the depth and the time of parsing. It has to be the last extension. */
export const bounded: Syntax = {
  document: bound(function (_effects, _ok, nok) {
    return (code) => {
      refuse(this, this.now().column > lastColumn ? containers : [])
      return nok(code)
    }
  }),
  text: bound(function (effects, _ok, nok) {
    let length = 0
    const { previous } = this
    const { disable } = this.parser.constructs
    const wasRefused = disable.null?.includes('attention') === true
    const run =
      (of: Code): State =>
      (code) => {
        if (code !== of) return nok(code)
        length += 1
        if (length > mostLevels) refuse(this, inText)
        effects.consume(code)
        return length > mostLevels ? nok : run(of)
      }
    return (code) => {
      if (wasRefused && previous === code && runs.has(code)) return nok(code)
      refuse(this, this.events.length > mostEvents ? inText : [])
      if (!runs.has(code)) return nok(code)
      effects.enter('data')
      return run(code)(code)
    }
  }),
}

/** Replaces what is nested deeper than the limit by its source. Works without recursion, like the parser. */
export function flatten(tree: Root, source: string): Root {
  const open: { node: Root | RootContent; level: number }[] = [{ node: tree, level: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, level } = next
    if (!('children' in node)) continue
    for (const [index, child] of node.children.entries()) {
      if (level < mostLevels || !isNested(child)) {
        open.push({ node: child, level: isNested(child) ? level + 1 : level })
        continue
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- text can stand wherever these can
      ;(node.children as RootContent[])[index] = {
        type: 'text',
        value: source.slice(child.position?.start.offset, child.position?.end.offset),
      }
    }
  }
  return tree
}

const isNested = ({ type }: RootContent): boolean =>
  type === 'emphasis' || type === 'strong' || type === 'delete' || type === 'link' || type === 'linkReference'
