/** How long an address may be that the Electron window hands to the system, in characters. */
const longestFromWindow = 1500

/** How long an address may be here; a browser tab has no limit that matters. */
export const longestOpened = (): number => (window.atrium ? longestFromWindow : Number.POSITIVE_INFINITY)

/**
 * Opens a page in the browser of the system, or in another tab. It knows nothing of Atrium: neither the window it came
 * from nor its address. Only right after a press of the person's; else browsers do not open it.
 */
export function openOutside(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.relList.add('noopener', 'noreferrer', 'nofollow')
  link.click()
}
