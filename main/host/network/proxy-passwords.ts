import { type NamedProxy, proxyUrl } from './proxy-address.ts'

/** `header`: the value to send. `wanted`: the user has named no password; `sign-in`: it wants another kind of proof. */
export type PasswordAnswer =
  | { header: string }
  | { why: 'wanted' }
  | { why: 'refused' }
  | { why: 'sign-in'; scheme: string }

const otherSchemes = ['Negotiate', 'NTLM', 'Digest']

/** The passwords that proxies accepted and refused. A refused one is never sent again. */
export class ProxyPasswords {
  readonly #refused = new Set<string>()
  readonly #accepted = new Set<string>()
  /** By value, its first try, which hasn't ended. */
  readonly #trials = new Map<string, Promise<void>>()

  /** The header to send at once: one that the proxy asked for and accepted. */
  toSend(named: NamedProxy): string | undefined {
    const header = headerOf(named)
    return header !== undefined && this.#accepted.has(keyOf(named, header)) ? header : undefined
  }

  /** The answer to a 407 with these challenges, after `sent` was sent. Only Basic is answered (RFC 7617). */
  answerTo(named: NamedProxy, sent: string | undefined, challenges: string): PasswordAnswer {
    if (!/(^|,\s*)basic(\s|,|$)/i.test(challenges)) {
      const scheme = otherSchemes.find((each) => new RegExp(`(^|,\\s*)${each}\\b`, 'i').test(challenges))
      return { why: 'sign-in', scheme: scheme ?? '' }
    }
    const header = headerOf(named)
    if (header === undefined) return { why: 'wanted' }
    // A value that worked is tried once more.
    if (sent !== undefined && !this.#accepted.delete(keyOf(named, header))) this.#refused.add(keyOf(named, header))
    if (this.#isRefused(named, header)) return { why: 'refused' }
    return { header }
  }

  /**
   * Sends a request with a password. During a value's first try all others wait, so a wrong one is sent once. Undefined if
   * it was refused during the wait.
   */
  async send<Answer>(
    named: NamedProxy,
    header: string,
    { go, isRefusal }: { go: () => Promise<Answer>; isRefusal: (answer: Answer) => boolean },
  ): Promise<Answer | undefined> {
    const key = keyOf(named, header)
    for (let running = this.#trials.get(key); running; running = this.#trials.get(key)) await running
    if (this.#refused.has(key)) return undefined
    if (this.#accepted.has(key)) return go()
    const trial = go()
    this.#trials.set(
      key,
      trial.then(
        (answer) => void (isRefusal(answer) || this.#accepted.add(key)),
        () => undefined,
      ),
    )
    try {
      const answer = await trial
      if (isRefusal(answer)) this.#refused.add(key)
      return answer
    } finally {
      this.#trials.delete(key)
    }
  }

  #isRefused(named: NamedProxy, header: string): boolean {
    return this.#refused.has(keyOf(named, header))
  }
}

const keyOf = ({ proxy }: NamedProxy, header: string): string => `${proxyUrl(proxy)} ${header}`

const headerOf = ({ password: its }: NamedProxy): string | undefined =>
  its && `Basic ${Buffer.from(`${its.user}:${its.password}`, 'utf8').toString('base64')}`
