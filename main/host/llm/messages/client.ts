import type * as Sdk from '@anthropic-ai/sdk'
import { readBodyText } from '../openai/exchange.ts'

type ClientOptions = {
  baseUrl: string
  key: string | undefined
  fetch: typeof globalThis.fetch
  /** Can insert something between a response and its reader. */
  onResponse?: (response: Response) => Response
}

/** Milliseconds the API can take to begin an answer. */
const firstByteMs = 300_000

const same = (response: Response): Response => response

const silent = { error() {}, warn() {}, info() {}, debug() {} }

/**
 * A client for one request. Only its arguments decide its URL and key: no environment, no profile on disk, no redirect.
 * It doesn't retry or log.
 */
export const openClient = (sdk: typeof Sdk, { baseUrl, key, fetch, onResponse = same }: ClientOptions): Sdk.Anthropic =>
  withoutEnvironment(
    () =>
      new sdk.Anthropic({
        baseURL: baseUrl,
        apiKey: key ?? 'none',
        webhookKey: null,
        ...(key === undefined ? { defaultHeaders: { authorization: null } } : {}),
        fetch: async (url, init) => onResponse(await bounded(await fetch(url, { ...init, redirect: 'manual' }))),
        timeout: firstByteMs,
        maxRetries: 0,
        openTelemetry: false,
        logger: silent,
        logLevel: 'off',
      }),
  )

/** Max characters of an answer in one piece, which the library reads as a whole. */
const largestAnswer = 16 * 1024 * 1024

/** A stream as it is; any other answer up to a limit. */
async function bounded(response: Response): Promise<Response> {
  if (!response.body || response.headers.get('content-type')?.includes('event-stream')) return response
  const text = await readBodyText(response, largestAnswer)
  return new Response(text, response)
}

/** The library reads ANTHROPIC_* during construction, including extra headers; it must see none. */
function withoutEnvironment<T>(make: () => T): T {
  const hidden = Object.entries(process.env).filter(([name]) => name.startsWith('ANTHROPIC_'))
  for (const [name] of hidden) delete process.env[name]
  try {
    return make()
  } finally {
    Object.assign(process.env, Object.fromEntries(hidden))
  }
}
