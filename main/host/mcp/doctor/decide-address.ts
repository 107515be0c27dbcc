import { type AddressFacts, type FailureVerdict, verdict } from './facts.ts'
import { isCertificateFault } from '../../base/certificates.ts'
import type { AddressObservation } from '../process/observation.ts'

/** Why a server at a URL can't be reached. */
export function decideAddress(facts: AddressFacts): FailureVerdict {
  const { error, http } = facts.seen
  if (error) return ofError(facts, error)
  if (http) return ofStatus(facts, http)
  return verdict('crashed', 'unknown')
}

const hostIn = (url: string, part: 'host' | 'hostname'): string => (URL.canParse(url) ? new URL(url)[part] : url)

const unknownHost = new Set(['ENOTFOUND', 'EAI_AGAIN'])
const noWay = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'])

function ofError(
  { seen: { url, platform, isPrivate }, probes }: AddressFacts,
  { code, issuer }: NonNullable<AddressObservation['error']>,
): FailureVerdict {
  const host = hostIn(url, 'host')
  if (code === 'ECONNREFUSED') {
    const other = (['127.0.0.1', '::1'] as const).find((one) => probes[one] === 'open')
    return verdict('nothing-listening', 'certain', other ?? host)
  }
  if (isCertificateFault(code))
    return verdict('certificate-not-trusted', 'certain', code === 'CERT_HAS_EXPIRED' ? host : (issuer ?? host))
  if (unknownHost.has(code) || noWay.has(code)) {
    if (probes.online === false) return verdict('no-network', 'certain')
    // macOS says this, and nothing else, of a program without its permission for the local network.
    if (code === 'EHOSTUNREACH' && platform === 'darwin' && isPrivate === true)
      return verdict('local-network-refused', 'likely', host)
    if (typeof probes.proxy === 'string') {
      const isShown = probes.throughProxy === 'open'
      return verdict('proxy-needed', isShown ? 'certain' : 'likely', hostIn(probes.proxy, 'host'))
    }
    if (unknownHost.has(code)) return verdict('wrong-address', 'likely', hostIn(url, 'hostname'))
    return verdict('nothing-listening', 'likely', host)
  }
  return verdict('crashed', 'unknown')
}

function ofStatus(
  { seen: { url }, probes }: AddressFacts,
  { status, headers = {}, bodyStart = '' }: NonNullable<AddressObservation['http']>,
): FailureVerdict {
  const [example] = probes.placeholders ?? []
  if ((status === 401 || status === 403) && example !== undefined)
    return verdict('placeholder-left', 'certain', example)
  if (status === 401 || status === 403)
    return verdict(probes.registrationEndpoint === null ? 'sign-in-not-registrable' : 'sign-in-needed', 'certain')
  if (status === 429) return verdict('too-many-requests', 'certain', headers['retry-after'])
  if (status >= 500) return verdict('server-is-ill', 'certain', String(status))
  const versions = /unsupported protocol version[^\n]{0,80}?\b(\d{4}-\d{2}-\d{2})\b/i.exec(bodyStart)?.[1]
  if (versions !== undefined || /must accept both application\/json/i.test(bodyStart))
    return verdict('protocol-version', 'certain', versions)
  const isPage = headers['content-type']?.includes('html') === true || /^\s{0,20}<(?:!doctype|html)/i.test(bodyStart)
  const neighbour = Object.entries(probes.neighbours ?? {}).find(([, is]) => is === 'mcp' || is === 'sse')?.[0]
  if (neighbour !== undefined && neighbour !== pathOf(url)) return verdict('wrong-address', 'certain', neighbour)
  // Another content type: the failure's own sentence names it.
  if (status < 400) return isPage ? verdict('wrong-address', 'certain') : verdict('crashed', 'unknown')
  if (status === 404 || status === 410) return verdict('wrong-address', 'certain')
  // The older transport at this very path: Atrium changes over by itself.
  return [405, 406].includes(status) ? verdict('wrong-address', 'likely') : verdict('crashed', 'unknown')
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '')
