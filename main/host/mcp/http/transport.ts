import {
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { HttpProblem } from './http-problem.ts'
import { statusProblem } from './problems.ts'

/** Streamable HTTP, or the older HTTP with server-sent events, which is deprecated and the last resort. */
export type HttpKind = 'streamable' | 'sse'

const reconnections = {
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 5,
}

/** The library's transport, and how it ends a session. */
export function carrier(
  kind: HttpKind,
  { url, headers, reopenMs }: { url: string; headers: Record<string, string>; reopenMs: number },
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>,
): { transport: Transport; terminate: () => Promise<void> } {
  // Atrium's own fetch decides about redirects.
  const own = { fetch, requestInit: { headers }, redirectPolicy: 'follow' as const }
  if (kind === 'sse') {
    // oxlint-disable-next-line no-deprecated -- the older transport itself is, and there are still servers that have no other
    return { transport: new SSEClientTransport(new URL(url), own), terminate: async () => undefined }
  }
  const reconnectionOptions = { ...reconnections, initialReconnectionDelay: reopenMs }
  const transport = new StreamableHTTPClientTransport(new URL(url), { ...own, reconnectionOptions })
  return { transport, terminate: () => transport.terminateSession() }
}

/** The library wraps a request's error, sometimes twice. */
export function problemIn(error: unknown): HttpProblem | undefined {
  for (let it = error, depth = 0; it instanceof Error && depth < 5; it = it.cause, depth++) {
    if (it instanceof HttpProblem) return it
    if (it instanceof SdkHttpError) {
      const { text } = it.data
      return statusProblem(it.status ?? 0, typeof text === 'string' ? text : '')
    }
  }
  return undefined
}
