import { useEffect, useState } from 'react'
import type { Block } from '../../markdown/blocks.ts'
import { MarkdownStream } from '../../markdown/stream.ts'
import { useReplica, type Replica } from '../../state/replica.ts'
import { createStore, useStore } from '../../state/store.ts'

/** Where a piece of running text is: a block of the message that a turn is writing. */
export type LivePlace = { turn: string; message: string; block: number }

/** When drawing a frame took longer than this, the next one waits for as long again, in milliseconds. */
const frameBudget = 8

const nothing: Block[][] = []

/** One block of a running message as Markdown. Deltas go in as they come; it is drawn at most once a frame. */
class LiveText {
  readonly #place: LivePlace
  #stream = new MarkdownStream()
  #text = ''
  #due: number | undefined
  /** What is drawn. */
  readonly groups = createStore(nothing)

  constructor(place: LivePlace) {
    this.#place = place
  }

  /**
   * The blocks of the complete text, when they are what a parse of all of it would make: nothing in it can refer to
   * what came later, and no fence is open.
   */
  readonly complete = (text: string): Block[][] | undefined => {
    if (text !== this.#text || text.includes(']:') || text.endsWith('\r')) return undefined
    const groups = this.#stream.groups()
    const last = groups.at(-1)?.at(-1)
    return last?.kind === 'code' && !last.isClosed ? undefined : groups
  }

  /** Takes what the replica has, then every delta. A message that is over by then keeps what was drawn. */
  follow(replica: Replica): () => void {
    const { turn, message, block } = this.#place
    const start = (): void => {
      const running = replica.state.turns[turn]?.message
      if (running?.id !== message) return
      this.#stream = new MarkdownStream()
      this.#text = ''
      this.#take(running.blocks[block]?.text ?? '')
    }
    start()
    const leave = replica.onEvents({
      events: (recorded) => {
        for (const { event } of recorded) {
          if (event.type !== 'message.delta' || event.message !== message || event.block !== block) continue
          if (event.offset === this.#text.length) this.#take(event.text)
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
    this.#text += text
    this.#schedule(0)
  }

  #schedule(delay: number): void {
    this.#due ??= window.setTimeout(() => requestAnimationFrame(() => this.#draw()), delay)
  }

  #draw(): void {
    const start = performance.now()
    const drawn = this.#text
    this.groups.set(this.#stream.groups())
    queueMicrotask(() => {
      const took = performance.now() - start
      this.#due = undefined
      if (drawn !== this.#text) this.#schedule(took > frameBudget ? took : 0)
    })
  }
}

type Growing = { groups: Block[][]; complete: (text: string) => Block[][] | undefined }

/** The blocks of a running text as they grow; nothing without a place. What was drawn stays when the text is complete. */
export function useLiveText(turn: string, message: string, block: number, isLive: boolean): Growing {
  const replica = useReplica()
  const [text] = useState(() => new LiveText({ turn, message, block }))
  useEffect(() => (isLive ? text.follow(replica) : undefined), [text, replica, isLive])
  return { groups: useStore(text.groups), complete: text.complete }
}
