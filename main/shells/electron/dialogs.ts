import { dialog, type BrowserWindow, type MessageBoxOptions, type OpenDialogOptions } from 'electron'
import { HostError } from '../../../shared/contract/errors.ts'
import type { Confirmation } from '../../host/platform.ts'
import { fits } from './messages.ts'
import { desktopWords as words } from './words.ts'

/** The system's own questions and messages, in front of the window if there is one. No page can press their buttons. */
export class Dialogs {
  readonly #window: () => BrowserWindow | undefined
  #asking = false

  constructor(window: () => BrowserWindow | undefined) {
    this.#window = window
  }

  /**
   * Whether the user agrees. Asks one question at a time, so a page can't cover the screen with them; a question that
   * doesn't fit into a dialog isn't asked, because its end couldn't be read.
   */
  async confirm(confirmation: Confirmation): Promise<boolean> {
    if (!fits(confirmation.detail)) throw new HostError('bad-input', words.dialogs.tooLong)
    return this.#alone(() => this.choose(confirmation))
  }

  /**
   * Asks without those conditions, for questions that no page can trigger. `otherwise` is the other button; aborting
   * presses it.
   */
  async choose(
    { question, detail, action }: Confirmation,
    { otherwise, signal }: { otherwise?: string; signal?: AbortSignal } = {},
  ): Promise<boolean> {
    return (await this.chooseAmong({ question, detail, actions: [action] }, { otherwise, signal })) === action
  }

  /** The action that the user chose, or undefined for the other button. */
  async chooseAmong<Action extends string>(
    { question, detail, actions }: Omit<Confirmation, 'action'> & { actions: readonly Action[] },
    {
      otherwise = words.dialogs.cancel,
      signal,
    }: { otherwise?: string | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<Action | undefined> {
    const { response } = await this.#show({
      type: 'question',
      message: question,
      detail,
      buttons: [otherwise, ...actions],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      ...(signal && { signal }),
    })
    return actions[response - 1]
  }

  /** Lets the user choose a folder: also one question at a time. */
  async pickFolder(): Promise<string | undefined> {
    return this.#alone(async () => {
      const options: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory', 'showHiddenFiles'] }
      const window = this.#window()
      const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
      return filePaths[0]
    })
  }

  async tell(message: string, detail: string): Promise<void> {
    await this.#show({ type: 'info', message, detail, buttons: [words.dialogs.ok], noLink: true })
  }

  async #alone<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#asking) throw new HostError('conflict', words.dialogs.oneAtATime)
    this.#asking = true
    try {
      return await ask()
    } finally {
      this.#asking = false
    }
  }

  #show(options: MessageBoxOptions) {
    const window = this.#window()
    return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
  }
}
