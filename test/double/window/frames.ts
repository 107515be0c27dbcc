import { toApp } from '../addresses.ts'
import { strict } from '../strict.ts'

let lastNode = 0

/** A frame as main sees it: it stays the same while its documents change. */
class WebFrameMain {
  readonly frameTreeNodeId = (lastNode += 1)
  readonly routingId = this.frameTreeNodeId
  readonly processId = 1
  readonly parent: WebFrameMain | null
  url = ''
  origin = 'null'
  name = ''
  detached = false

  constructor(parent: WebFrameMain | null) {
    this.parent = parent
  }

  isDestroyed(): boolean {
    return this.detached
  }
}

/** One frame of a page; `document` counts its documents. */
export type Frame = { readonly face: WebFrameMain; readonly inner: WebFrameMain; document: number }

export type FrameNews = { id: string; parentId?: string; url: string; securityOrigin: string; name?: string }

/** As main has it; Chromium uses two words for an opaque origin. */
export const originOf = (origin: string): string => (origin === '://' || origin === '' ? 'null' : toApp(origin))

const made = (parent: WebFrameMain | null): Frame => {
  const inner = new WebFrameMain(parent)
  return { inner, face: strict('WebFrameMain', inner), document: 0 }
}

/** One page's frames by Chromium's IDs. */
export class Frames {
  readonly main = made(null)
  readonly #byId = new Map<string, Frame>()

  /** From now on this is the main frame's ID. */
  name(id: string): void {
    this.#byId.set(id, this.main)
  }

  find(id: string | undefined): Frame | undefined {
    return id === undefined ? undefined : this.#byId.get(id)
  }

  attach(id: string, parentId?: string): Frame {
    const frame = this.#byId.get(id) ?? made(this.find(parentId)?.face ?? null)
    this.#byId.set(id, frame)
    return frame
  }

  /** Another document was loaded into the frame. */
  navigate({ id, parentId, url, securityOrigin, name }: FrameNews): Frame {
    const frame = this.attach(id, parentId)
    frame.document += 1
    frame.inner.url = toApp(url)
    frame.inner.origin = originOf(securityOrigin)
    frame.inner.name = name ?? ''
    return frame
  }

  detach(id: string): void {
    const frame = this.#byId.get(id)
    if (!frame) return
    frame.inner.detached = true
    frame.document += 1
    this.#byId.delete(id)
  }
}
