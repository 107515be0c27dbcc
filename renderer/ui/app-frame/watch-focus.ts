/** Milliseconds between looks: while another window has the focus, the browser reports no change of it. */
const lookEvery = 200

/** Calls `onSeized` whenever a frame has the focus, until the returned function is called. */
export function watchFocus(frame: HTMLIFrameElement, onSeized: (giveBack: () => void) => void): () => void {
  let last = document.activeElement
  const onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof Element && target !== frame) last = target
  }
  const give = (): void => {
    window.focus()
    if (last instanceof HTMLElement) last.focus({ preventScroll: true })
    if (document.activeElement === frame) frame.blur()
  }
  const giveBack = (): void => {
    give()
    // While Chromium tells of a change, it marks what gets the focus and still sends the keys to the frame.
    setTimeout(give)
  }
  const look = (): void => {
    if (document.activeElement === frame) onSeized(giveBack)
  }
  const looks = setInterval(look, lookEvery)
  document.addEventListener('focusin', onFocus, true)
  window.addEventListener('blur', look)
  return () => {
    clearInterval(looks)
    document.removeEventListener('focusin', onFocus, true)
    window.removeEventListener('blur', look)
  }
}
