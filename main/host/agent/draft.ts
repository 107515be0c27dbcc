import type { Delta } from '../../../shared/events/turn-events.ts'

type Piece = Omit<Delta, 'message'>

/** How often the text of a running message is written down, in milliseconds. */
const everyMs = 2000

/** Gathers the text of a running message and hands it on in pieces, so that a crash leaves all but the last moments. */
export class Draft {
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
