import { app, Notification } from 'electron'
import { type Notice, NoticeFinder } from '../../../shared/state/notices.ts'
import type { Recorded } from '../../../shared/events/events.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { clip } from '../../../shared/text/clip.ts'
import { oldestQuestion } from './menu.ts'
import type { MainWindow } from './window.ts'

/** Max characters of the system's reason. */
const mostReason = 200

/**
 * Notifies the user while the window is in the background: of a question, which is withdrawn when none is
 * waiting, or of the end of a turn. The badge counts questions.
 */
export class Notices {
  readonly #window: Pick<MainWindow, 'isInFront' | 'goTo'>
  readonly #finder = new NoticeFinder()
  #shown: { notification: Notification; kind: Notice['kind'] } | undefined
  #failure: string | undefined

  constructor(window: Pick<MainWindow, 'isInFront' | 'goTo'>) {
    this.#window = window
  }

  /** Why the system didn't show the last notification, in its own words. */
  get failure(): string | undefined {
    return this.#failure
  }

  begin(state: HostState): void {
    this.#finder.begin(state)
    app.setBadgeCount(state.asks.length)
  }

  take(events: readonly Recorded[], state: HostState): void {
    const { asks } = state
    const notice = this.#finder.take(events, state)
    app.setBadgeCount(asks.length)
    if (asks.length === 0) this.withdraw()
    if (notice && !this.#window.isInFront) this.#show(notice)
  }

  /** Withdraws a question that no one can answer any longer. The end of a turn stays, also after Atrium's. */
  withdraw(): void {
    if (this.#shown?.kind === 'question') this.#close()
  }

  #close(): void {
    this.#shown?.notification.close()
    this.#shown = undefined
  }

  #show(notice: Notice): void {
    if (!Notification.isSupported()) return
    this.#close()
    const notification = new Notification({ title: 'Atrium', body: notice.body })
    notification.on('click', () => this.#goTo(notice))
    notification.on('show', () => (this.#failure = undefined))
    notification.on('failed', (_event, error) => (this.#failure = clip(error, mostReason)))
    notification.show()
    this.#shown = { notification, kind: notice.kind }
  }

  /** Goes to its conversation, and there to the oldest waiting question, also if the window has to open first. */
  #goTo({ kind, conversation }: Notice): void {
    if (kind === 'question') this.#window.goTo(oldestQuestion(conversation))
    else if (conversation !== undefined) this.#window.goTo(`#/c/${encodeURIComponent(conversation)}`)
  }
}
