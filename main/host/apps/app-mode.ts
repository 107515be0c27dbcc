import type { ModeWish } from '../../../shared/contract/result-commands.ts'
import type { AppOffer, DisplayMode, OfferedTo } from './offer.ts'
import { codes, AppRefusal } from './app-peer.ts'
import { appWords as words } from './words.ts'

/** An app's wish for another display mode, until its window has answered. A later wish replaces it. */
export class ModeWishes {
  readonly #changed: () => void
  #wish: ModeWish | undefined
  #asked = 0
  #settle: (() => void) | undefined

  constructor(changed: () => void) {
    this.#changed = changed
  }

  /** The wish that the window has yet to answer. */
  get open(): ModeWish | undefined {
    return this.#wish
  }

  /** Resolves when the window has answered, a later wish replaces this one, or the signal aborts, which withdraws it. */
  ask(mode: DisplayMode, signal: AbortSignal): Promise<void> {
    this.#settle?.()
    return new Promise((resolve) => {
      const id = ++this.#asked
      this.#settle = resolve
      this.#wish = { id, mode }
      signal.addEventListener('abort', () => this.#withdraw(id), { once: true })
      this.#changed()
    })
  }

  #withdraw(id: number): void {
    if (id !== this.#wish?.id) return
    this.answered(id)
    this.#changed()
  }

  /** The window has answered the wish with this ID; its surroundings say how. */
  answered(id: number | undefined): void {
    if (id === undefined || id !== this.#wish?.id) return
    this.#wish = undefined
    this.#settle?.()
  }
}

/** `ui/request-display-mode` (MCP Apps 2026-01-26, Display Modes): the answer is the mode that the app then has. */
export const modeOffer = ({ modes: { takes, now, ask } }: OfferedTo): AppOffer => ({
  capabilities: {},
  requests: {
    'ui/request-display-mode': async ({ mode }, signal) => {
      if (typeof mode !== 'string') throw new AppRefusal(codes.params, words.refused.noMode)
      if ((mode === 'inline' || mode === 'fullscreen') && mode !== now() && takes(mode)) await ask(mode, signal)
      return { mode: now() }
    },
  },
})
