/** Max characters of a URL that the Electron window hands to the system. */
const longestFromWindow = 1500

/** Max characters of a URL here; a browser tab has no relevant limit. */
export const longestOpened = (): number => (window.atrium ? longestFromWindow : Number.POSITIVE_INFINITY)

/**
 * Opens a page in the system's browser, or in another tab. The page learns nothing about Atrium: neither the opening
 * window nor its address. Works only right after a press; browsers block it otherwise.
 */
export function openOutside(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.relList.add('noopener', 'noreferrer', 'nofollow')
  link.click()
}
