import katex from 'katex'
import 'katex/dist/katex.min.css'
import type { Formula } from './math.ts'

/** A node that KaTeX is about to render. */
type Drawn = { attributes?: Record<string, string>; classes?: string[]; children?: Drawn[]; toNode(): HTMLElement }

/** KaTeX types only what it recommends. The version is pinned, and a test renders under Atrium's content policy. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- KaTeX has this function but doesn't type it
const { __renderToDomTree: render } = katex as unknown as {
  __renderToDomTree: (tex: string, options: katex.KatexOptions) => Drawn
}

/** Text with its own colour could be unreadable in one theme: only the text stays. */
const macros = {
  '\\color': '\\@secondoftwo{#1}{}',
  '\\textcolor': '\\@secondoftwo{#1}{#2}',
  '\\colorbox': '\\@secondoftwo{#1}{\\text{#2}}',
  '\\fcolorbox': '\\@secondoftwo{#1#2}{\\fbox{#3}}',
}

/** A formula as elements, with MathML for screen readers; undefined if it isn't valid. Nothing in it loads or links. */
export function drawFormula({ tex, isDisplay }: Formula): HTMLElement | undefined {
  const options = { displayMode: isDisplay, throwOnError: false, errorColor: 'var(--no-fg)', trust: false }
  try {
    const tree = render(tex, { ...options, strict: 'ignore', maxExpand: 1000, maxSize: 20, macros: { ...macros } })
    if (tree.classes?.includes('katex-error')) return undefined
    takeStyles(tree)
    const element = tree.toNode()
    for (const drawing of element.querySelectorAll<SVGElement>(`[${widthMark}]`))
      drawing.style.width = drawing.getAttribute(widthMark) ?? ''
    return element
  } catch {
    // Nested deeper than the stack: treated like any other error.
    return undefined
  }
}

const widthMark = 'data-width'

/**
 * The policy refuses style attributes. KaTeX sets nearly all styles as properties, except the width of small drawings,
 * which is marked and set afterwards, and invisible MathML ornaments.
 */
function takeStyles({ attributes, children }: Drawn): void {
  const width = /^width:([\d.]+em)$/.exec(attributes?.['style'] ?? '')?.[1]
  delete attributes?.['style']
  if (attributes && width !== undefined) attributes[widthMark] = width
  for (const child of children ?? []) takeStyles(child)
}
