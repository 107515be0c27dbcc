import type { Element, ElementContent, Nodes } from 'hast'
import { markdown } from '../strings/markdown.ts'
import { revealMisleading } from '../../shared/text/hidden-characters.ts'
import { canonicalBase64 } from '../../shared/text/base64.ts'

/** The only elements that text can become, with their only permitted properties. Never an id, a name or a style. */
const allowed: Record<string, readonly string[]> = {
  a: ['href'],
  blockquote: [],
  br: [],
  code: ['className'],
  del: [],
  em: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  img: ['src', 'alt'],
  input: ['type', 'checked', 'disabled'],
  li: [],
  math: [],
  ol: ['start'],
  p: [],
  pre: [],
  strong: [],
  sup: [],
  table: [],
  tbody: [],
  td: ['align'],
  th: ['align'],
  thead: [],
  tr: [],
  ul: [],
}

/**
 * Keeps permitted elements; other elements are replaced by their content. Misleading characters become `mark`s, except
 * in code and math, which have their own components.
 */
export function sanitize<T extends Nodes>(node: T): T {
  if (!('children' in node)) return node
  return { ...node, children: node.children.flatMap((child) => sanitizeChild(child)) }
}

function sanitizeChild(node: Nodes): ElementContent[] {
  if (node.type === 'text') return textNodes(node.value)
  if (node.type !== 'element') return []
  const names = Object.hasOwn(allowed, node.tagName) ? allowed[node.tagName] : undefined
  const { children } = node.tagName === 'pre' || node.tagName === 'math' ? node : sanitize(node)
  if (!names) return children
  const properties = Object.fromEntries(Object.entries(node.properties).filter(([name]) => names.includes(name)))
  return [{ type: 'element', tagName: node.tagName, properties, children }]
}

function textNodes(text: string): ElementContent[] {
  return revealMisleading(text).map((piece) =>
    typeof piece === 'string'
      ? { type: 'text', value: piece }
      : ({
          type: 'element',
          tagName: 'mark',
          properties: {},
          children: [{ type: 'text', value: piece.hidden }],
        } satisfies Element),
  )
}

/** A permitted link opens outside; one to a place that only its author knows is its path; a forbidden one says why. */
export type LinkTarget = { href: string; host: string } | { path: string } | { blocked: string }

const maximumLength = 2048

/** Web and mail addresses only. The host is in its encoded form, so look-alike letters show. */
export function linkTarget(href: string): LinkTarget {
  if (href === '' || href.startsWith('#')) return { blocked: markdown.link.nowhere }
  const url = URL.canParse(href) ? new URL(href) : undefined
  if (href.length > maximumLength) return { blocked: markdown.link.tooLong(maximumLength) }
  if (!url) return { path: decoded(href) }
  if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { blocked: markdown.link.scheme(url.protocol) }
  if (url.username !== '' || url.password !== '') return { blocked: markdown.link.hiddenHost(url.host) }
  return { href: url.href, host: url.host }
}

/** A path as its author wrote it, if it can be read. */
function decoded(href: string): string {
  try {
    return decodeURI(href)
  } catch {
    return href
  }
}

/** A displayed image carries its own bytes, in a raster format; everything else stays a line of text. */
export type ImageSource = { src: string } | { blocked: string }

const rasterData = /^data:(image\/(?:png|jpeg|gif|webp));base64,/i
const maximumImage = 2_000_000

/** The image if its data is in the text itself, otherwise why it isn't loaded. Nothing is ever fetched. */
export function imageSource(src: string): ImageSource {
  const type = src.length <= maximumImage ? rasterData.exec(src)?.[1] : undefined
  const bytes = type === undefined ? undefined : canonicalBase64(src)
  if (type !== undefined && bytes) return { src: `data:${type.toLowerCase()};base64,${bytes}` }
  if (src.startsWith('data:')) return { blocked: markdown.image.noPicture }
  const url = URL.canParse(src) ? new URL(src) : undefined
  return { blocked: url?.host ? markdown.image.elsewhere(url.host) : markdown.image.incomplete }
}
