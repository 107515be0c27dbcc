import type { Chromium, Session } from '../cdp.ts'

export type Tab = { id: string; session: Session }
export type Popup = Tab & { opener: string | undefined; url: string }

/** Chromium's tabs: those that the double opens for windows, and those that pages want to open. */
export class Targets {
  readonly #chromium: Chromium
  readonly #attached = new Map<string, Session>()
  readonly #ours = new Map<string, () => void>()
  readonly #wanted = new Map<string, (session: Session) => void>()
  /** Those whose pages answer their requests. A test that watches can let a tab run before that. */
  readonly #taken = new Set<string>()
  /** The first requests of the other tabs, which wait for a decision, and the decisions that wait for a request. */
  readonly #waiting = new Map<string, string>()
  readonly #refusals = new Map<string, (request: string) => void>()
  #opening: Promise<unknown> = Promise.resolve()

  static async watch(chromium: Chromium, onPopup: (popup: Popup) => void): Promise<Targets> {
    const targets = new Targets(chromium, onPopup)
    await chromium.session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    })
    await chromium.session.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] })
    return targets
  }

  private constructor(chromium: Chromium, onPopup: (popup: Popup) => void) {
    this.#chromium = chromium
    chromium.session.on(
      'Target.attachedToTarget',
      ({ sessionId, targetInfo: { targetId: id, type, openerId, url } }) => {
        if (type !== 'page') return
        const session = chromium.open(sessionId)
        // Until it has answered with an ID, a tab reported by Chromium may be the double's own.
        const mayBeOurs = this.#opening
        this.#attached.set(id, session)
        void mayBeOurs.then(() => {
          const take = this.#wanted.get(id)
          if (take) take(session)
          else if (!this.#ours.has(id)) onPopup({ id, session, opener: openerId, url })
        })
      },
    )
    // A page's main frame has its tab's ID.
    chromium.session.on('Fetch.requestPaused', ({ requestId, frameId }) => this.#requested(frameId, requestId))
    chromium.session.on('Target.detachedFromTarget', ({ targetId }) => this.#ours.get(targetId ?? '')?.())
  }

  /** Opens an empty tab that waits to be told to run. `closed` is called when it is gone, for any reason. */
  async open(width: number, height: number, closed: () => void): Promise<Tab> {
    const create = async (): Promise<string> => {
      const { targetId } = await this.#chromium.session.send('Target.createTarget', {
        url: 'about:blank',
        width,
        height,
        newWindow: true,
      })
      this.#ours.set(targetId, closed)
      this.#taken.add(targetId)
      return targetId
    }
    const created = this.#opening.then(create)
    this.#opening = created.catch(() => undefined)
    const id = await created
    const session = this.#attached.get(id)
    return { id, session: session ?? (await new Promise((resolve) => this.#wanted.set(id, resolve))) }
  }

  /** Keeps a tab that a page opened; `closed` as above. */
  keep(id: string, closed: () => void): void {
    this.#ours.set(id, closed)
  }

  /** From now on, its page answers this tab's requests. Returns whether it made one before, which fails. */
  take(id: string): boolean {
    this.#taken.add(id)
    const request = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (request === undefined) return false
    void this.#fail(request)
    return true
  }

  /** Fails this tab's first request, as soon as it makes it; then `failed` is called. */
  refuse(id: string, failed: () => void): void {
    const refusal = (request: string): void => void this.#fail(request).then(failed)
    const request = this.#waiting.get(id)
    if (request === undefined) this.#refusals.set(id, refusal)
    else refusal(request)
  }

  close(id: string): void {
    this.#chromium.session.tell('Target.closeTarget', { targetId: id })
  }

  #requested(tab: string, request: string): void {
    const refusal = this.#refusals.get(tab)
    if (refusal) refusal(request)
    else if (this.#attached.has(tab) && !this.#taken.has(tab)) this.#waiting.set(tab, request)
    else this.#chromium.session.tell('Fetch.continueRequest', { requestId: request })
  }

  /** A request that is over by then has failed too. */
  async #fail(requestId: string): Promise<void> {
    const failing = this.#chromium.session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    await failing.catch(() => undefined)
  }
}
