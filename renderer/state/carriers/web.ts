import type { CommandName, FeedMessage, HostLink, Input, Result } from '../../../shared/contract/commands.ts'
import { HostError, type HostErrorCode } from '../../../shared/contract/errors.ts'
import { links } from '../../strings/frame.ts'

/** This tab's token; it ends with the tab. */
const tokenKey = 'atrium.token'
/** Shared with the host that opened the session, and never sent. */
const proofKeyKey = 'atrium.proof'
const launchPrefix = '#launch='
/**
 * The host sends at least an empty line every 15 s; after this many milliseconds without one, the connection is dead.
 */
const silenceMs = 40_000

type Request = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

const noAnswer = new HostError('unavailable', links.noAnswer)

/**
 * The link of a browser tab: commands by POST, the feed as a streamed response of JSON lines whose first line proves
 * the sender. Commands go only to a sender that the feed has proved. Calls `refused` with the reason if the host
 * doesn't, or no longer, know this tab, or is another program at the same address; the link is unusable after that.
 */
export class WebLink implements HostLink {
  readonly #tab: Tab
  readonly #refused: (why: string) => void
  /** Open feeds that have proved their sender. */
  #proven = 0

  constructor(tab: Tab, refused: (why: string) => void) {
    this.#tab = tab
    this.#refused = refused
  }

  async call<N extends CommandName>(name: N, input: Input<N>): Promise<Result<N>> {
    if (this.#proven === 0) throw noAnswer
    const response = await this.#fetch('/call', post({ name, input }))
    const { result }: { result: Result<N> } = await response.json()
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

  /** Reads the feed to its end, and returns why it ended. */
  async #follow(listener: (message: FeedMessage) => void, stop: AbortController): Promise<HostError> {
    let silence = setTimeout(() => stop.abort(), silenceMs)
    let isProven = false
    try {
      const nonce = base64url(crypto.getRandomValues(new Uint8Array(32)))
      const response = await this.#fetch('/events', { signal: stop.signal, headers: { 'x-atrium-nonce': nonce } })
      if (response.body)
        for await (const line of readLines(response.body)) {
          clearTimeout(silence)
          silence = setTimeout(() => stop.abort(), silenceMs)
          if (isProven && line) deliver(line, listener)
          if (isProven) continue
          if (!(await proves(line, nonce, this.#tab.proofKey))) return this.#leave(stop, links.another)
          isProven = true
          this.#proven += 1
        }
      return noAnswer
    } catch (error) {
      return error instanceof HostError ? error : noAnswer
    } finally {
      clearTimeout(silence)
      if (isProven) this.#proven -= 1
    }
  }

  #leave(stop: AbortController, why: string): HostError {
    stop.abort()
    this.#refused(why)
    return new HostError('forbidden', why)
  }

  async #fetch(path: string, init: Request): Promise<Response> {
    const response = await send(path, { ...init, headers: { ...init.headers, 'x-atrium-token': this.#tab.token } })
    if (response.ok) return response
    if (response.status === 401) this.#refused(links.signedOut)
    throw this.#proven === 0 ? unprovenRefusal(response.status) : await refusalOf(response)
  }
}

/** A refusal before the other side has proved itself: in Atrium's words, without the other side's. */
const unprovenRefusal = (status: number): HostError =>
  status === 409 ? new HostError('conflict', links.tooManyTabs) : new HostError('unavailable', links.status(status))

/** Whether a line answers this nonce with the tab's key. */
async function proves(line: string, nonce: string, proofKey: string): Promise<boolean> {
  const proof = /^\{"proof":"([\w-]{43})"\}$/.exec(line)?.[1]
  const key = await crypto.subtle.importKey('raw', bytesOf(proofKey), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return proof === base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(nonce))))
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Received for the tab's launch code: every request carries the token, none carries the key. */
type Tab = { token: string; proofKey: string }

/** An error while handling a message is reported as such, and ends the subscription like a lost connection. */
function deliver(line: string, listener: (message: FeedMessage) => void): void {
  try {
    const message: FeedMessage = JSON.parse(line)
    listener(message)
  } catch (error) {
    reportError(error)
    throw error
  }
}

/**
 * Opens this tab's link: with the launch code in the URL, which is removed from it at once, or with an earlier visit's
 * token. `refused` has the host's reason against both, if it gave one.
 */
export async function openWebLink(
  refused: (why: string) => void,
): Promise<{ link: WebLink } | { refused: string | undefined }> {
  const spent = await spendLaunchCode()
  const token = sessionStorage.getItem(tokenKey)
  const proofKey = sessionStorage.getItem(proofKeyKey)
  if (!token || !proofKey) return { refused: spent }
  const forget = (why: string): void => {
    for (const key of [tokenKey, proofKeyKey]) sessionStorage.removeItem(key)
    refused(why)
  }
  return { link: new WebLink({ token, proofKey }, forget) }
}

/** Exchanges the URL's launch code, if any, for a token; returns why the host refused it. */
async function spendLaunchCode(): Promise<string | undefined> {
  if (!location.hash.startsWith(launchPrefix)) return undefined
  const code = location.hash.slice(launchPrefix.length)
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  try {
    await signIn(code)
    return undefined
  } catch (error) {
    if (error instanceof HostError) return error.message
    throw error
  }
}

/** Exchanges a launch code for this tab's token. */
async function signIn(code: string): Promise<void> {
  const response = await send('/session', post({ code }))
  if (!response.ok) throw await refusalOf(response)
  const { token, proofKey }: Tab = await response.json()
  sessionStorage.setItem(tokenKey, token)
  sessionStorage.setItem(proofKeyKey, proofKey)
}

/** A link that Atrium printed: the address it listens at, and a launch code. */
export type LaunchLink = { href: string; origin: string; code: string }

/** Reads a pasted link; undefined if it isn't one of this computer's Atrium. */
export function readLaunchLink(text: string): LaunchLink | undefined {
  const url = URL.parse(text.trim())
  if (url?.protocol !== 'http:' || url.hostname !== '127.0.0.1' || !url.hash.startsWith(launchPrefix)) return undefined
  return { href: url.href, origin: url.origin, code: url.hash.slice(launchPrefix.length) }
}

/**
 * Signs this tab in again, at the same page and with its drafts. A code goes only to the address it was printed with:
 * for another port, the tab goes there.
 */
export async function signInHere({ href, origin, code }: LaunchLink): Promise<void> {
  if (origin !== location.origin) return location.assign(href)
  await signIn(code)
  location.reload()
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

/** The host's error, in its own words if it sent any. */
async function refusalOf(response: Response): Promise<HostError> {
  const body: unknown = await response.json().catch(() => undefined)
  const { error } = (body ?? {}) as { error?: { code: HostErrorCode; message: string } }
  return new HostError(error?.code ?? 'internal', error?.message ?? links.status(response.status))
}

/** The lines of a UTF-8 stream, without line ends; drops an unfinished last line. */
export async function* readLines(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let pending: string[] = []
  for await (const chunk of bytes.pipeThrough(new TextDecoderStream())) {
    const [first = '', ...rest] = chunk.split('\n')
    pending.push(first)
    for (const part of rest) {
      yield pending.join('')
      pending = [part]
    }
  }
}
