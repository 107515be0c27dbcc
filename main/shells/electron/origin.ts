/** Nothing but the built pages has this scheme, and no page of ours has another. */
export const scheme = 'atrium'
export const origin = `${scheme}://app`
/** The one page there is; where the person is stands in its fragment. */
export const startPage = `${origin}/`

/** Whether an address is the page itself, at whatever place. */
export const isStartPage = (url: string): boolean => url === startPage || url.startsWith(`${startPage}#`)
