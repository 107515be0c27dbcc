import type { Delta } from '../../../shared/events/turn-events.ts'

type Piece = Omit<Delta, 'message'>

/** Milliseconds between two saves of a running message's text. */
const everyMs = 2000

/** Collects a running message's text and saves it in pieces, so a crash loses only the last moments. */
export class ReplyDraft {
  readonly #write: (piece: Piece) => void
  readonly #now: () => number
  #pieces: Piece[] = []
  #since: number

  /** `now` is a clock in milliseconds. */
  constructor(write: (piece: Piece) => void, now: () => number) {
    this.#write = write
    this.#now = now
    this.#since = now()
  }

  add(delta: Piece): void {
    const last = this.#pieces.at(-1)
    if (last?.block === delta.block) last.text += delta.text
    else this.#pieces.push({ ...delta })
    if (this.#now() - this.#since >= everyMs) this.flush()
  }

  flush(): void {
    const pieces = this.#pieces
    this.#pieces = []
    this.#since = this.#now()
    for (const piece of pieces) this.#write(piece)
  }
}
