/**
 * Chromium can't be taught a scheme, so it gets `https://host.scheme.invalid` for `scheme://host`: a secure context
 * with its own origin, whose requests are all answered by the app's protocol handler.
 */
export const schemes = new Set<string>()

const own = /^([a-z][a-z\d+.-]*):\/\/([\w-]+)/
const mapped = /^(blob:)?https:\/\/([\w-]+)\.([a-z][a-z\d+.-]*)\.invalid/

export const toChromium = (url: string): string =>
  url.replace(own, (whole, scheme: string, host: string) =>
    schemes.has(scheme) ? `https://${host}.${scheme}.invalid` : whole,
  )

/** A text that names the app's addresses: a policy, or a document for a frame. */
export const namesToChromium = (text: string): string =>
  text.replaceAll(/\b([a-z][a-z\d+.-]*):\/\/[\w-]+/g, (address) => toChromium(address))

/** A message of main's to a page: an address of a frame in it is one that the page can load. */
export const framesToChromium = (text: string): string =>
  text.replaceAll(/(?<=")([a-z][a-z\d+.-]*):\/\/[\w-]+(?=\/)/g, (address) => toChromium(address))

export const toApp = (url: string): string =>
  url.replace(mapped, (whole, blob: string | undefined, host: string, scheme: string) =>
    schemes.has(scheme) ? `${blob ?? ''}${scheme}://${host}` : whole,
  )
