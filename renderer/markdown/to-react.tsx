import type { Element, Root as HastRoot } from 'hast'
import { toJsxRuntime, type Components } from 'hast-util-to-jsx-runtime'
import type { Definition, FootnoteDefinition, FootnoteReference, Html, Nodes, Parents, RootContent } from 'mdast'
import { toHast, type Handlers, type State } from 'mdast-util-to-hast'
import type { ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { markdown } from '../strings/markdown.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { HiddenCharacter } from '../ui/third-party/ext.tsx'
import { NestedCode } from './code-text.tsx'
import { appendCode } from './code-parts.ts'
import { FormulaView } from './formula.tsx'
import { Image, Link } from './link.tsx'
import styles from './markdown.module.css'
import { readFormula, type Mathematics } from './math.ts'
import { parseWithoutMathBlocks } from './parse.ts'
import { sanitize } from './policy.ts'
import { tableText, type TableFormat } from './table-text.ts'

const { table: copies, task: words } = markdown

/** Raw HTML and footnotes become text in place: no text refers to a position in the page. */
const handlers: Handlers = {
  html: (_state: State, node: Html, parent: Parents | undefined) => {
    const text = { type: 'text', value: node.value } as const
    return isFlow(parent) ? { type: 'element', tagName: 'p', properties: {}, children: [text] } : text
  },
  footnoteReference: (_state: State, node: FootnoteReference) => ({
    type: 'element',
    tagName: 'sup',
    properties: {},
    children: [{ type: 'text', value: `[${node.label ?? node.identifier}]` }],
  }),
  footnoteDefinition: (state: State, node: FootnoteDefinition) => [
    {
      type: 'element',
      tagName: 'p',
      properties: {},
      children: [{ type: 'text', value: `[${node.label ?? node.identifier}]` }],
    },
    // Without line ends in between, whose number would double with each level.
    ...state.all(node),
  ],
  mathText: (_state: State, node: Mathematics) => mathElement(node),
  // Unclosed math renders as it would without its delimiters.
  mathFlow: (state: State, node: Mathematics) =>
    readFormula(node.value) ? mathElement(node) : state.wrap(state.all(parseWithoutMathBlocks(node.value)), true),
}

const mathElement = ({ value }: Mathematics): Element => ({
  type: 'element',
  tagName: 'math',
  properties: {},
  children: [{ type: 'text', value }],
})

const isFlow = (parent: Parents | undefined): boolean =>
  parent?.type === 'root' ||
  parent?.type === 'blockquote' ||
  parent?.type === 'listItem' ||
  parent?.type === 'footnoteDefinition'

/** Nodes as elements that the policy permits. Reference links resolve by `definitions`. */
export function toElements(nodes: RootContent[], definitions: Definition[]): HastRoot {
  const tree: Nodes = { type: 'root', children: [...nodes, ...definitions] }
  const hast = toHast(tree, { handlers })
  return sanitize({ type: 'root', children: hast.type === 'root' ? hast.children : [] })
}

/** Below the answer's own heading all have one level: models skip some. `data-level` is only how they look. */
const headingOf = (level: number) => {
  const Heading = ({ children }: { children?: ReactNode }) => <h3 data-level={level}>{children}</h3>
  return Heading
}

const components: Components = {
  a: ({ href, children, node }) => (
    <Link href={href ?? ''} node={node}>
      {children}
    </Link>
  ),
  img: ({ src, alt }) => <Image src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  pre: ({ node }) => <Code node={node} />,
  math: ({ node }) => <FormulaView source={node ? textIn(node) : ''} />,
  mark: ({ children }) => <HiddenCharacter code={String(children)} />,
  table: ({ children, node }) => <TableFrame source={() => node}>{children}</TableFrame>,
  td: ({ align, children }) => <td data-align={align}>{children}</td>,
  th: ({ align, children }) => <th data-align={align}>{children}</th>,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, headingOf(level)])),
  input: ({ checked }) => (
    <input type="checkbox" disabled checked={checked} aria-label={checked ? words.done : words.open} />
  ),
}

/** Elements as React nodes. */
export const toReact = (tree: HastRoot | Element): ReactNode =>
  toJsxRuntime(tree, { Fragment, jsx, jsxs, components, passNode: true, tableCellAlignToStyle: false })

/** Code inside a list or quotation. */
function Code({ node }: { node?: Element | undefined }) {
  const code = node?.children[0]
  if (code?.type !== 'element') return null
  const [className] = Array.isArray(code.properties['className']) ? code.properties['className'] : []
  const language = typeof className === 'string' ? className.replace(/^language-/, '') : undefined
  return <NestedCode language={language} parts={appendCode([], textIn(code))} />
}

const textIn = (node: Element): string =>
  node.children.map((child) => (child.type === 'text' ? child.value : '')).join('')

type TableProps = {
  /** The whole table, for copies of it. */
  source(): Element | undefined
  children: ReactNode
}

/** A table wider than the column scrolls on its own, by keyboard too. Above it are the buttons that copy it. */
export function TableFrame({ source, children }: TableProps) {
  const copied = (format: TableFormat) => (): string => {
    const table = source()
    return table ? tableText(table, format) : ''
  }
  return (
    <div className={styles.framed}>
      <div className={styles.tableHead}>
        <CopyButton label={copies.copyAsMarkdown} text={copied('markdown')} />
        <CopyButton icon="table" label={copies.copyAsCsv} text={copied('csv')} />
      </div>
      <div className={styles.table} role="group" aria-label={copies.name} tabIndex={0}>
        <table>{children}</table>
      </div>
    </div>
  )
}
