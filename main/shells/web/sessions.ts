import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { TabSession } from '../../../shared/contract/about-commands.ts'
import type { Right, Session } from '../../../shared/contract/commands.ts'

/** Milliseconds a launch code stays valid, for one use. */
const codeLife = 10 * 60_000
/**
 * After this many wrong codes within a minute, further ones must wait. The right one is still accepted: no one guesses
 * 256 bits in ten minutes, and otherwise any program on this machine could lock the user out.
 */
const wrongLimit = 10
const wrongWindow = 60_000

/** One browser, known by its cookie, which its tabs share. `streams` counts their open event streams. */
export type Browser = { readonly cookie: string; streams: number }

/** Milliseconds without a request or an open feed, and in any case, after which a session ends. */
export const idleLife = 24 * 3_600_000
export const wholeLife = 7 * 24 * 3_600_000

/** The sender of a request with both proofs: the browser's cookie and the tab's token. */
export type Visitor = {
  readonly session: Session
  readonly browser: Browser
  /**
   * Proves, without a secret ever being sent again, that this host opened the session: the HMAC of the page's own
   * nonce.
   */
  prove(nonce: string): string
  /** Uses the session, which postpones its end; false once it has ended. */
  use(): boolean
  /** Called when the session is ended by a user; the returned function unsubscribes. */
  onEnd(listener: () => void): () => void
}

/** A tab's session, or its refusal: `locked` after too many wrong codes. */
export type TabSignIn =
  | { token: string; proofKey: string; setCookie: string; session: Session }
  | { refused: 'wrong' | 'locked' }

/** A session with its description, and a way to end it. */
type Tab = Visitor & { about(): TabSession | undefined; end(): void }

/**
 * Launch codes and the sessions they open. One code is valid at a time, and it opens one session with this right.
 * Cookies don't distinguish ports, so the cookie's name contains `instance` and a tab's token is needed too.
 */
export class Sessions {
  readonly #cookieName: string
  readonly #right: Right
  readonly #now: () => number
  #code: { value: string; until: number } | undefined
  #wrong: number[] = []
  readonly #visitors = new Map<string, Tab>()

  constructor(instance: string, right: Right, now: () => number = Date.now) {
    this.#cookieName = `atrium-${instance}`
    this.#right = right
    this.#now = now
  }

  /** A new launch code; the previous one is void. */
  newCode(): string {
    const value = secret()
    this.#code = { value, until: this.#now() + codeLife }
    return value
  }

  /** Uses a launch code. A signed-in browser keeps its cookie. */
  signIn(code: string, cookies: string | undefined): TabSignIn {
    const now = this.#now()
    this.#wrong = this.#wrong.filter((at) => now - at < wrongWindow)
    if (!this.#code || this.#code.until <= now || !same(code, this.#code.value)) {
      if (this.#wrong.length >= wrongLimit) return { refused: 'locked' }
      this.#wrong.push(now)
      return { refused: 'wrong' }
    }
    this.#code = undefined
    const [token, proofKey] = [secret(), secret()]
    const browser = this.#browserOf(cookies) ?? { cookie: secret(), streams: 0 }
    const session = { actor: `web:${randomBytes(3).toString('hex')}`, right: this.#right }
    this.#visitors.set(digest(token), this.#tab(session, browser, proofKey))
    const setCookie = `${this.#cookieName}=${browser.cookie}; HttpOnly; SameSite=Strict; Path=/`
    return { token, proofKey, setCookie, session }
  }

  /** The visitor with this token and its matching cookie. */
  find(token: string, cookies: string | undefined): Visitor | undefined {
    const visitor = this.#visitors.get(digest(token))
    const isShown = visitor && this.#shown(cookies).some((value) => same(value, visitor.browser.cookie))
    if (isShown && visitor.use()) return visitor
    return undefined
  }

  /** The open sessions, oldest first. */
  list(): TabSession[] {
    return [...this.#visitors.values()].flatMap((tab) => tab.about() ?? [])
  }

  /** Ends a session at once, including its feeds; false if none has this name. */
  end(actor: string): boolean {
    const found = [...this.#visitors].find(([, tab]) => tab.about()?.actor === actor)
    if (!found) return false
    this.#visitors.delete(found[0])
    found[1].end()
    return true
  }

  #tab(session: Session, browser: Browser, proofKey: string): Tab {
    const since = this.#now()
    let usedAt = since
    const feeds = new Set<() => void>()
    const isOver = (now = this.#now()): boolean => now - usedAt >= idleLife || now - since >= wholeLife
    return {
      session,
      browser,
      prove: (nonce) => createHmac('sha256', proofKey).update(nonce).digest('base64url'),
      use: () => {
        if (isOver()) return false
        usedAt = this.#now()
        return true
      },
      onEnd: (listener) => {
        feeds.add(listener)
        return () => feeds.delete(listener)
      },
      about: () => (isOver() ? undefined : { ...session, since, usedAt, open: feeds.size > 0 }),
      end: () => feeds.forEach((close) => close()),
    }
  }

  #browserOf(cookies: string | undefined): Browser | undefined {
    const shown = this.#shown(cookies)
    const browsers = [...this.#visitors.values()].map((visitor) => visitor.browser)
    return browsers.find((browser) => shown.some((value) => same(value, browser.cookie)))
  }

  /** Every cookie with our name: another port may have planted one before ours. */
  #shown(cookies = ''): string[] {
    const pairs = cookies.split(';').map((pair) => pair.trim())
    return pairs.filter((it) => it.startsWith(`${this.#cookieName}=`)).map((it) => it.slice(it.indexOf('=') + 1))
  }
}

/** 256 bits for a URL, a header or a cookie. */
const secret = (): string => randomBytes(32).toString('base64url')
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Compares in constant time. */
const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(digest(a)), Buffer.from(digest(b)))
