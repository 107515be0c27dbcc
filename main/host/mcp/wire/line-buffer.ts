const firstBlock = 64 * 1024
const laterBlock = 1024 * 1024

/** Collects one line's pieces without copying existing ones, however long it gets and however small they are. */
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

  /** Up to this many bytes of the line so far; at most a block. */
  start(bytes: number): Buffer {
    return this.#blocks[0]?.subarray(0, Math.min(bytes, this.size, firstBlock)) ?? Buffer.alloc(0)
  }

  /** Bytes of memory held. */
  get held(): number {
    return this.#blocks.reduce((sum, { length }) => sum + length, 0)
  }

  /** The line so far; makes room for the next one. Its bytes are valid until the next `append`. */
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
