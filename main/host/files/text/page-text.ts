import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5'
import { Unreadable } from '../reading/unreadable.ts'
import { canBeSeen, isPale } from '../reading/look.ts'

const deepest = 2000

/** Elements whose content is never text for people. */
const never: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'head',
])
const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote br dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table title tr ul'.split(
    ' ',
  ),
)

/** A page's text as its reader sees it; `hidden`: text that its marks or its own style hide, remarks, and texts of pictures. */
export type PageText = { text: string; hidden: string; pictures: number }

type Place = { node: Tree.Node; isHidden: boolean; depth: number } | { after: string }

/**
 * The text of an HTML page. Nothing in it runs, and nothing it names is fetched. A style sheet can hide more text. Doesn't recurse. Throws `Unreadable` for more depth than any page has.
 */
export function textOfPage(html: string): PageText {
  const [shown, hidden]: [string[], string[]] = [[], []]
  let pictures = 0
  const left: Place[] = [{ node: parse(html), isHidden: false, depth: 0 }]
  for (let next = left.pop(); next; next = left.pop()) {
    if ('after' in next) {
      shown.push(next.after)
      continue
    }
    const { node, isHidden, depth } = next
    if (depth > deepest) throw new Unreadable('depth', 'html')
    if ('value' in node) (isHidden ? hidden : shown).push(node.value.replaceAll(/\s+/g, ' '))
    else if ('data' in node) hidden.push(`${node.data.trim()}\n`)
    if (!('childNodes' in node)) continue
    const name = 'tagName' in node ? node.tagName : ''
    if (never.has(name)) continue
    const attributes = new Map('attrs' in node ? node.attrs.map(({ name: its, value }) => [its, value]) : [])
    if (name === 'img') {
      pictures += 1
      hidden.push(`${attributes.get('alt') ?? ''}\n`)
    }
    const conceals = isHidden || isConcealed(name, attributes)
    const isBlock = blocks.has(name)
    if (isBlock) (conceals ? hidden : shown).push('\n')
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level !== undefined && !conceals) shown.push(`${'#'.repeat(Number(level))} `)
    if (name === 'li' && !conceals) shown.push('- ')
    if (isBlock && !conceals) left.push({ after: '\n' })
    if ((name === 'td' || name === 'th') && !conceals) left.push({ after: ' | ' })
    for (const child of node.childNodes.toReversed()) left.push({ node: child, isHidden: conceals, depth: depth + 1 })
  }
  return { text: lines(shown), hidden: lines(hidden), pictures }
}

const lines = (parts: string[]): string =>
  parts
    .join('')
    .split('\n')
    .map((line) => line.trim().replace(/ \|$/, ''))
    .filter((line) => line !== '')
    .join('\n')

/** Whether an element hides its text: by `hidden`, or by its own style. */
function isConcealed(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (attributes.has('hidden') || (name === 'input' && attributes.get('type') === 'hidden')) return true
  const style = new Map(
    (attributes.get('style') ?? '').split(';').map((one): [string, string] => {
      const [property = '', value = ''] = one.split(':', 2)
      return [
        property.trim().toLowerCase(),
        value
          .replace(/!\s*important/i, '')
          .trim()
          .toLowerCase(),
      ]
    }),
  )
  if (style.get('display') === 'none' || ['hidden', 'collapse'].includes(style.get('visibility') ?? '')) return true
  if (Number(style.get('opacity') ?? 1) < 0.05) return true
  const size =
    /^([\d.]+)(?:px|pt)$/.exec(style.get('font-size') ?? '')?.[1] ?? (style.get('font-size') === '0' ? '0' : undefined)
  const behind = style.get('background-color') ?? style.get('background')
  const color = style.get('color') === 'white' ? '#ffffff' : style.get('color')
  return !canBeSeen({
    color,
    ...(size !== undefined && { size: Number(size) * 2 }),
    isShaded: behind !== undefined && behind !== 'white' && !isPale(behind),
  })
}
