import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Block } from '../markdown/blocks.ts'
import { MarkdownStream } from '../markdown/stream.ts'
import { useReplica, type Replica } from '../host.ts'

/** Where a piece of running text is: a block of the message that a turn is writing. */
export type LivePlace = { turn: string; message: string; block: number }

/** When drawing a frame took longer than this, the next one waits for as long again, in milliseconds. */
const frameBudget = 8

const nothing: Block[][] = []

/** One block of a running message as Markdown. Deltas go in as they come; it is drawn at most once a frame. */
class LiveText {
  readonly #place: LivePlace
  #stream = new MarkdownStream()
  #length = 0
  #groups = nothing
  #due: number | undefined
  readonly #listeners = new Set<() => void>()

  constructor(place: LivePlace) {
    this.#place = place
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly groups = (): Block[][] => this.#groups

  /** Takes what the replica has, then every delta. A message that is over by then keeps what was drawn. */
  follow(replica: Replica): () => void {
    const { turn, message, block } = this.#place
    const start = (): void => {
      const running = replica.state.turns[turn]?.message
      if (running?.id !== message) return
      this.#stream = new MarkdownStream()
      this.#length = 0
      this.#take(running.blocks[block]?.text ?? '')
    }
    start()
    const leave = replica.onEvents({
      events: (recorded) => {
        for (const { event } of recorded) {
          if (event.type !== 'message.delta' || event.message !== message || event.block !== block) continue
          if (event.offset === this.#length) this.#take(event.text)
        }
      },
      reset: start,
    })
    return () => {
      clearTimeout(this.#due)
      this.#due = undefined
      leave()
    }
  }

  #take(text: string): void {
    this.#stream.append(text)
    this.#length += text.length
    this.#schedule(0)
  }

  #schedule(delay: number): void {
    this.#due ??= window.setTimeout(() => requestAnimationFrame(() => this.#draw()), delay)
  }

  #draw(): void {
    const start = performance.now()
    const drawn = this.#length
    this.#groups = this.#stream.groups()
    for (const listener of this.#listeners) listener()
    queueMicrotask(() => {
      const took = performance.now() - start
      this.#due = undefined
      if (drawn !== this.#length) this.#schedule(took > frameBudget ? took : 0)
    })
  }
}

/** The blocks of a running text as they grow; nothing without a place. What was drawn stays when the text is complete. */
export function useLiveText(turn: string, message: string, block: number, isLive: boolean): Block[][] {
  const replica = useReplica()
  const [text] = useState(() => new LiveText({ turn, message, block }))
  useEffect(() => (isLive ? text.follow(replica) : undefined), [text, replica, isLive])
  return useSyncExternalStore(text.subscribe, text.groups)
}
