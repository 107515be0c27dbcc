import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { TabSession } from '../../../shared/contract/about-commands.ts'
import type { Right, Session } from '../../../shared/contract/commands.ts'

/** How long a launch code waits for its one use, in milliseconds. */
const codeLife = 10 * 60_000
/**
 * After so many wrong codes within a minute, further ones are told to wait. The right one is taken all the same: nobody
 * guesses 256 bits in ten minutes, and any program of this machine could keep the person out otherwise.
 */
const wrongLimit = 10
const wrongWindow = 60_000

/** One browser, known by its cookie; its tabs share it. `streams` counts their open event streams. */
export type Browser = { readonly cookie: string; streams: number }

/** A session ends after so long without a request or an open feed, and after so long in any case, in milliseconds. */
export const idleLife = 24 * 3_600_000
export const wholeLife = 7 * 24 * 3_600_000

/** Who sends a request that carries both proofs: the cookie of the browser and the token of the tab. */
export type Visitor = {
  readonly session: Session
  readonly browser: Browser
  /** Shows, without ever being sent again, that we are who opened this session: the HMAC of the page's own nonce. */
  prove(nonce: string): string
  /** Uses the session, which puts its end off; false once it has ended. */
  use(): boolean
  /** Called when the session is ended by hand; the function that is returned calls it off. */
  onEnd(listener: () => void): () => void
}

export type SignIn =
  { token: string; proofKey: string; setCookie: string; session: Session } | { refused: 'wrong' | 'locked' }

/** A session with what is told of it, and how it is ended by hand. */
type Tab = Visitor & { about(): TabSession | undefined; end(): void }

/**
 * Launch codes and the sessions they open. There is one live code at a time, and it opens one session with this
 * right. Cookies do not know ports, so the cookie's name carries `instance` and a tab's token is needed as well.
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

  /** A new launch code; the one before it is void. */
  newCode(): string {
    const value = secret()
    this.#code = { value, until: this.#now() + codeLife }
    return value
  }

  /** Spends a launch code. A browser that is signed in already keeps its cookie. */
  signIn(code: string, cookies: string | undefined): SignIn {
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

  /** Who shows this token together with the cookie it belongs to. */
  find(token: string, cookies: string | undefined): Visitor | undefined {
    const visitor = this.#visitors.get(digest(token))
    const isShown = visitor && this.#shown(cookies).some((value) => same(value, visitor.browser.cookie))
    if (isShown && visitor.use()) return visitor
    return undefined
  }

  /** The sessions that go on, the oldest first. */
  list(): TabSession[] {
    return [...this.#visitors.values()].flatMap((tab) => tab.about() ?? [])
  }

  /** Ends a session at once, its feeds with it; false when there is none of this name. */
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

  /** Every cookie of our name: another port may have planted one of its own in front of ours. */
  #shown(cookies = ''): string[] {
    const pairs = cookies.split(';').map((pair) => pair.trim())
    return pairs.filter((it) => it.startsWith(`${this.#cookieName}=`)).map((it) => it.slice(it.indexOf('=') + 1))
  }
}

/** 256 bits for a URL, a header or a cookie. */
const secret = (): string => randomBytes(32).toString('base64url')
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Compares in a time that tells nothing about either. */
const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(digest(a)), Buffer.from(digest(b)))
