import type { Profile, ApiName } from './settings.ts'

/** The parser that browsers and Node share. */
declare const URL: new (address: string) => {
  protocol: string
  pathname: string
  hostname: string
  href: string
  hash: string
}

/** The paths below a base URL that users copy with it, and the API each belongs to. */
const tails: [tail: RegExp, wire?: ApiName][] = [
  [/\/chat\/completions$/, 'chat'],
  [/\/responses$/, 'responses'],
  [/\/messages$/, 'messages'],
  [/\/(completions|embeddings|models)$/],
]

/** An endpoint's URL without its API's path. */
export type BaseUrl = {
  baseUrl: string
  /** The API that a pasted path names. */
  wire?: ApiName
}

/**
 * A base URL from pasted text: without the path of one request, and with a scheme. Undefined if the text isn't an HTTP
 * or HTTPS URL.
 */
export function readBaseUrl(typed: string): BaseUrl | undefined {
  const url = parse(typed.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const path = url.pathname.replace(/\/+$/, '')
  const [tail, wire] = tails.find(([ending]) => ending.test(path)) ?? []
  url.pathname = (tail ? path.replace(tail, '') : path).replace(/\/+$/, '')
  url.hash = ''
  return { baseUrl: withoutSlash(url.href), ...(wire && { wire }) }
}

/**
 * The base URL as an API expects it: Messages adds `/v1` itself; for the others, the URL of a user's own server needs
 * it.
 */
export function baseUrlFor(baseUrl: string, wire: ApiName, profile: Profile): string {
  const url = parse(baseUrl)
  if (!url) return baseUrl
  if (wire === 'messages') url.pathname = url.pathname.replace(/\/v1\/?$/, '')
  else if (url.pathname === '/' && ownServers.has(profile)) url.pathname = '/v1'
  return withoutSlash(url.href)
}

const ownServers = new Set<Profile>(['ollama', 'lm-studio', 'llama-cpp', 'vllm'])

function parse(typed: string) {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  if (!hasScheme && !/^(localhost|[^\s/:]+\.[^\s/:]+|\[[\da-f:]+\])(:\d+)?(\/|$)/i.test(typed)) return undefined
  const isHere = /^(localhost|127\.|\[::1\])/i.test(typed)
  try {
    return new URL(hasScheme ? typed : `${isHere ? 'http' : 'https'}://${typed}`)
  } catch {
    return undefined
  }
}

/** The parser ends an empty path with a slash. */
const withoutSlash = (href: string): string => href.replace(/^([a-z]+:\/\/[^/?]+)\/(?=$|\?)/i, '$1')
