import { messageIn, messageRate, weightOf, proxyMessages } from '../../../shared/content/app-message.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'

/**
 * Why an app ended by itself. `refused`: Atrium's own policy doesn't know the proxy. `left`: its frame loaded another
 * document. `hangs`: it stopped answering. `floods`: it sent far too many messages. `seizes`: it took the focus before
 * the user had entered it.
 */
export type AppEnd = 'refused' | 'left' | 'hangs' | 'floods' | 'seizes'

const { burst, perSecond, mostDropped } = messageRate
/** An app that has answered before is ended after this many unanswered pings. */
const mostMissed = 2
const ownId = /^atrium-ping-\d+$/

type Options = {
  /** The accessible name of the app's frame, and the `color-scheme` around it. */
  look(): { title: string; scheme: string }
  /** Sends to the proxy's window. */
  send(message: unknown): void
  /** The app can receive messages from now on. */
  onReady(): void
  onMessage(message: JsonObject): void
  /** Called once; nothing comes after it. */
  onEnd(why: AppEnd): void
  /** A monotonic clock's milliseconds. */
  now(): number
}

/** The window's end of the link to one app: limits its messages, and notices if the app stops answering. */
export class FrameLink {
  readonly #options: Options
  #isReady = false
  #hasEnded = false
  #left = burst
  #at: number
  #dropped = 0
  #isInitialized = false
  #pings = 0
  #hasAnswered = false
  #missed = 0

  constructor(options: Options) {
    this.#options = options
    this.#at = options.now()
  }

  /** Takes what came from the proxy's window and origin. */
  receive(data: unknown): void {
    if (this.#hasEnded) return
    const message = this.#isWithinRate() ? messageIn(data) : undefined
    if (!message) return this.#drop()
    this.#left -= weightOf(message) - 1
    const { method } = message
    if (method === proxyMessages.ready) return this.#ready()
    if (method === proxyMessages.left) return this.end('left')
    if (method === 'ui/notifications/initialized') this.#isInitialized = true
    if (method === undefined && typeof message['id'] === 'string' && ownId.test(message['id'])) return this.#answered()
    this.#options.onMessage(message)
  }

  /** Sends the host's message to the app, of any size. */
  send(message: unknown): void {
    if (this.#isReady && !this.#hasEnded) this.#options.send(message)
  }

  /** Has the app shown as it must look now. The proxy takes only the first one for a start. */
  show(): void {
    this.send({ jsonrpc: '2.0', method: proxyMessages.show, params: { html: '', ...this.#options.look() } })
  }

  /** Pings an initialized app. Called regularly; an app that has answered before ends after two unanswered pings. */
  ping(): void {
    if (!this.#isInitialized || this.#hasEnded) return
    if (this.#hasAnswered && this.#missed >= mostMissed) return this.end('hangs')
    this.#missed += 1
    this.#pings += 1
    this.send({ jsonrpc: '2.0', id: `atrium-ping-${this.#pings}`, method: 'ping' })
  }

  end(why: AppEnd): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#options.onEnd(why)
  }

  /** A second one comes from another document in the proxy's place. */
  #ready(): void {
    if (this.#isReady) return this.end('left')
    this.#isReady = true
    this.show()
    this.#options.onReady()
  }

  #answered(): void {
    this.#hasAnswered = true
    this.#missed = 0
  }

  #isWithinRate(): boolean {
    const now = this.#options.now()
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1000) * perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  #drop(): void {
    this.#dropped += 1
    if (this.#dropped > mostDropped) this.end('floods')
  }
}
