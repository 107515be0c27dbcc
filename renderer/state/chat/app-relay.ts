import type { HostLink, Input } from '../../../shared/contract/commands.ts'
import { bytesOfMessage, messageRate } from '../../../shared/content/app-message.ts'
import {
  mostTold,
  mostToldBytes,
  type ViewState,
  type AppSurroundings,
} from '../../../shared/contract/result-commands.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { problemOf } from '../action.ts'
import type { Replica } from '../replica.ts'
import { createSignal } from '../store.ts'

type Host = Pick<Replica, 'onEvents'> & { link: Pick<HostLink, 'call'> }

/** An app's state in this window. `idle`: the user hasn't wanted it, or it ended without a problem. */
export type AppHere = { state: 'idle' } | ViewState

/** A frame that outlives its place. */
type Kept = { send(message: JsonObject): void; remove(): void }

/** Max messages of an app that wait for the host, and max bytes of them; others are dropped. */
const mostWaiting = 1000
const mostWaitingBytes = 2 * mostToldBytes

/**
 * Carries messages between an app and the host, unread and in order, for one call in this window. Decides nothing: what
 * may be done is decided in the host.
 */
export class AppRelay {
  readonly #host: Host
  readonly #of: { conversation: string; call: string }
  readonly #changed = createSignal()
  #now: AppHere = { state: 'idle' }
  #view: string | undefined
  #around: AppSurroundings | undefined
  #post: ((message: JsonObject) => void) | undefined
  /** For the app, until its frame is there. */
  #early: JsonObject[] = []
  #waiting: { message: JsonObject; bytes: number }[] = []
  #dropped = 0
  #isTelling = false
  #isTaking = false
  #isTold = false
  #leave: (() => void) | undefined
  #kept: Kept | undefined

  /** Notifies of every change of `now`. */
  readonly subscribe = this.#changed.subscribe

  constructor(of: { conversation: string; call: string }, host: Host) {
    this.#of = of
    this.#host = host
  }

  readonly now = (): AppHere => this.#now

  get call(): string {
    return this.#of.call
  }

  /** Asks the host for the app. If the host refuses, the state becomes `closed` with the reason. */
  async open(around: AppSurroundings): Promise<void> {
    if (this.#now.state !== 'idle' && this.#now.state !== 'closed') return
    this.#around = around
    this.#set({ state: 'reading' })
    try {
      const { view } = await this.#host.link.call('openApp', { ...this.#of, around })
      this.#view = view
      this.#leave = this.#host.onEvents({
        events: (recorded) => {
          if (recorded.some(({ event }) => event.type === 'page.told' && event.view === view)) this.#take()
        },
        reset: () => this.#take(),
      })
      this.#take()
    } catch (error) {
      this.#end({ state: 'closed', problem: problemOf(error) })
    }
  }

  /** Takes the function that posts to the app's frame; undefined once the frame is gone. */
  attach(post: ((message: JsonObject) => void) | undefined): void {
    if (this.#kept) return
    this.#post = post
    if (post) for (const message of this.#early.splice(0)) post(message)
  }

  /** Called before the app's place is removed. If the app runs, its frame is kept until the view has ended. */
  outlive(keep: (onMessage: (message: JsonObject) => void) => Kept | undefined): void {
    if (this.#now.state !== 'open' || this.#view === undefined) return
    this.#kept = keep((message) => this.heard(message))
    if (this.#kept) this.#post = this.#kept.send
  }

  /** Queues a message of the app for the host. An app that says far more than the host can take is ended. */
  heard(message: JsonObject): void {
    const bytes = bytesOfMessage(message)
    const waiting = this.#waiting.reduce((sum, it) => sum + it.bytes, bytes)
    if (this.#waiting.length >= mostWaiting || waiting > mostWaitingBytes) return this.#drop()
    this.#waiting.push({ message, bytes })
    void this.#tell()
  }

  #drop(): void {
    this.#dropped += 1
    if (this.#dropped === messageRate.mostDropped) void this.close('floods')
  }

  /** Tells the host the app's surroundings, if they changed. */
  change(around: AppSurroundings): void {
    if (this.#view === undefined || JSON.stringify(around) === JSON.stringify(this.#around)) return
    this.#around = around
    void this.#call((link, view) => link.call('changeApp', { view, around }))
  }

  /** Answers the app's wish for a display mode, once the window granted or refused it. */
  answer(answers: number, around: AppSurroundings): void {
    this.#around = around
    void this.#call((link, view) => link.call('changeApp', { view, around, answers }))
  }

  /** Lets the app continue after too many calls. */
  async goOn(): Promise<void> {
    await this.#call((link, view) => link.call('letAppGoOn', { view }))
  }

  /** Ends the view. Unless the end is `wanted`, the app's frame is gone already. */
  async close(because: Input<'closeApp'>['because'] = 'wanted'): Promise<void> {
    await this.#call((link, view) => link.call('closeApp', { view, because }))
  }

  async #tell(): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
    while (this.#waiting.length > 0) {
      const messages = this.#waiting.splice(0, this.#fitting()).map(({ message }) => message)
      await this.#call((link, view) => link.call('tellApp', { view, messages }))
    }
    this.#isTelling = false
  }

  /** How many of the waiting messages one command has room for. No message is larger than that. */
  #fitting(): number {
    let bytes = 0
    const over = this.#waiting.findIndex((it) => (bytes += it.bytes) > mostToldBytes)
    return Math.min(mostTold, over === -1 ? this.#waiting.length : over)
  }

  #take(): void {
    this.#isTold = true
    void this.#takeAll()
  }

  async #takeAll(): Promise<void> {
    if (this.#isTaking) return
    this.#isTaking = true
    while (this.#isTold && this.#view !== undefined) {
      this.#isTold = false
      const taken = await this.#call((link, view) => link.call('takeApp', { view }))
      if (!taken) break
      for (const message of taken.messages) {
        if (this.#post) this.#post(message)
        else this.#early.push(message)
      }
      if (taken.now.state === 'closed') this.#end(taken.now)
      else this.#set(taken.now)
    }
    this.#isTaking = false
  }

  /** Calls the host about this view. A refusal ends it: the host no longer knows the view. */
  async #call<T>(ask: (link: Host['link'], view: string) => Promise<T>): Promise<T | undefined> {
    const view = this.#view
    if (view === undefined) return undefined
    try {
      return await ask(this.#host.link, view)
    } catch (error) {
      if (view === this.#view) this.#end({ state: 'closed', problem: problemOf(error) })
      return undefined
    }
  }

  #end(now: AppHere): void {
    this.#kept?.remove()
    this.#kept = undefined
    this.#leave?.()
    this.#leave = undefined
    this.#view = undefined
    this.#waiting = []
    this.#dropped = 0
    this.#early = []
    this.#set(now.state === 'closed' && now.problem === undefined ? { state: 'idle' } : now)
  }

  #set(now: AppHere): void {
    this.#now = now
    this.#changed.tell()
  }
}
