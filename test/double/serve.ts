import { namesToChromium, schemes, toApp } from './addresses.ts'
import type { Session } from './cdp.ts'
import type { Navigations } from './window/navigations.ts'

/** Decides on a session's requests and answers them. */
export type Server = {
  isWanted(details: { url: string; method: string; resourceType: string; frame: object | null }): Promise<boolean>
  /** The answer of the app's protocol handler for the scheme. Throws if there is none. */
  answer(scheme: string, request: Request): Promise<Response>
}

/** A request that waits for its answer. */
export type Paused = {
  requestId: string
  frameId: string
  resourceType: string
  redirectedRequestId?: string
  request: { url: string; method: string; headers: Record<string, string>; postData?: string }
}

/** Electron's names for Chromium's resource types. */
const resourceTypes: Record<string, string> = {
  Document: 'mainFrame',
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  Media: 'media',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
}

/** `policy`: permissions that the answer's document is refused, beside those that the answer names. */
type By = { navigations: Navigations; server: Server; policy: string }

/** Decides about one request of a page: refused, answered by the app, or left to the network. */
export async function serve(session: Session, paused: Paused, { navigations, server, policy }: By): Promise<void> {
  const { requestId, frameId, request } = paused
  const isDocument = paused.resourceType === 'Document'
  if (isDocument && !(await navigations.mayLoad(frameId, request.url, paused.redirectedRequestId !== undefined)))
    return session.tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
  const url = toApp(request.url)
  const frame = navigations.faceOf(frameId)
  const isInside = isDocument && navigations.isInside(frameId)
  const resourceType = isInside ? 'subFrame' : (resourceTypes[paused.resourceType] ?? 'other')
  if (!(await server.isWanted({ url, method: request.method, resourceType, frame })))
    return session.tell('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
  const scheme = url.slice(0, url.indexOf(':'))
  if (!schemes.has(scheme)) return session.tell('Fetch.continueRequest', { requestId })
  try {
    const { method, headers, postData } = request
    const response = await server.answer(scheme, new Request(url, { method, headers, body: postData ?? null }))
    const given = [...response.headers, ...(policy === '' ? [] : [['permissions-policy', policy] as const])]
    session.tell('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: given.map(([name, value]) => ({ name, value: namesToChromium(value) })),
      body: (await bodyOf(response)).toString('base64'),
    })
  } catch {
    session.tell('Fetch.failRequest', { requestId, errorReason: 'Failed' })
  }
}

/** Documents can name addresses of the app's, such as that of a frame. */
async function bodyOf(response: Response): Promise<Buffer> {
  const isDocument = response.headers.get('content-type')?.startsWith('text/html') === true
  return isDocument ? Buffer.from(namesToChromium(await response.text())) : Buffer.from(await response.arrayBuffer())
}
