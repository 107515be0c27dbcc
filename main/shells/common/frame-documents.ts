import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { frameOrigin } from '../../../shared/content/app-message.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { ServedFrame } from '../../host/platform.ts'
import { deniedFeatures } from './denied-features.ts'
import { commonWords } from './words.ts'

/** A document for a frame, and the headers it is served with. */
export type FrameDocument = { headers: Record<string, string>; html: string }

/** The frames around an app: the origins of Atrium's page and of the proxy, and the URL of the server's app. */
export type FramePlaces = { page: string; proxy: string; view: string }

/** The app fills the frame, in the colours of the page around it. */
const style = ':root{color-scheme:light dark}html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}'

/** The proxy's script, as it was built. Throws `unavailable` if it isn't. */
export function readProxyScript(file: string | URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new HostError('unavailable', commonWords.pagesNotBuilt)
  }
}

/**
 * The document between Atrium's page and a server's app (MCP Apps 2026-01-26, Sandbox proxy). Its policy lets it frame
 * that app's address and nothing else, so the app can't become another one.
 */
export function proxyDocument({ page, view }: FramePlaces, script: string): FrameDocument {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    `frame-src ${view}`,
    `frame-ancestors ${page}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return {
    headers: headersOf(policy.join('; '), [frameOrigin(view)]),
    html: `<!doctype html><meta charset="utf-8"><style>${style}</style><body data-page="${page}" data-view="${view}"><script>${script}</script>`,
  }
}

/** The server's app as it is served: its HTML unchanged, behind the policy made for it. */
export function viewDocument(
  { html, policy, allowedOrigins }: ServedFrame,
  { page, proxy }: FramePlaces,
): FrameDocument {
  return { headers: headersOf(`${policy}; frame-ancestors ${proxy} ${page}`, allowedOrigins), html }
}

/**
 * `Connection-Allowlist` also stops what no policy sees: WebRTC, and documents that an app makes up. By
 * `Origin-Agent-Cluster` each document has a separate process.
 */
function headersOf(policy: string, allowed: readonly string[]): Record<string, string> {
  const patterns = new Set(allowed.map((origin) => `"${origin.replace(/^wss:/, 'https:')}"`))
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'connection-allowlist': `(${['response-origin', ...patterns].join(' ')})`,
    'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-store',
  }
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
