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

export const toApp = (url: string): string =>
  url.replace(mapped, (whole, blob: string | undefined, host: string, scheme: string) =>
    schemes.has(scheme) ? `${blob ?? ''}${scheme}://${host}` : whole,
  )
