import { useEffect, useState } from 'react'
import type { Block } from '../../markdown/blocks.ts'
import { MarkdownStream } from '../../markdown/stream.ts'
import { useReplica, type Replica } from '../../state/replica.ts'
import { createStore, useStore } from '../../state/store.ts'

/** The position of a piece of running text: a block of the message a turn is writing. */
export type LivePlace = { turn: string; message: string; block: number }

/** After a frame that took longer than this many milliseconds, the next one waits equally long. */
const frameBudget = 8

const nothing: Block[][] = []

/** One block of a running message as Markdown. Deltas arrive at any rate; it renders at most once a frame. */
class LiveText {
  readonly #place: LivePlace
  #stream = new MarkdownStream()
  #text = ''
  #due: number | undefined
  /** The rendered blocks. */
  readonly groups = createStore(nothing)

  constructor(place: LivePlace) {
    this.#place = place
  }

  /**
   * The blocks of the complete text, if parsing all of it would give the same: nothing in it can refer to later text,
   * and no fence is open.
   */
  readonly complete = (text: string): Block[][] | undefined => {
    if (text !== this.#text || text.includes(']:') || text.endsWith('\r')) return undefined
    const groups = this.#stream.groups()
    const last = groups.at(-1)?.at(-1)
    return last?.kind === 'code' && !last.isClosed ? undefined : groups
  }

  /** Applies the replica's text, then every delta. An ended message keeps its rendered blocks. */
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
    this.groups.set(this.#stream.shown())
    queueMicrotask(() => {
      const took = performance.now() - start
      this.#due = undefined
      if (drawn !== this.#text) this.#schedule(took > frameBudget ? took : 0)
    })
  }
}

type Growing = { groups: Block[][]; complete: (text: string) => Block[][] | undefined }

/** A running text's blocks as they grow; empty without a place. They stay once the text is complete. */
export function useLiveText(turn: string, message: string, block: number, isLive: boolean): Growing {
  const replica = useReplica()
  const [text] = useState(() => new LiveText({ turn, message, block }))
  useEffect(() => (isLive ? text.follow(replica) : undefined), [text, replica, isLive])
  return { groups: useStore(text.groups), complete: text.complete }
}
