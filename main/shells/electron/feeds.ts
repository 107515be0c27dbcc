import type { HostLink } from '../../../shared/contract/commands.ts'

/** Max characters in flight to a page before more are sent. */
const window = 256 * 1024
/** A page has one feed, and for a moment two. */
const feedLimit = 4

/** The feeds of one window's page, by names the page chose. A slow page makes the host wait. */
export class Feeds {
  readonly #link: HostLink
  readonly #send: (feed: string, message: string) => void
  readonly #open = new Map<string, Feed>()

  constructor(link: HostLink, send: (feed: string, message: string) => void) {
    this.#link = link
    this.#send = send
  }

  /** A new page's first feed ends those of the previous one. */
  open(id: string): void {
    for (const other of this.#open.keys()) if (pageOf(other) !== pageOf(id)) this.leave(other)
    if (this.#open.has(id) || this.#open.size >= feedLimit) return
    this.#open.set(id, new Feed(this.#link, (message) => this.#send(id, message)))
  }

  /** The page has taken the oldest message in flight. */
  taken(id: string): void {
    this.#open.get(id)?.taken()
  }

  leave(id: string): void {
    this.#open.get(id)?.leave()
    this.#open.delete(id)
  }

  /** The page is gone. */
  leaveAll(): void {
    for (const id of this.#open.keys()) this.leave(id)
  }
}

const pageOf = (feed: string): string => feed.split('/', 1)[0] ?? ''

class Feed {
  readonly leave: () => void
  /** The lengths of messages in flight, oldest first. */
  readonly #underWay: number[] = []
  #total = 0
  #caughtUp: (() => void) | undefined

  constructor(link: HostLink, send: (message: string) => void) {
    this.leave = link.subscribe((message) => {
      const text = JSON.stringify(message)
      this.#underWay.push(text.length)
      this.#total += text.length
      send(text)
      return this.#total > window ? new Promise((resolve) => (this.#caughtUp = resolve)) : undefined
    })
  }

  taken(): void {
    this.#total -= this.#underWay.shift() ?? 0
    if (this.#total > window) return
    this.#caughtUp?.()
    this.#caughtUp = undefined
  }
}
