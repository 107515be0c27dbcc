import { useEffect, type RefObject } from 'react'

/** Focuses the conversation's composer, or else the page's heading. */
export function focusPage(): void {
  const composer = document.querySelector<HTMLElement>('[data-composer]')
  if (composer) composer.focus({ preventScroll: true })
  else focusHeading(document.querySelector('main'))
}

/** Max frames until the page that a navigation leads to shows its heading. */
const mostFrames = 60

/** Focuses the page that a navigation leads to once it's there, unless something else took the focus by then. */
export function focusNextPage(): void {
  const before = document.querySelector('main h1')
  const from = document.activeElement
  const place = location.hash
  let frames = 0
  const look = (): void => {
    const { activeElement } = document
    if (activeElement && activeElement !== from && activeElement !== document.body) return
    frames += 1
    const heading = document.querySelector('main h1')
    // Until its code is there, the page before stays.
    const isThere = heading !== null && (heading !== before || location.hash === place)
    if (isThere || frames > mostFrames) focusPage()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * Focuses a region's heading, or else its first control: a ring around a whole region says little. A region that
 * scrolls by keyboard takes focus itself.
 */
export function focusHeading(region: HTMLElement | null): void {
  const heading = region?.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  const place =
    heading ??
    (region?.tabIndex === 0 ? region : undefined) ??
    region?.querySelector<HTMLElement>('a[href], button') ??
    region
  place?.focus({ preventScroll: true })
}

/** Whether typing in this element enters text. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))

/** A field takes focus when it appears, unless the user is in a request, an overlay or a text field. */
export function useFocusOnArrival(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document
    if (isTextField(activeElement) || activeElement?.closest('[data-ask], [role=dialog], [role=menu]')) return
    field.current?.focus({ preventScroll: true })
  }, [field])
}
