import type { HostState } from '../../../shared/state/state.ts'
import type { Dialogs } from './dialogs.ts'
import { whatRuns } from './messages.ts'
import type { MainWindow } from './window.ts'
import { desktopWords } from './words.ts'

const words = desktopWords.quit

type Options = {
  window: Pick<MainWindow, 'hide' | 'isVisible'>
  dialogs: Pick<Dialogs, 'chooseAmong'>
  state: () => Pick<HostState, 'turns'>
  end: () => void
}

/**
 * Ends Atrium; asks the user first if something is running. They may let that finish without a window: Atrium then ends
 * with it, unless they opened the window again.
 */
export class Leaving {
  readonly #options: Options
  #isAsking = false
  #isFinishing = false

  constructor(options: Options) {
    this.#options = options
  }

  async quit(): Promise<void> {
    if (this.#isAsking) return
    const { window, dialogs, state, end } = this.#options
    const question = whatRuns(state())
    if (question === undefined) return end()
    this.#isAsking = true
    const { detail, action, whenDone } = words
    const chosen = await dialogs
      .chooseAmong({ question, detail, actions: [action, whenDone] })
      .finally(() => (this.#isAsking = false))
    if (chosen === action) end()
    if (chosen !== whenDone) return
    this.#isFinishing = true
    window.hide()
    this.look()
  }

  /** Ends Atrium if the user chose to let running work finish, and it has. */
  look(): void {
    if (!this.#isFinishing || whatRuns(this.#options.state()) !== undefined) return
    this.#isFinishing = false
    if (!this.#options.window.isVisible) this.#options.end()
  }
}
