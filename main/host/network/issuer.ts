import { isIP, type Socket } from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import { isCertificateFault } from '../base/certificates.ts'

/** A certificate that isn't trusted; `code` is the error's, `issuer` third-party text. */
export class UntrustedCertificate extends Error {
  override readonly name = 'UntrustedCertificate'
  readonly code: string
  readonly issuer: string

  constructor(code: string, issuer: string, cause: unknown) {
    super(code, { cause })
    this.code = code
    this.issuer = issuer
  }
}

/** The untrusted certificate in an error or its causes. */
export function untrustedIn(error: unknown): UntrustedCertificate | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof UntrustedCertificate) return at
  return undefined
}

/** The code of an error or its causes if it says that a chain isn't trusted; it doesn't have the issuer then. */
export function chainFaultIn(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string') return isChainFault(at.code) ? at.code : undefined
  return undefined
}

/** Whether a certificate's authority isn't trusted, by the error's code. */
export const isChainFault = (code: string): boolean => isCertificateFault(code) && !/EXPIRED|NOT_YET|ALTNAME/.test(code)

/** Milliseconds for a look at a certificate. */
const lookMs = 5000

/**
 * The authority of the certificate that is shown on a connection, whatever it is worth; empty if there is none. Nothing
 * is sent on it, and it is closed. Errors of an untrusted chain don't name it.
 */
export function issuerShownTo(socket: Socket, host: string): Promise<string> {
  return new Promise((resolve) => {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const secure = tls.connect({ socket, host, ...name, rejectUnauthorized: false })
    const end = (issuer: string): void => {
      clearTimeout(timer)
      secure.destroy()
      socket.destroy()
      resolve(issuer)
    }
    const timer = setTimeout(end, lookMs, '')
    secure.once('secureConnect', () => end(issuerOf(secure)))
    secure.once('error', () => end(''))
  })
}

/** The authority at the top of a shown chain: third-party text, up to 200 characters. */
export function issuerOf(secure: TLSSocket): string {
  let at = secure.getPeerCertificate(true)
  for (let depth = 0; depth < 10 && at.issuerCertificate !== undefined && at.issuerCertificate !== at; depth++)
    at = at.issuerCertificate
  const { O: organization, CN: name } = at.issuer ?? {}
  return String(organization ?? name ?? '').slice(0, 200)
}
