import { useSyncExternalStore } from 'react'

/** The places of the interface, each with an address of its own in the fragment. */
export type Route =
  | { page: 'chat'; conversation?: string | undefined }
  | { page: 'servers'; server?: string | undefined }
  | { page: 'audit'; seq?: number | undefined }
  | { page: 'settings' }

/** Reads a fragment; what is no known address is the start page. */
export function parseRoute(hash: string): Route {
  const [page = '', rest] = hash.replace(/^#\/?/, '').split('/')
  const name = rest ? decode(rest) : undefined
  switch (page) {
    case 'c':
      return { page: 'chat', conversation: name }
    case 'servers':
      return { page: 'servers', server: name }
    case 'audit': {
      const seq = Number(name)
      return { page: 'audit', seq: Number.isSafeInteger(seq) && seq > 0 ? seq : undefined }
    }
    case 'settings':
      return { page: 'settings' }
    default:
      return { page: 'chat' }
  }
}

/** The fragment that leads to a place. */
export function href(route: Route): string {
  switch (route.page) {
    case 'chat':
      return route.conversation === undefined ? '#/' : `#/c/${encodeURIComponent(route.conversation)}`
    case 'servers':
      return route.server === undefined ? '#/servers' : `#/servers/${encodeURIComponent(route.server)}`
    case 'audit':
      return route.seq === undefined ? '#/audit' : `#/audit/${route.seq}`
    case 'settings':
      return '#/settings'
    default:
      return route satisfies never
  }
}

export const navigate = (route: Route): void => {
  location.hash = href(route)
}

/** Where the window is. */
export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(listen, () => location.hash))
}

function listen(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return part
    throw error
  }
}
