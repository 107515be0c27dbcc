import type { Chromium, Session } from '../cdp.ts'

export type Tab = { id: string; session: Session }
export type Popup = Tab & { opener: string | undefined; url: string }

/**
 * Resolves if a tab's first request failed because it left before the double could hold it: the test that watches can be
 * the first to let a new tab run.
 */
export async function escaped(session: Session): Promise<void> {
  const failed = new Promise<void>((resolve) => {
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined && frame.unreachableUrl !== undefined) resolve()
    })
  })
  await session.send('Page.enable')
  const { frameTree } = await session.send('Page.getFrameTree')
  if (frameTree.frame.unreachableUrl === undefined) await failed
}

/** Chromium's tabs: those that the double opens for windows, and those that pages want to open. */
export class Targets {
  readonly #chromium: Chromium
  readonly #attached = new Map<string, Session>()
  readonly #ours = new Map<string, () => void>()
  readonly #wanted = new Map<string, (session: Session) => void>()
  #opening: Promise<unknown> = Promise.resolve()

  static async watch(chromium: Chromium, onPopup: (popup: Popup) => void): Promise<Targets> {
    const targets = new Targets(chromium, onPopup)
    await chromium.session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    })
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

  close(id: string): void {
    this.#chromium.session.tell('Target.closeTarget', { targetId: id })
  }
}
