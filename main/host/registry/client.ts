import { defined, isObject, type JsonObject, type JsonValue, parseJson } from '../../../shared/schema/json.ts'
import { readErrorBody, readWhole } from '../mcp/http/bodies.ts'
import { HttpProblem } from '../mcp/http/http-problem.ts'
import type { Network } from '../network/network.ts'
import { SafeFetch } from '../mcp/http/safe-fetch.ts'
import { offsetBelow } from '../settings/json-text.ts'
import { recordFields } from './fields.ts'
import { connectionFailed, RegistryProblem, statusFailed } from './problem.ts'
import { readRecord } from './record.ts'
import { registryWords as words } from './words.ts'

/** Limits of one request to the registry. */
export type RegistryLimits = {
  /** Milliseconds for one request, from the connection to the end of the response. */
  requestMs: number
  bodyBytes: number
  /** Nesting of brackets in a response. */
  depth: number
}

/** The application's limits. */
export const usualLimits: RegistryLimits = { requestMs: 10_000, bodyBytes: 4 * 1024 * 1024, depth: 64 }

/** Records per page: the API's maximum. */
const perPage = 100

/** One page of a list. `entries` are as sent, those that are records. */
export type RegistryPage = { entries: JsonValue[]; unreadable: number; next?: string; etag?: string }

/** `cursor` is what the page before gave; `etag` what this page had before. */
export type RegistryQuery = { search?: string; cursor?: string; etag?: string }

/**
 * Reads one registry (its API of version 0.1, which only adds to itself). Never asks by itself, sends nothing but the
 * query, and rejects with `RegistryProblem`.
 */
export class RegistryClient {
  readonly #base: string
  readonly #host: string
  readonly #limits: RegistryLimits
  readonly #http: SafeFetch
  #version = 'v0.1'

  constructor(base: string, limits: RegistryLimits = usualLimits, network?: Network) {
    this.#base = base
    this.#host = new URL(base).host
    this.#limits = limits
    const { requestMs, bodyBytes } = limits
    this.#http = new SafeFetch(base, {
      limits: { connectMs: requestMs, bodyMs: requestMs, bodyBytes },
      streams: false,
      ...defined({ network }),
    })
  }

  /** The latest version of each server; undefined if the page is as before. */
  async page({ search, cursor, etag }: RegistryQuery, signal?: AbortSignal): Promise<RegistryPage | undefined> {
    const query = new URLSearchParams({ version: 'latest', limit: String(perPage) })
    if (search !== undefined && search !== '') query.set('search', search)
    if (cursor !== undefined) query.set('cursor', cursor)
    const found = await this.#ask(`servers?${query.toString()}`, { etag, signal })
    return found && this.#read(found)
  }

  /** Every version of one server; empty if the registry doesn't have it. */
  async versions(name: string, signal?: AbortSignal): Promise<JsonValue[]> {
    try {
      const found = await this.#ask(`servers/${encodeURIComponent(name)}/versions?include_deleted=true`, { signal })
      return found ? this.#read(found).entries : []
    } catch (error) {
      if (error instanceof RegistryProblem && error.status === 404) return []
      throw error
    }
  }

  /** Ends every request. */
  close(): void {
    this.#http.close()
  }

  #read({ body, etag }: Found): RegistryPage {
    const { servers, metadata } = body
    if (servers !== null && !Array.isArray(servers)) {
      const isConfiguration = isObject(body['mcpServers'])
      throw isConfiguration
        ? this.#problem(words.configuration, words.paste)
        : this.#problem(words.notRegistry, words.checkUrl)
    }
    const all = servers ?? []
    const entries = all.filter((entry) => readRecord(entry) !== undefined)
    const { nextCursor } = recordFields(metadata)
    return {
      entries,
      unreadable: all.length - entries.length,
      ...(typeof nextCursor === 'string' && nextCursor !== '' && nextCursor.length <= 4096 && { next: nextCursor }),
      ...defined({ etag }),
    }
  }

  #problem(clause: string, advice: string): RegistryProblem {
    return new RegistryProblem(this.#host, [clause, advice])
  }

  /** Undefined if the page with this `etag` hasn't changed. Older registries have the same API as version 0 only. */
  async #ask(path: string, sent: Sent): Promise<Found | undefined> {
    try {
      return await this.#get(path, sent)
    } catch (error) {
      const isAbsent = error instanceof RegistryProblem && error.status === 404
      if (!isAbsent || this.#version === 'v0' || !path.startsWith('servers?')) throw error
      const newer = this.#version
      this.#version = 'v0'
      try {
        return await this.#get(path, sent)
      } catch {
        this.#version = newer
        throw error
      }
    }
  }

  async #get(path: string, { etag, signal }: Sent): Promise<Found | undefined> {
    const late = AbortSignal.timeout(this.#limits.requestMs)
    try {
      const response = await this.#http.fetch(`${this.#base}/${this.#version}/${path}`, {
        headers: { accept: 'application/json', ...defined({ 'if-none-match': etag }) },
        signal: signal ? AbortSignal.any([late, signal]) : late,
      })
      if (response.status === 304 && etag !== undefined) return undefined
      if (!response.ok) throw statusFailed(this.#host, response, await readErrorBody(response))
      const given = response.headers.get('etag')
      const body = this.#parsed((await readWhole(response)).toString('utf8').replace(/^\uFEFF/, ''))
      return { body, ...(given !== null && given.length <= 200 && { etag: given }) }
    } catch (error) {
      if (late.aborted) throw this.#problem(words.tooSlow(this.#limits.requestMs / 1000), words.later)
      if (!(error instanceof HttpProblem)) throw error
      throw connectionFailed(this.#host, error, this.#limits.bodyBytes / 1024 / 1024)
    }
  }

  #parsed(text: string): JsonObject {
    if (text.trimStart().startsWith('<')) throw this.#problem(words.page, words.signInToNetwork)
    if (offsetBelow(text, this.#limits.depth) !== undefined) throw this.#problem(words.tooDeep, words.tellOperator)
    const value = parseJson(text)
    if (value === undefined) throw this.#problem(words.notJson, words.later)
    if (!isObject(value)) throw this.#problem(words.notRegistry, words.checkUrl)
    return value
  }
}

type Sent = { etag?: string | undefined; signal?: AbortSignal | undefined }
type Found = { body: JsonObject; etag?: string }
