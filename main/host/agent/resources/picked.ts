import type { PromptPart, ResourcePart } from '../../../../shared/content/attachments.ts'
import type { HashedText } from '../../base/hash.ts'

/** Max characters of all stored items together. */
const room = 64 * 1024 * 1024

/** A part of a future message, and the text stored alongside it. */
export type PickedPart = {
  part: PromptPart | ResourcePart
  text: string
  /** Whether its server reports changes. */
  canFollow: boolean
}

type Without<T> = T extends unknown ? Omit<T, 'data' | 'bytes'> : never

/**
 * Prompts and resources the user picked and hasn't sent yet, as received, by handle. In memory only; the least recently
 * used are dropped first.
 */
export class PickedStore {
  readonly #parts = new Map<string, PickedPart>()
  #taken = 0

  /** `kept` is what the server sent, `handle` its key for `sendMessage`. */
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
