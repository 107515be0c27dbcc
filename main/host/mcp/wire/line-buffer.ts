const firstBlock = 64 * 1024
const laterBlock = 1024 * 1024

/** Gathers the pieces of one line without copying what is already there, however long it gets and however small they are. */
export class LineBuffer {
  #blocks = [Buffer.allocUnsafe(firstBlock)]
  #room = firstBlock
  size = 0

  append(piece: Buffer): void {
    for (let rest = piece; rest.length > 0;) {
      if (this.#room === 0) {
        this.#blocks.push(Buffer.allocUnsafe(laterBlock))
        this.#room = laterBlock
      }
      const block = this.#blocks.at(-1)
      const copied = block?.length ? rest.copy(block, block.length - this.#room) : 0
      this.#room -= copied
      this.size += copied
      rest = rest.subarray(copied)
    }
  }

  /** Bytes of memory that it has taken. */
  get held(): number {
    return this.#blocks.reduce((sum, { length }) => sum + length, 0)
  }

  /** The line so far, and room for the next one. Its bytes hold until the next `append`. */
  take(): Buffer {
    const [first] = this.#blocks
    const line =
      this.#blocks.length === 1 && first ? first.subarray(0, this.size) : Buffer.concat(this.#blocks, this.size)
    this.clear()
    return line
  }

  clear(): void {
    this.#blocks.length = 1
    this.#room = firstBlock
    this.size = 0
  }
}
