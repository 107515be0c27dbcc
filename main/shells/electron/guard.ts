import type { Event, Session, WebContents } from 'electron'
import type { WindowAppFrames } from './app-frames.ts'
import { frameScheme, isStartPage, origin, placeOfFrame } from './pages.ts'

/** The one permission the page needs: copy buttons. Writing text only, and only from the page itself. */
const granted = 'clipboard-sanitized-write'

const isGranted = (permission: string, isMainFrame: boolean, from: string | undefined): boolean =>
  permission === granted && isMainFrame && (from === origin || from?.startsWith(`${origin}/`) === true)

/** Applies to every session ever created: no permissions, devices, screens or downloads. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    answer(isGranted(permission, isMainFrame, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, { isMainFrame }) =>
    isGranted(permission, isMainFrame, requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler(null)
  session.on('will-download', (event) => event.preventDefault())
}

/**
 * Our window's session fetches nothing except its own pages and their embedded data, and for a server's app what its
 * policy names.
 */
export function cutOff(session: Session, frames: Served): void {
  session.webRequest.onBeforeRequest(({ url, frame }, answer) => {
    // A crashed page has no frame until its reload has been answered.
    const from = placeOfFrame(frame)?.origin ?? ''
    const isLetOut = from.startsWith(`${frameScheme}://`) ? frames.letsOut(url, from) : isOwnPage(url)
    answer({ cancel: !isLetOut && !frames.isServed(url) })
  })
}

type Served = Pick<WindowAppFrames, 'isServed' | 'letsOut'>

/** Whether a URL is one of Atrium's own pages, or data inside one. */
export const isOwnPage = (url: string): boolean =>
  [`${origin}/`, `blob:${origin}/`, 'data:', 'devtools:'].some((beginning) => url.startsWith(beginning))

type Navigation = Event<{ url: string; isMainFrame: boolean }>

/**
 * Keeps contents on their page, without new windows or embedded pages, except that a frame can show a served one. Links
 * go to `openExternal`.
 */
export function guardContents(contents: WebContents, openExternal: (url: string) => void, frames: Served): void {
  const stay = (navigation: Navigation): void => {
    if (!navigation.isMainFrame && frames.isServed(navigation.url)) return
    if (!navigation.isMainFrame || !isStartPage(navigation.url)) navigation.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url)
    return { action: 'deny' }
  })
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}
