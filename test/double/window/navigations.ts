import { setTimeout as wait } from 'node:timers/promises'
import { toApp } from '../addresses.ts'
import type { Session } from '../cdp.ts'
import type { Frame, FrameNews, Frames } from './frames.ts'

/** Callbacks for navigations, which can stop them. */
export type Guard = {
  emit(event: string, ...details: unknown[]): void
  /** Whether a listener stopped it. */
  ask(event: string, details: object, ...more: unknown[]): boolean
  /** A frame of the page opens an external program. */
  leave(url: string, frameId: string): void
}

const inside = new Set(['about:', 'blob:', 'data:', 'javascript:', 'file:', 'filesystem:', 'view-source:', 'chrome:'])
/**
 * Chromium reports that a page requested a document before it requests the document; at most this many milliseconds
 * later.
 */
const patience = 100

const withoutFragment = (url: string): string => url.split('#')[0] ?? ''

/** A page's navigations, reported in Electron's way: docs/api/web-contents.md, Navigation Events. */
export class Navigations {
  readonly #frames: Frames
  readonly #guard: Guard
  /** Requests by the frames' own documents, by frame; main's loads aren't included. */
  readonly #requested = new Map<string, string>()
  #byMain = 0

  constructor(frames: Frames, guard: Guard) {
    this.#frames = frames
    this.#guard = guard
  }

  /** Whether it is inside a page. */
  isInside(frameId: string): boolean {
    return this.#frames.find(frameId) !== this.#frames.main
  }

  /** A frame as main sees it. */
  faceOf(frameId: string): Frame['face'] | null {
    return this.#frames.find(frameId)?.face ?? null
  }

  /** While main itself loads something, no listener is asked. */
  async asMain<T>(load: () => Promise<T>): Promise<T> {
    this.#byMain += 1
    try {
      return await load()
    } finally {
      this.#byMain -= 1
    }
  }

  watch(session: Session): void {
    session.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
      if (disposition !== 'currentTab') return
      if (/^https?:/.test(url)) this.#requested.set(frameId, withoutFragment(url))
      // Such URLs never become a request, so stopping may come too late; `about:blank` always does.
      else if (!this.#allows(frameId, toApp(url))) session.tell('Page.stopLoading')
      else if (!inside.has(new URL(url).protocol)) this.#guard.leave(url, frameId)
    })
    session.on('Page.frameStartedNavigating', ({ frameId, url, navigationType }) => {
      const isSameDocument = /sameDocument/i.test(navigationType)
      this.#guard.emit('did-start-navigation', this.#details(this.#frames.find(frameId), toApp(url), isSameDocument))
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const frame = this.#frames.find(frameId)
      if (!frame) return
      this.#frames.moved(frame, url)
      this.#guard.emit('did-navigate-in-page', {}, toApp(url), frame === this.#frames.main, 1, frame.inner.routingId)
    })
  }

  /** Whether a frame can have the document it is about to get. */
  async mayLoad(frameId: string, address: string, redirected: boolean): Promise<boolean> {
    const url = toApp(address)
    const frame = this.#frames.find(frameId)
    if (redirected)
      return !this.#guard.ask('will-redirect', this.#details(frame, url), url, false, frame === this.#frames.main)
    if (frame !== this.#frames.main) return this.#allows(frameId, url)
    if (this.#requested.get(frameId) !== withoutFragment(address) && this.#byMain === 0) await wait(patience)
    if (this.#requested.get(frameId) !== withoutFragment(address)) return true
    this.#requested.delete(frameId)
    return this.#allows(frameId, url)
  }

  committed(news: FrameNews): void {
    const frame = this.#frames.navigate(news)
    const isMain = frame === this.#frames.main
    if (isMain) this.#guard.emit('did-navigate', {}, frame.inner.url, 200, 'OK')
    this.#guard.emit('did-frame-navigate', {}, frame.inner.url, 200, 'OK', isMain, 1, frame.inner.routingId)
  }

  #allows(frameId: string, url: string): boolean {
    const frame = this.#frames.find(frameId)
    const details = this.#details(frame, url)
    if (this.#guard.ask('will-frame-navigate', details)) return false
    return frame !== this.#frames.main || !this.#guard.ask('will-navigate', details, url)
  }

  #details(frame: Frame | undefined, url: string, isSameDocument = false) {
    const isMainFrame = frame === this.#frames.main
    return { url, isSameDocument, isMainFrame, frame: frame?.face ?? null, initiator: undefined }
  }
}
