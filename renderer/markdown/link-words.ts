import type { Element } from 'hast'
import type { LinkTarget } from './policy.ts'

type Target = Extract<LinkTarget, { href: string }>

/**
 * A plainly written address: an authority in its encoded form, without text that looks different from its characters.
 */
const written = /^(?:https?:\/\/)?([a-z0-9.-]+(?::\d+)?|\[[0-9a-f:.]+\](?::\d+)?)(?:[/?#][\x21-\x7e]*)?$/i

/** Text that looks like an address's host: after a scheme or `www.`, before a path, or with a common ending. */
const looksLikeHost =
  /(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}([^\s/\\?#]+)|\b(www\.[^\s/\\?#]+)|([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?=[/\\][\p{L}\p{N}])|([\p{L}\p{N}.-]+\.(?:com|org|net|gov|edu|mil|int|io|dev|app|ai|co|eu|info|biz|bank))(?![\p{L}\p{N}-])/giu

/** How many characters of a link's text are searched for a host. */
const mostRead = 2048

/**
 * Whether a link's text itself says where it leads: it is the link's address, or an address with exactly the same host.
 * Otherwise the host must be shown next to it.
 */
export function sayWhere(words: Words, { href, host }: Target): boolean {
  if (!words.isPlain) return false
  const text = words.text.trim()
  if (text === href || (href.startsWith('mailto:') && text === host)) return isAscii(text)
  return !href.startsWith('mailto:') && written.exec(text)?.[1]?.toLowerCase() === host
}

/** A host named in the text that isn't the link's. */
export function otherHostIn({ text }: Words, { host }: Target): string | undefined {
  const named = [...text.slice(0, mostRead).matchAll(looksLikeHost)].map(
    (match) => match.slice(1).find((part) => part !== undefined) ?? '',
  )
  return named.find((name) => name.toLowerCase() !== host)
}

/** The words of a link: its text, and whether it shows nothing else. */
export type Words = { text: string; isPlain: boolean }

/** The text that a link shows, to compare it with the host it opens. */
export const linkWordsOf = (link: Element | undefined): Words => ({
  text: link ? textIn(link) : '',
  isPlain: link?.children.every(({ type }) => type === 'text') ?? false,
})

/** All characters, however rendered; an image counts as its description. */
const textIn = ({ children, properties }: Element): string =>
  children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textIn(child) : ''))
    .join('') + (typeof properties['alt'] === 'string' ? properties['alt'] : '')

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
