import {
  domainLists,
  type DomainList,
  type DomainProblem,
  type NamedDomain,
} from '../../../shared/content/judged-app.ts'
import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { head } from '../../../shared/text/clip.ts'

/** Max entries in each list, and max characters of a host with its scheme and port. */
const mostEntries = 32
const longestEntry = 253

/** The extension's names for the lists (MCP Apps 2026-01-26, `McpUiResourceCsp`). */
const members: Record<DomainList, string> = {
  connect: 'connectDomains',
  resource: 'resourceDomains',
  frame: 'frameDomains',
  base: 'baseUriDomains',
}

const localSuffixes = ['localhost', 'local', 'internal', 'test', 'invalid', 'onion', 'home.arpa']

/**
 * Every host that an app's metadata names, each judged separately; entries that aren't texts are ignored. `leftOut`
 * counts those beyond the limit.
 */
export function domainsIn(ui: JsonObject): { domains: NamedDomain[]; leftOut: number } {
  const csp = isObject(ui['csp']) ? ui['csp'] : {}
  const given = domainLists.map((list) => {
    const entries = csp[members[list]]
    return { list, entries: Array.isArray(entries) ? entries.filter((it) => typeof it === 'string') : [] }
  })
  const domains = given.flatMap(({ list, entries }) =>
    [...new Set(entries.slice(0, mostEntries))].map((entry) => judged(list, entry)),
  )
  const leftOut = given.reduce((sum, { entries }) => sum + Math.max(0, entries.length - mostEntries), 0)
  return { domains, leftOut }
}

function judged(list: DomainList, entry: string): NamedDomain {
  const domain = entry.toLowerCase()
  const refused = list === 'frame' ? 'frames' : problemOf(list, domain)
  return refused ? { list, domain: head(entry, longestEntry), refused } : { list, domain }
}

/** Judges the text as written, because a parser could read it as another host. */
function problemOf(list: DomainList, domain: string): DomainProblem | undefined {
  const schemes = list === 'connect' ? '(?:https|wss)' : 'https'
  const [, wildcard, host] =
    new RegExp(String.raw`^${schemes}://(\*\.)?([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$`).exec(domain) ?? []
  if (host === undefined || domain.length > longestEntry) return 'form'
  if (wildcard !== undefined) return 'wildcard'
  if (host.startsWith('[') || /^[0-9.]+$/.test(host) || /(?:^|\.)(?:0x[0-9a-f]*|[0-9]+)$/.test(host)) return 'address'
  if (localSuffixes.some((it) => host === it || host.endsWith(`.${it}`))) return 'local'
  const labels = host.split('.')
  if (!labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))) return 'form'
  return labels.length < 2 ? 'local' : undefined
}

/**
 * The content policy of an app: no looser than what it declares, and closed without a declaration (MCP Apps
 * 2026-01-26, CSP Enforcement). `'none'` for frames and the base URL is tighter than the extension demands.
 */
export function contentPolicyOf(domains: NamedDomain[]): string {
  const taken = (list: DomainList): string[] =>
    domains.filter((it) => it.list === list && it.refused === undefined).map(({ domain }) => domain)
  const resources = taken('resource')
  const from = (...sources: string[]): string => [...sources, ...resources].join(' ')
  return [
    "default-src 'none'",
    `script-src ${from("'self'", "'unsafe-inline'")}`,
    `style-src ${from("'self'", "'unsafe-inline'")}`,
    `img-src ${from("'self'", 'data:', 'blob:')}`,
    `font-src ${from("'self'", 'data:')}`,
    `media-src ${from("'self'", 'data:', 'blob:')}`,
    `connect-src ${orNone(taken('connect'))}`,
    "worker-src 'self' blob:",
    `frame-src ${orNone(taken('frame'))}`,
    "object-src 'none'",
    `base-uri ${orNone(taken('base'))}`,
    "form-action 'none'",
    'treat-as-public-address',
  ].join('; ')
}

const orNone = (sources: string[]): string => (sources.length > 0 ? sources.join(' ') : "'none'")
