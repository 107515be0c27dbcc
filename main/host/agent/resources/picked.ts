import type { PromptPart, ResourcePart } from '../../../../shared/content/attachments.ts'
import type { HashedText } from '../../base/hash.ts'

/** Characters of everything that is kept, all together. */
const room = 64 * 1024 * 1024

/** A part of a message to come, and the text that must be kept with it. */
export type PickedPart = {
  part: PromptPart | ResourcePart
  text: string
  /** Whether its server tells when it changes. */
  canFollow: boolean
}

type Without<T> = T extends unknown ? Omit<T, 'data' | 'bytes'> : never

/**
 * What a person picked of servers and has not sent yet: prompts and resources as they came, by handle. In memory only;
 * what was used longest ago goes first.
 */
export class Picked {
  readonly #parts = new Map<string, PickedPart>()
  #taken = 0

  /** `kept` is what the server sent, `handle` that under which `sendMessage` takes it. */
  put(
    handle: string,
    part: Without<PromptPart | ResourcePart>,
    { text, hash, bytes }: HashedText,
    canFollow = false,
  ): void {
    this.#forget(handle)
    this.#parts.set(handle, {
      part: { ...part, bytes, data: { blob: hash, bytes, preview: '' } },
      text,
      canFollow,
    })
    this.#taken += text.length
    for (const oldest of this.#parts.keys()) {
      if (this.#taken <= room || oldest === handle) break
      this.#forget(oldest)
    }
  }

  has(handle: string): boolean {
    return this.#parts.has(handle)
  }

  get(handle: string): PickedPart | undefined {
    const found = this.#parts.get(handle)
    if (!found) return undefined
    this.#parts.delete(handle)
    this.#parts.set(handle, found)
    return found
  }

  #forget(handle: string): void {
    this.#taken -= this.#parts.get(handle)?.text.length ?? 0
    this.#parts.delete(handle)
  }
}
