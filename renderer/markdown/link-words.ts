import type { Element } from 'hast'
import type { LinkTarget } from './policy.ts'

type Target = Extract<LinkTarget, { href: string }>

/** An address as it is written: an authority in the form that is looked up, and nothing that is drawn otherwise than stored. */
const written = /^(?:https?:\/\/)?([a-z0-9.-]+(?::\d+)?|\[[0-9a-f:.]+\](?::\d+)?)(?:[/?#][\x21-\x7e]*)?$/i

/** What looks like the host of an address: after a scheme or `www.`, before a path, or with a common ending. */
const looksLikeHost =
  /(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}([^\s/\\?#]+)|\b(www\.[^\s/\\?#]+)|([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?=[/\\][\p{L}\p{N}])|([\p{L}\p{N}.-]+\.(?:com|org|net|gov|edu|mil|int|io|dev|app|ai|co|eu|info|biz|bank))(?![\p{L}\p{N}-])/giu

/** So many letters of a link are searched for a host. */
const mostRead = 2048

/**
 * Whether the words of a link say by themselves where it leads: they are its address, or an address with the same host,
 * letter by letter. Everything else needs the host beside it.
 */
export function sayWhere(words: Words, { href, host }: Target): boolean {
  if (!words.isPlain) return false
  const text = words.text.trim()
  if (text === href || (href.startsWith('mailto:') && text === host)) return isAscii(text)
  return !href.startsWith('mailto:') && written.exec(text)?.[1]?.toLowerCase() === host
}

/** A host that the words name and that is not where the link leads. */
export function otherHostIn({ text }: Words, { host }: Target): string | undefined {
  const named = [...text.slice(0, mostRead).matchAll(looksLikeHost)].map(
    (match) => match.slice(1).find((part) => part !== undefined) ?? '',
  )
  return named.find((name) => name.toLowerCase() !== host)
}

/** What is read of a link: its text, and whether that is all it shows. */
export type Words = { text: string; isPlain: boolean }

export const wordsOf = (link: Element | undefined): Words => ({
  text: link ? textIn(link) : '',
  isPlain: link?.children.every(({ type }) => type === 'text') ?? false,
})

/** All letters, whatever they are drawn as; a picture counts as its description. */
const textIn = ({ children, properties }: Element): string =>
  children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textIn(child) : ''))
    .join('') + (typeof properties['alt'] === 'string' ? properties['alt'] : '')

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
