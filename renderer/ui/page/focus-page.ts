import { useEffect, type RefObject } from 'react'

/** Focuses the conversation's composer, or else the page's heading. */
export function focusPage(): void {
  const composer = document.querySelector<HTMLElement>('[data-composer]')
  if (composer) composer.focus({ preventScroll: true })
  else focusHeading(document.querySelector('main'))
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
