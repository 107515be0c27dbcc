import { expect, test } from 'vitest'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { mathBlocks, mathInText } from '../../../renderer/markdown/math-syntax.ts'
import { mathNodes, readFormula } from '../../../renderer/markdown/math.ts'
import { parseMarkdown } from '../../../renderer/markdown/parse.ts'
import { elementsIn, render } from './support.ts'

/** The sources of a text's formulas. */
function formulasIn(text: string): string[] {
  const found: string[] = []
  const walk = (node: { type: string; value?: string; children?: unknown[] }): void => {
    if (node.type === 'mathText' || node.type === 'mathFlow') found.push(node.value ?? '')
    for (const child of node.children ?? []) walk(child as typeof node)
  }
  walk(parseMarkdown(text))
  return found.filter((source) => readFormula(source))
}

test.each([
  ['Euler: $e^{i\\pi} + 1 = 0$.', ['$e^{i\\pi} + 1 = 0$']],
  ['both $x$, ($y$) and **$z$**', ['$x$', '$y$', '$z$']],
  ['函数$f(x)$是', ['$f(x)$']],
  ['over\n$a +\nb$ two lines', ['$a +\nb$']],
  ['it costs $\\$5$', ['$\\$5$']],
  ['$$ x = 1 $$ in a line', ['$$ x = 1 $$']],
  ['Then\n$$\na\n- b\n+ c\n$$\nfollows', ['$$\na\n- b\n+ c\n$$']],
  ['$$E = mc^2\n  + 0$$.', ['$$E = mc^2\n  + 0$$.']],
  ['\\(x\\) and \\[ y^2 \\] here', ['\\(x\\)', '\\[ y^2 \\]']],
  ['\\[\na \\\\[2pt]\nb\n\\]', ['\\[\na \\\\[2pt]\nb\n\\]']],
  ['> $$\n> q\n> $$', ['$$\nq\n$$']],
  ['1. $$\n   r\n   - s\n   $$', ['$$\nr\n- s\n$$']],
  ['| $a$ | b |\n|--|--|\n| c | \\(d\\) |', ['$a$', '\\(d\\)']],
])('[RND-3] finds the formulas in %j', (text, formulas) => {
  expect(formulasIn(text)).toEqual(formulas)
})

test.each([
  'It costs $5 and $10, or $20.',
  'US$5, A$6 and 7$/month or 8$/year',
  'from $5-$10 ($5)/($6)',
  '$5 (or 6$)',
  'set $HOME and $PATH, then $PATH:$HOME',
  'a $ b $ c and $$$ d $$$',
  '`$x$` and ```$y$```',
  '    $$\n    x\n    $$',
  '\\$x$ and \\\\(y)',
  '\\[note\\] and \\(optional words\\)',
  'as \\[1\\] says, \\(2\\) times',
  '\\[ \\] to do',
  '[a](https://example.com/$x$)',
])('[RND-3] finds no formula in %j', (text) => {
  expect(formulasIn(text)).toEqual([])
  expect(elementsIn(render(text)).map(({ tag }) => tag)).not.toContain('math')
})

test('[RND-3] limits an unclosed sign to its paragraph', () => {
  const markup = render('$$ is what *they* earn\n- and spend\n\n# Next\n')
  expect(markup).toContain('$$ is what <em>they</em> earn')
  expect(markup).toContain('<li>and spend</li>')
  expect(markup).toContain('Next</h3>')
})

type Constructs = NonNullable<(typeof mathInText)['text']>

/** How many characters are read for a text's formulas, counting repetitions. */
function stepsOf(text: string): number {
  let steps = 0
  const counted = (constructs: Constructs = {}): Constructs =>
    Object.fromEntries(
      Object.entries(constructs).map(([code, construct]) => {
        if (!construct || Array.isArray(construct)) throw new Error('There is one construct for each character.')
        const tokenize: typeof construct.tokenize = function (effects, ok, nok) {
          const consume: typeof effects.consume = (character) => {
            steps++
            effects.consume(character)
          }
          return construct.tokenize.call(this, { ...effects, consume }, ok, nok)
        }
        return [code, { ...construct, tokenize }]
      }),
    )
  const extensions = [{ text: counted(mathInText.text) }, { flow: counted(mathBlocks.flow) }]
  fromMarkdown(text, { extensions, mdastExtensions: [mathNodes] })
  return steps
}

test.each(['$a ', '\\(a ', '\\[a\n', '$$a\n', '$$ a $ ', '\\[ a $$\n'])(
  '[RND-3] reads %j at the same cost for each repetition',
  (piece) => {
    const [short, long] = [stepsOf(piece.repeat(500)), stepsOf(piece.repeat(2000))]
    expect(short).toBeGreaterThan(500)
    expect(long).toBeLessThan(4.1 * short)
  },
)

test('[RND-4] shows a formula as written until it is drawn, or if it cannot be drawn', () => {
  expect(render('so $x^2$ is')).toContain('$x^2$</code>')
  const hidden = render('so $x\u202E^2$ is')
  expect(hidden).toContain('U+202E')
  expect(hidden).not.toContain('\u202E')
})
