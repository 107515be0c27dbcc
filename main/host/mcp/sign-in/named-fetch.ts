import type { FetchLike } from '@modelcontextprotocol/client'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import { type Lookup, networkPlaceOf } from '../../network/host-kinds.ts'
import { resolveHost, resolveNamed } from '../http/addresses.ts'
import { readWhole } from '../http/bodies.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { httpProblems } from '../http/problems.ts'
import { SafeFetch, type SafeFetchOptions } from '../http/safe-fetch.ts'
import { signInProblems } from './problems.ts'
import { defined } from '../../../../shared/schema/json.ts'

const usualLimits = { connectMs: 10_000, bodyMs: 15_000, bodyBytes: 1024 * 1024 }

/**
 * `fetch` for URLs named by a server instead of the user: its metadata and its authorization server. None of them leads
 * into a private network or to this computer unless the server's own URL, as written, does; and none is unencrypted
 * except on this computer. Rejects with `HttpProblem`.
 */
export class NamedFetch {
  readonly #home: URL
  readonly #options: SafeFetchOptions
  #refused: HttpProblem | undefined

  /** `home` is the server's own URL, written by the user. */
  constructor(home: string, options: SafeFetchOptions = {}) {
    this.#home = new URL(home)
    this.#options = options
  }

  /** Why a named URL wasn't contacted, if one wasn't. */
  get refused(): HttpProblem | undefined {
    return this.#refused
  }

  readonly fetch: FetchLike = async (input, init = {}) => {
    const url = new URL(input)
    try {
      return await this.#send(url, init)
    } catch (error) {
      if (error instanceof HttpProblem && !error.passing && error.status === undefined) this.#refused ??= error
      throw error
    }
  }

  async #send(url: URL, init: RequestInit): Promise<Response> {
    const isHome = url.origin === this.#home.origin
    const place = networkPlaceOf(this.#home)
    const isHere = place === 'here' && isLoopbackHost(url.hostname)
    if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) throw signInProblems.notEncrypted(url.href)
    if (url.username !== '' || url.password !== '') throw signInProblems.withPassword(url)
    const resolve = isHome ? resolveHost : (host: URL, lookup: Lookup) => resolveNamed(host, lookup, place)
    const limits = { ...usualLimits, ...this.#options.limits }
    const wholeMs = limits.connectMs + limits.bodyMs
    const late = AbortSignal.timeout(wholeMs)
    const signal = init.signal ? AbortSignal.any([init.signal, late]) : late
    const safe = new SafeFetch(url.origin, {
      ...this.#options,
      limits,
      resolve,
      streams: false,
      isNamedByOthers: !isHome,
    })
    try {
      const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body
      const response = await safe.fetch(url, { ...init, signal, ...defined({ body }) })
      const answer = new Uint8Array(await readWhole(response))
      return new Response(response.body === null ? null : answer, response)
    } catch (error) {
      throw late.aborted ? httpProblems.silent(wholeMs) : error
    } finally {
      safe.close()
    }
  }
}
