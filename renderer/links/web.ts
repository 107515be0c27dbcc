import type { CommandName, FeedMessage, HostLink, Input, Result } from '../../shared/commands.ts'
import { HostError, type HostErrorCode } from '../../shared/errors.ts'
import { strings } from '../strings/strings.ts'
import { readLines } from './lines.ts'

/** The token of this tab; it is gone with the tab. */
const tokenKey = 'atrium.token'
const launchPrefix = '#launch='
/** The host sends at least an empty line every 15 s; after so long without any, the connection is dead. */
const silenceMs = 40_000

type Request = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

const noAnswer = new HostError('unavailable', strings.links.noAnswer)

/**
 * The link of a browser tab: commands by POST, the feed as a streamed answer of JSON lines. `refused` is told, with
 * the host's sentence, when the host does not know this tab (any more); the link is of no use after that.
 */
export class WebLink implements HostLink {
  readonly #token: string
  readonly #refused: (why: string) => void

  constructor(token: string, refused: (why: string) => void) {
    this.#token = token
    this.#refused = refused
  }

  async call<N extends CommandName>(name: N, input: Input<N>): Promise<Result<N>> {
    const response = await this.#fetch('/call', post({ name, input }))
    const { result } = (await response.json()) as { result: Result<N> }
    return result
  }

  subscribe(listener: (message: FeedMessage) => void, ended?: (why: HostError) => void): () => void {
    const stop = new AbortController()
    let left = false
    void this.#follow(listener, stop).then((why) => left || ended?.(why))
    return () => {
      left = true
      stop.abort()
    }
  }

  /** Reads the feed to its end, and answers why it came to one. */
  async #follow(listener: (message: FeedMessage) => void, stop: AbortController): Promise<HostError> {
    let silence = setTimeout(() => stop.abort(), silenceMs)
    try {
      const response = await this.#fetch('/events', { signal: stop.signal })
      if (response.body)
        for await (const line of readLines(response.body)) {
          clearTimeout(silence)
          silence = setTimeout(() => stop.abort(), silenceMs)
          if (line) deliver(line, listener)
        }
      return noAnswer
    } catch (error) {
      return error instanceof HostError ? error : noAnswer
    } finally {
      clearTimeout(silence)
    }
  }

  async #fetch(path: string, init: Request): Promise<Response> {
    const response = await send(path, { ...init, headers: { ...init.headers, 'x-atrium-token': this.#token } })
    if (response.ok) return response
    const refusal = await refusalOf(response)
    if (response.status === 401) this.#refused(refusal.message)
    throw refusal
  }
}

/** A mistake of ours in taking a message is reported as such, and ends the subscription like a break of the carrier. */
function deliver(line: string, listener: (message: FeedMessage) => void): void {
  try {
    listener(JSON.parse(line) as FeedMessage)
  } catch (error) {
    reportError(error)
    throw error
  }
}

/**
 * Opens the link of this tab: with the launch code in the address, which is removed from it at once, or with the
 * token of a visit before. `refused` says what the host has against both, if it said anything.
 */
export async function openWebLink(
  refused: (why: string) => void,
): Promise<{ link: WebLink } | { refused: string | undefined }> {
  const spent = await spendLaunchCode()
  const token = sessionStorage.getItem(tokenKey)
  if (!token) return { refused: spent }
  const forget = (why: string): void => {
    sessionStorage.removeItem(tokenKey)
    refused(why)
  }
  return { link: new WebLink(token, forget) }
}

/** Exchanges the launch code in the address, if there is one, for a token; answers why the host did not take it. */
async function spendLaunchCode(): Promise<string | undefined> {
  if (!location.hash.startsWith(launchPrefix)) return undefined
  const code = location.hash.slice(launchPrefix.length)
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  try {
    const response = await send('/session', post({ code }))
    if (!response.ok) return (await refusalOf(response)).message
    const { token } = (await response.json()) as { token: string }
    sessionStorage.setItem(tokenKey, token)
    return undefined
  } catch (error) {
    if (error instanceof HostError) return error.message
    throw error
  }
}

const post = (body: object): Request => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const send = (path: string, init: RequestInit): Promise<Response> =>
  fetch(path, { ...init, cache: 'no-store' }).catch(() => {
    throw noAnswer
  })

/** What the host says went wrong, in its own words where it spoke. */
async function refusalOf(response: Response): Promise<HostError> {
  const body: unknown = await response.json().catch(() => undefined)
  const { error } = (body ?? {}) as { error?: { code: HostErrorCode; message: string } }
  return new HostError(error?.code ?? 'internal', error?.message ?? strings.links.status(response.status))
}
