import type { Profile } from '../../../../shared/config/settings.ts'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'

/** Paths of the API that users paste together with its address. */
const knownTails = /\/(?:chat\/completions|completions|responses|models)$/

/** A version in the path, as nearly every address has one. */
const versioned = /\/v\d+[a-z0-9]*(?:\/|$)/

/**
 * An endpoint's address. A known path at its end is cut off and its query kept; if the server knows nothing there, the
 * usual version is tried once and remembered.
 */
export class EndpointAddress {
  readonly #url: URL
  #host: string
  #path: string
  #isSettled: boolean

  constructor(baseUrl: string) {
    this.#url = new URL(baseUrl)
    this.#host = this.#url.hostname
    this.#path = cut(this.#url.pathname)
    this.#isSettled = versioned.test(this.#path) || this.#url.search !== ''
  }

  /** A path of the API as an absolute URL. */
  at(path: string): string {
    return `${this.#origin}${this.#path}${path}${this.#url.search}`
  }

  /** A path of the server itself, beside its API. */
  beside(path: string): string {
    return `${this.#origin}${this.#path.replace(/\/v\d+$/, '')}${path}`
  }

  /**
   * Runs `ask` with the host as written, then with each address of this computer that `localhost` can mean, until one
   * is reached.
   */
  async reach<T>(ask: () => Promise<T>): Promise<T> {
    const others = this.#host === 'localhost' ? ['127.0.0.1', '[::1]'] : []
    try {
      return await ask()
    } catch (error) {
      for (const host of others) {
        this.#host = host
        const reached = await ask().then(
          (result) => ({ result }),
          () => undefined,
        )
        if (reached) return reached.result
      }
      if (others.length > 0) this.#host = this.#url.hostname
      throw error
    }
  }

  get #origin(): string {
    const { protocol, port } = this.#url
    return `${protocol}//${this.#host}${port === '' ? '' : `:${port}`}`
  }

  /**
   * Adds `/v1` to the path and returns a function that removes it. Undefined once the server has answered: the path is
   * right.
   */
  tryVersion(): (() => void) | undefined {
    if (this.#isSettled) return undefined
    const before = this.#path
    this.#path = `${before}/v1`
    return () => {
      this.#path = before
    }
  }

  /** The server answered at this path, which stays as it is from then on. */
  settle(): void {
    this.#isSettled = true
  }
}

function cut(path: string): string {
  const plain = path.replace(/\/+$/, '')
  const shorter = plain.replace(knownTails, '')
  return shorter === plain ? plain : cut(shorter)
}

/** Hosts on this computer or its network, where a model may have to be loaded before the first byte. */
const privateHost =
  /^(?:(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+|\[f[cd][0-9a-f]{2}:.*|\[fe80:.*|[^.:]+|.*\.(?:local|lan|internal|home\.arpa))$/i

/** Whether a URL leads to this computer or its network, by its host alone. Throws if it isn't a URL. */
export function isNear(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return isLoopbackHost(hostname) || privateHost.test(hostname)
}

/** Kinds of servers with a special header for the key. */
const keyHeaders: Partial<Record<Profile, string>> = { azure: 'api-key' }

/** An OpenAI-style server, its key and the fetch that reaches it. */
export type ClientOptions = {
  address: EndpointAddress
  profile: Profile
  key: string | undefined
  fetch: typeof globalThis.fetch
}

type Asked = { json?: string; signal: AbortSignal }

/** Requests of one endpoint. Only these options decide about address and key: no environment, no redirect. */
export class EndpointClient {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** POSTs `json`, if given, else GETs. An address that the server doesn't know gets the usual version, once. */
  async ask(path: string, asked: Asked): Promise<Response> {
    const { address } = this.#options
    const first = await address.reach(() => this.#send(address.at(path), asked))
    const withoutVersion = isForeign(first) ? address.tryVersion() : undefined
    if (!withoutVersion) return first
    const second = await this.#send(address.at(path), asked)
    if (isForeign(second)) {
      withoutVersion()
      await second.body?.cancel()
      return first
    }
    address.settle()
    await first.body?.cancel()
    return second
  }

  /** Like `ask`, for a path beside the API. */
  askBeside(path: string, asked: Asked): Promise<Response> {
    const { address } = this.#options
    return address.reach(() => this.#send(address.beside(path), asked))
  }

  #send(url: string, { json, signal }: Asked): Promise<Response> {
    const { fetch } = this.#options
    return fetch(url, {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        accept: json === undefined ? 'application/json' : 'text/event-stream, application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.#keyHeader(),
      },
      ...(json === undefined ? {} : { body: json }),
      redirect: 'manual',
      credentials: 'omit',
      signal,
    })
  }

  /** Without a key, there is no header for one. */
  #keyHeader(): Record<string, string> {
    const { key, profile } = this.#options
    if (key === undefined) return {}
    const own = keyHeaders[profile]
    return own === undefined ? { authorization: `Bearer ${key}` } : { [own]: key }
  }
}

/** Whether something other than the API answered. */
const isForeign = ({ status, headers }: Response): boolean =>
  status === 404 || status === 405 || (status < 500 && (headers.get('content-type') ?? '').includes('html'))
