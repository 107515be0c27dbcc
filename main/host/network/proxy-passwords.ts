import { type NamedProxy, proxyPlace, proxyUrl } from './proxy-address.ts'
import { ProxyProblem } from './proxy-problem.ts'
import { networkWords as words } from './words.ts'

const otherSchemes = ['Negotiate', 'NTLM', 'Digest']

/**
 * One request to a proxy: `attempt` sends it, with this header if there is one, and `refused` returns the challenges of
 * a 407, which it closes; undefined for any other answer.
 */
export type Asking<Answer> = {
  attempt: (password: string | undefined) => Promise<Answer>
  refused: (answer: Answer) => string | undefined
}

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

  /**
   * Asks a proxy, and after a 407 once more with its password; only Basic is answered (RFC 7617). Rejects with
   * `ProxyProblem` if there is none, or it is refused.
   */
  async ask<Answer>(named: NamedProxy, { attempt, refused }: Asking<Answer>, source: string): Promise<Answer> {
    const sent = this.toSend(named)
    const first = await attempt(sent)
    const challenges = refused(first)
    if (challenges === undefined) return first
    const header = headerFor(named, challenges)
    const key = keyOf(named, header)
    // A value that had worked is tried once more.
    if (sent !== undefined) this.#accepted.delete(key)
    const second = await this.#try(key, () => attempt(header), refused)
    if (second === undefined)
      throw new ProxyProblem([words.refusedPassword(proxyPlace(named.proxy)), words.correctPassword(source)])
    return second
  }

  /** The answer to a request with a password; undefined if it is refused. During a value's first try all others wait. */
  async #try<Answer>(
    key: string,
    go: () => Promise<Answer>,
    refused: (answer: Answer) => string | undefined,
  ): Promise<Answer | undefined> {
    for (let running = this.#trials.get(key); running; running = this.#trials.get(key)) await running
    if (this.#refused.has(key)) return undefined
    const isFirst = !this.#accepted.has(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    if (isFirst) this.#trials.set(key, promise)
    try {
      const answer = await go()
      const isRefused = refused(answer) !== undefined
      if (isFirst) (isRefused ? this.#refused : this.#accepted).add(key)
      return isRefused ? undefined : answer
    } finally {
      if (isFirst) this.#trials.delete(key)
      resolve()
    }
  }
}

/** The header that answers these challenges. Throws `ProxyProblem` if there is none. */
function headerFor(named: NamedProxy, challenges: string): string {
  const place = proxyPlace(named.proxy)
  if (!/(^|,\s*)basic(\s|,|$)/i.test(challenges)) {
    const scheme = otherSchemes.find((each) => new RegExp(`(^|,\\s*)${each}\\b`, 'i').test(challenges))
    throw new ProxyProblem([words.wantsSignIn(place, scheme), words.useHelper])
  }
  const header = headerOf(named)
  if (header === undefined) throw new ProxyProblem([words.wantsPassword(place), words.addPassword])
  return header
}

const keyOf = ({ proxy }: NamedProxy, header: string): string => `${proxyUrl(proxy)} ${header}`

const headerOf = ({ password: its }: NamedProxy): string | undefined =>
  its && `Basic ${Buffer.from(`${its.user}:${its.password}`, 'utf8').toString('base64')}`
