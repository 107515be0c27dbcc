import type { Delta } from '../../../shared/events/turn-events.ts'

type Piece = Omit<Delta, 'message'>

/** Milliseconds between two saves of a running message's text. */
const everyMs = 2000

/** Collects a running message's text and saves it in pieces, so a crash loses only the last moments. */
export class ReplyDraft {
  readonly #write: (piece: Piece) => void
  #pieces: Piece[] = []
  #since = Date.now()

  constructor(write: (piece: Piece) => void) {
    this.#write = write
  }

  add(delta: Piece): void {
    const last = this.#pieces.at(-1)
    if (last?.block === delta.block) last.text += delta.text
    else this.#pieces.push({ ...delta })
    if (Date.now() - this.#since >= everyMs) this.flush()
  }

  flush(): void {
    const pieces = this.#pieces
    this.#pieces = []
    this.#since = Date.now()
    for (const piece of pieces) this.#write(piece)
  }
}
