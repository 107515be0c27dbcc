import type { HostLink, Input } from '../../../shared/contract/commands.ts'
import { mostTold, type PageState, type PageSurroundings } from '../../../shared/contract/result-commands.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { problemOf } from '../action.ts'
import type { Replica } from '../replica.ts'
import { createSignal } from '../store.ts'

type Host = Pick<Replica, 'onEvents'> & { link: Pick<HostLink, 'call'> }

/** A page's state in this window. `idle`: the user hasn't wanted it, or it ended without a problem. */
export type PageHere = { state: 'idle' } | PageState

/** A frame that outlives its place. */
type Kept = { send(message: JsonObject): void; remove(): void }

/** Max messages of a page that wait for the host; more are dropped. */
const mostWaiting = 1000

/**
 * Carries messages between a page and the host, unread and in order, for one call in this window. Decides nothing: what
 * may be done is decided in the host.
 */
export class PageRelay {
  readonly #host: Host
  readonly #of: { conversation: string; call: string }
  readonly #changed = createSignal()
  #now: PageHere = { state: 'idle' }
  #view: string | undefined
  #around: PageSurroundings | undefined
  #post: ((message: JsonObject) => void) | undefined
  /** For the page, until its frame is there. */
  #early: JsonObject[] = []
  #waiting: JsonObject[] = []
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

  readonly now = (): PageHere => this.#now

  get call(): string {
    return this.#of.call
  }

  /** Asks the host for the page. If the host refuses, the state becomes `closed` with the reason. */
  async open(around: PageSurroundings): Promise<void> {
    if (this.#now.state !== 'idle' && this.#now.state !== 'closed') return
    this.#around = around
    this.#set({ state: 'reading' })
    try {
      const { view } = await this.#host.link.call('openPage', { ...this.#of, around })
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

  /** Takes the function that posts to the page's frame; undefined once the frame is gone. */
  attach(post: ((message: JsonObject) => void) | undefined): void {
    if (this.#kept) return
    this.#post = post
    if (post) for (const message of this.#early.splice(0)) post(message)
  }

  /** Called before the page's place is removed. If the page runs, its frame is kept until the view has ended. */
  outlive(keep: (onMessage: (message: JsonObject) => void) => Kept | undefined): void {
    if (this.#now.state !== 'open' || this.#view === undefined) return
    this.#kept = keep((message) => this.heard(message))
    if (this.#kept) this.#post = this.#kept.send
  }

  /** Queues a message of the page for the host. */
  heard(message: JsonObject): void {
    if (this.#waiting.length >= mostWaiting) return
    this.#waiting.push(message)
    void this.#tell()
  }

  /** Tells the host the page's surroundings, if they changed. */
  change(around: PageSurroundings): void {
    if (this.#view === undefined || JSON.stringify(around) === JSON.stringify(this.#around)) return
    this.#around = around
    void this.#call((link, view) => link.call('changePage', { view, around }))
  }

  /** Answers the page's wish for a display mode, once the window granted or refused it. */
  answer(answers: number, around: PageSurroundings): void {
    this.#around = around
    void this.#call((link, view) => link.call('changePage', { view, around, answers }))
  }

  /** Lets the page continue after too many calls. */
  async goOn(): Promise<void> {
    await this.#call((link, view) => link.call('letPageGoOn', { view }))
  }

  /** Ends the view. Unless the end is `wanted`, the page's frame is gone already. */
  async close(because: Input<'closePage'>['because'] = 'wanted'): Promise<void> {
    await this.#call((link, view) => link.call('closePage', { view, because }))
  }

  async #tell(): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
    while (this.#waiting.length > 0) {
      const messages = this.#waiting.splice(0, mostTold)
      await this.#call((link, view) => link.call('tellPage', { view, messages }))
    }
    this.#isTelling = false
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
      const taken = await this.#call((link, view) => link.call('takePage', { view }))
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

  #end(now: PageHere): void {
    this.#kept?.remove()
    this.#kept = undefined
    this.#leave?.()
    this.#leave = undefined
    this.#view = undefined
    this.#waiting = []
    this.#early = []
    this.#set(now.state === 'closed' && now.problem === undefined ? { state: 'idle' } : now)
  }

  #set(now: PageHere): void {
    this.#now = now
    this.#changed.tell()
  }
}
