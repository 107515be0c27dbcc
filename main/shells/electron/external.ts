import { domainToUnicode } from 'node:url'
import type { Confirmation } from '../../host/platform.ts'
import { desktopWords } from './words.ts'

const words = desktopWords.outside

/** A URL as it is opened, and the question before it. */
export type ExternalAddress = { address: string; confirmation: Confirmation }

const longest = 1500
const mailbox = /^[\w.+-]{1,64}@[A-Za-z0-9.-]{1,253}$/

/**
 * Parses a third-party URL. Only web pages and mail are opened, and only from reassembled parts; anything else is
 * undefined.
 */
export function externalAddress(written: string): ExternalAddress | undefined {
  const url = written.length <= longest && URL.canParse(written) ? new URL(written) : undefined
  switch (url?.protocol) {
    case 'https:':
    case 'http:':
      return page(url)
    case 'mailto:':
      return mail(url)
    default:
      return undefined
  }
}

/**
 * A web page's URL and the question before it; undefined with a name or password, which could be mistaken for the host.
 */
function page({
  protocol,
  host,
  hostname,
  pathname,
  search,
  hash,
  username,
  password,
}: URL): ExternalAddress | undefined {
  if (username !== '' || password !== '' || hostname === '') return undefined
  const address = `${protocol}//${host}${pathname}${search}${hash}`
  if (!URL.canParse(address) || new URL(address).href !== address || address.length > longest) return undefined
  const notes = [
    ...readsAs(hostname),
    ...(protocol === 'http:' ? [words.notEncrypted] : []),
    ...(isNearby(hostname) ? [words.nearby] : []),
  ]
  const detail = [address, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n')
  return { address, confirmation: { question: words.page(host), detail, action: words.open } }
}

/** A host with non-ASCII letters is looked up in another form than it is displayed; both are shown. */
function readsAs(hostname: string): string[] {
  const readable = domainToUnicode(hostname)
  if (readable === hostname || readable === '') return []
  return [words.looksLike(readable)]
}

/** Written as a number, or a name that only a private network knows. */
const isNearby = (hostname: string): boolean =>
  /^\[|^[\d.]+$/.test(hostname) ||
  !hostname.replace(/\.$/, '').includes('.') ||
  /\.(?:local|localhost|internal|lan|home\.arpa)\.?$/.test(hostname)

/** One mailbox with subject and text: other fields can attach files or send copies. */
function mail(url: URL): ExternalAddress | undefined {
  if (!mailbox.test(url.pathname)) return undefined
  const fields = ['subject', 'body'].flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [`${name}=${encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27')}`]
  })
  const address = [`mailto:${url.pathname}`, fields.join('&')].filter(Boolean).join('?')
  if (address.length > longest) return undefined
  return {
    address,
    confirmation: { question: words.mail(url.pathname), detail: address, action: words.write },
  }
}
