import { isForProxy, messageIn } from '../../../shared/content/app-message.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { watchFocus } from './watch-focus.ts'

/** Milliseconds after which a kept frame is removed, whatever its app does; the host gives an app two seconds. */
const keptMs = 3000

/** A frame whose place was removed, kept while its app finishes. */
export type KeptFrame = { send(message: unknown): void; remove(): void }

/** Moves an element without reloading what is in it. Every browser that shows apps can. */
type Moving = { moveBefore?(element: Element, before: null): void }

/**
 * Moves a running frame out of a place that is about to be removed, unseen, so its app can be told of its end.
 * Undefined if the browser can't.
 */
export function keepFrame(
  frame: HTMLIFrameElement,
  origin: string,
  onMessage: (message: JsonObject) => void,
): KeptFrame | undefined {
  const holder = document.createElement('div')
  holder.hidden = true
  // It takes no focus and no key any longer.
  holder.inert = true
  document.body.append(holder)
  const moving: Moving = holder
  if (!moving.moveBefore) {
    holder.remove()
    return undefined
  }
  moving.moveBefore(frame, null)
  const app = frame.contentWindow
  const hear = ({ source, origin: from, data }: MessageEvent): void => {
    const message = source === app && from === origin ? messageIn(data) : undefined
    if (message && !isForProxy(message)) onMessage(message)
  }
  const remove = (): void => {
    clearTimeout(timer)
    unwatch()
    removeEventListener('message', hear)
    holder.remove()
  }
  const timer = setTimeout(remove, keptMs)
  const unwatch = watchFocus(frame, (giveBack) => {
    remove()
    giveBack()
  })
  addEventListener('message', hear)
  return { send: (message) => app?.postMessage(message, origin), remove }
}
