/**
 * For a dialog's `initialFocus`: gives focus to this element at once. The library does it a frame later, and until then
 * what the user types goes to the page behind. False tells the library that it is done.
 */
export function focusAtOnce(element: HTMLElement | null | undefined): boolean {
  element?.focus()
  return !element
}
