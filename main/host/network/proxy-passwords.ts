import { type NamedProxy, proxyUrl } from './proxy-address.ts'

/** `header`: the value to send. `wanted`: the user has named no password; `sign-in`: it wants another kind of proof. */
export type PasswordAnswer =
  | { header: string }
  | { why: 'wanted' }
  | { why: 'refused' }
  | { why: 'sign-in'; scheme: string }

const otherSchemes = ['Negotiate', 'NTLM', 'Digest']

/** Which proxies asked for their password, and which passwords they refused. A refused one is never sent again. */
export class ProxyPasswords {
  readonly #asking = new Set<string>()
  readonly #refused = new Set<string>()

  /** The header to send at once to a proxy that has asked before; undefined if it hasn't, or refused it. */
  toSend(named: NamedProxy): string | undefined {
    const header = headerOf(named)
    return header !== undefined && this.#asking.has(proxyUrl(named.proxy)) && !this.#isRefused(named, header)
      ? header
      : undefined
  }

  /** The answer to a 407 with these challenges, after `sent` was sent. Only Basic is answered (RFC 7617). */
  answerTo(named: NamedProxy, sent: string | undefined, challenges: string): PasswordAnswer {
    if (!/(^|,\s*)basic(\s|,|$)/i.test(challenges)) {
      const scheme = otherSchemes.find((each) => new RegExp(`(^|,\\s*)${each}\\b`, 'i').test(challenges))
      return { why: 'sign-in', scheme: scheme ?? '' }
    }
    const header = headerOf(named)
    if (header === undefined) return { why: 'wanted' }
    if (sent !== undefined) this.#refused.add(keyOf(named, header))
    if (this.#isRefused(named, header)) return { why: 'refused' }
    this.#asking.add(proxyUrl(named.proxy))
    return { header }
  }

  #isRefused(named: NamedProxy, header: string): boolean {
    return this.#refused.has(keyOf(named, header))
  }
}

const keyOf = ({ proxy }: NamedProxy, header: string): string => `${proxyUrl(proxy)} ${header}`

const headerOf = ({ password: its }: NamedProxy): string | undefined =>
  its && `Basic ${Buffer.from(`${its.user}:${its.password}`, 'utf8').toString('base64')}`
