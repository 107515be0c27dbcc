import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { HostErrorCode } from '../../../shared/contract/errors.ts'
import { webWords as words } from './words.ts'

/** A rejected request: the HTTP status, and the message for its sender. */
export type AdmissionRefusal = { status: number; code: HostErrorCode; message: string }

const mebibyte = 1024 * 1024

/** Max bytes of a request's body: a signed-in tab's call can include attachments. */
export const bodyLimit = (url: string | undefined): number => (url === '/call' ? 24 : 1) * mebibyte

/**
 * Why a request is rejected before anything of it is processed. `own` is the `127.0.0.1:<port>` Atrium listens on:
 * another Host is a rebound name, another Origin or site a foreign page. Programs other than browsers send neither; the
 * session applies to them as to everyone.
 */
export function refuse(request: IncomingMessage, own: string): AdmissionRefusal | undefined {
  const { headers, headersDistinct, method, url } = request
  const hosts = headersDistinct.host ?? []
  if (hosts.length !== 1 || hosts[0] !== own) return { status: 421, code: 'forbidden', message: words.otherName(own) }
  const origins = headersDistinct.origin ?? []
  if (origins.some((origin) => origin !== `http://${own}`) || !comesFromHere(headers, method))
    return { status: 403, code: 'forbidden', message: words.otherOrigin }
  if (headers['content-encoding'] !== undefined) return { status: 415, code: 'bad-input', message: words.encoded }
  if (method === 'POST' && !/^application\/json(; *charset=utf-8)?$/i.test(headers['content-type'] ?? ''))
    return { status: 415, code: 'bad-input', message: words.notJsonType }
  if (Number(headers['content-length'] ?? 0) > bodyLimit(url)) return tooLarge(url)
  return undefined
}

/** The rejection of a request whose body exceeds the limit for its URL. */
export const tooLarge = (url: string | undefined): AdmissionRefusal => ({
  status: 413,
  code: 'bad-input',
  message: words.tooLarge(bodyLimit(url) / mebibyte),
})

/** Fetch Metadata: Atrium's own page, or a user opening it in a new tab, which carries nothing and changes nothing. */
function comesFromHere(headers: IncomingHttpHeaders, method: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin') return true
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}
