import { app, Notification } from 'electron'
import type { Ask } from '../../../shared/asks/asks.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { oldestQuestion } from './menu.ts'
import type { MainWindow } from './window.ts'
import { noticeOf } from './messages.ts'

/** Milliseconds for the page to render another conversation. */
const drawMs = 300

/**
 * Notifies the user of questions that arrive while the window isn't in front, and withdraws that when none is waiting.
 */
export class Notices {
  readonly #window: Pick<MainWindow, 'isInFront' | 'goTo' | 'press'>
  readonly #known = new Set<string>()
  #shown: Notification | undefined

  constructor(window: Pick<MainWindow, 'isInFront' | 'goTo' | 'press'>) {
    this.#window = window
  }

  update(state: HostState): void {
    const { asks } = state
    app.setBadgeCount(asks.length)
    const latest = asks.findLast(({ id }) => !this.#known.has(id))
    this.#known.clear()
    for (const { id } of asks) this.#known.add(id)
    if (asks.length === 0) this.close()
    else if (latest && !this.#window.isInFront) this.#show(latest, noticeOf(latest, state))
  }

  close(): void {
    this.#shown?.close()
    this.#shown = undefined
  }

  #show(ask: Ask, body: string): void {
    if (!Notification.isSupported()) return
    this.close()
    const notification = new Notification({ title: 'Atrium', body })
    notification.on('click', () => this.#goTo(ask))
    notification.show()
    this.#shown = notification
  }

  /** Goes to its conversation, and there to the oldest waiting question, by the same link and key that the user has. */
  #goTo({ operation }: Ask): void {
    if (operation) this.#window.goTo(`#/c/${encodeURIComponent(operation.conversation)}`)
    setTimeout(() => this.#window.press(oldestQuestion(process.platform)), drawMs)
  }
}
