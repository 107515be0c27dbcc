import { isDeepStrictEqual } from 'node:util'
import { HostError } from '../../../../shared/contract/errors.ts'
import { keptElsewhere, urlOrigin } from '../../../../shared/risk/secret-names.ts'
import { aboutProfile, apiOf } from '../../../../shared/config/profiles.ts'
import {
  modelKey,
  type Endpoint,
  type ModelChoice,
  type ModelFacts,
  type ApiName,
} from '../../../../shared/config/settings.ts'
import { lessonMs } from '../../../../shared/state/model-facts.ts'
import type { ModelInfo } from '../../../../shared/events/events.ts'
import { guard } from './guarded-model.ts'
import { probe } from './probe.ts'
import type { Journal } from '../../journal/journal.ts'
import { type Llm, ModelError, type Models } from '../llm.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { messagesApi } from '../messages/api.ts'
import { outsideFetch } from '../../network/outside-fetch.ts'
import type { Network } from '../../network/network.ts'
import { openaiApi, responsesApi } from '../responses/api.ts'
import { modelFailure } from '../api/failures.ts'
import { Provider } from '../api/provider.ts'
import { type Lesson, type Lessons, lessonsInMemory, type ModelApi, type ApiOptions } from '../api/api.ts'
import { endpointWords as words } from './words.ts'

/** An endpoint to open; absent members are the application's own. */
export type OpenOptions = Pick<Endpoint, 'baseUrl'> &
  Partial<Pick<Endpoint, 'profile' | 'wire' | 'headers'>> & {
    /** The way out. */
    fetch: typeof globalThis.fetch
    /** Called before each request; the result is never stored. */
    key: () => Promise<string | undefined>
    /** Milliseconds without a byte after which a stream is abandoned. */
    idleMs?: number
    maxRetries?: number
    now?: () => number
    lessons?: Lessons
    /** The user's own facts about a model. */
    facts?: (model: string) => ModelFacts | undefined
  }

/** By API, how to open it. */
const apis: Record<ApiName, (options: ApiOptions) => ModelApi> = {
  messages: messagesApi,
  chat: openaiApi,
  responses: responsesApi,
}

/** The provider at an address, in the API that it speaks. */
export function openProvider({
  baseUrl,
  profile = 'anthropic',
  wire = apiOf({ profile }),
  key,
  fetch,
  idleMs = 90_000,
  maxRetries = 2,
  now = Date.now,
  lessons = lessonsInMemory(),
  headers = {},
  facts = () => undefined,
}: OpenOptions): Llm {
  const place = { baseUrl, profile }
  const options = { ...place, fetch: withHeaders(headers, fetch), idleMs, now, lessons }
  return new Provider({ place, api: apis[wire](options), key, maxRetries, now, facts })
}

/** Adds the user's own headers to each request; Atrium's win. */
function withHeaders(extra: Record<string, string>, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  if (Object.keys(extra).length === 0) return fetch
  return (url, init) => {
    const headers = new Headers(extra)
    new Headers(init?.headers).forEach((value, name) => headers.set(name, value))
    return fetch(url, { ...init, headers })
  }
}

type Deps = { journal: Journal; secrets: Secrets; redaction: Redaction; network: Network }

/** The providers of the endpoints as they are configured now; a change takes effect with the next request. */
export function configuredModels(deps: Deps): Models {
  const made = new Map<string, { config: Endpoint; llm: Llm }>()
  return (id) => {
    const config = endpointOf(deps.journal, id)
    const known = made.get(id)
    if (known && isDeepStrictEqual(known.config, config)) return known.llm
    const llm = withFirstProbe(id, openConfigured(id, {}, deps), deps)
    made.set(id, { config, llm })
    return llm
  }
}

/** Finds out with one small request what a model can do. Rejects with `ModelError` if nothing was found out. */
export async function probeModel(
  { endpoint, model }: ModelChoice,
  { actor, signal }: { actor: string; signal: AbortSignal },
  deps: Deps,
): Promise<void> {
  const { journal } = deps
  const { baseUrl } = endpointOf(journal, endpoint)
  journal.assertHealthy()
  journal.append({ type: 'models.requested', endpoint, baseUrl, probe: model, actor })
  await journal.durable()
  const open = (fetch: typeof globalThis.fetch): Llm => openConfigured(endpoint, { fetch, maxRetries: 0 }, deps)
  const facts = await probe({ endpoint, model }, { open, fetch: outsideFetch(deps.network) }, signal)
  journal.append({ type: 'model.probed', endpoint, baseUrl, model, facts, actor })
  await journal.durable()
}

/**
 * An endpoint of an unknown kind: a probe precedes each model's first request. If the probe fails, the request reports
 * why.
 */
function withFirstProbe(id: string, llm: Llm, deps: Deps): Llm {
  const { journal } = deps
  const tried = new Set<string>()
  return {
    models: (signal) => llm.models(signal),
    stream: async (request, options) => {
      const { model } = request
      const isKnown = endpointOf(journal, id).profile !== 'other' || journal.state.probes?.[id]?.[model] !== undefined
      if (!isKnown && !tried.has(model)) {
        tried.add(model)
        options.onWait({ state: 'requesting', since: journal.now(), probe: true })
        await probeModel({ endpoint: id, model }, { actor: 'host', signal: options.signal }, deps).catch(
          (error: unknown) => {
            options.signal.throwIfAborted()
            if (!(error instanceof ModelError)) throw error
          },
        )
      }
      return llm.stream(request, options)
    },
  }
}

/** The provider of a configured endpoint, with its key, its user's facts and what its refusals taught. */
function openConfigured(
  id: string,
  options: Partial<Pick<OpenOptions, 'fetch' | 'maxRetries'>>,
  { journal, secrets, redaction, network }: Deps,
): Llm {
  const config = endpointOf(journal, id)
  const { baseUrl, name = id } = config
  const key = async () => {
    const to = urlOrigin(baseUrl)
    const value = await secrets.get(modelKey(id), to).catch(unreadableKey)
    const from = value === undefined ? keptElsewhere(modelKey(id), to, journal.state) : undefined
    if (from !== undefined) throw movedKey(name, from, to)
    return value
  }
  const facts = (model: string): ModelFacts | undefined => journal.state.configured.settings.models.facts?.[id]?.[model]
  const lessons = lessonsOf(id, baseUrl, journal)
  const { now } = journal
  const fetch = outsideFetch(network)
  return guard(openProvider({ ...config, wire: apiOf(config), fetch, ...options, key, facts, lessons, now }), redaction)
}

/** An endpoint's lessons, read from and written to the journal. */
const lessonsOf = (endpoint: string, baseUrl: string, journal: Journal): Lessons => ({
  of: (model) =>
    (journal.state.lessons?.[endpoint] ?? []).filter(
      (lesson): lesson is typeof lesson & Lesson => lesson.model === model && journal.now() - lesson.at < lessonMs,
    ),
  learn: (lesson) => journal.append({ type: 'model.learned', endpoint, baseUrl, ...lesson }),
})

/** A secret store that can't be read for now says why. */
function unreadableKey(error: unknown): never {
  throw error instanceof HostError && error.code === 'unavailable' ? new ModelError('no-key', error.message) : error
}

/** The stored key is for another origin. This one can belong to anyone, so it gets no messages either. */
const movedKey = (name: string, from: string, to: string): ModelError =>
  new ModelError('no-key', words.keyMoved(name, from, to))

/** The endpoint with this ID; `not-found` if there is none. */
export function endpointOf(journal: Journal, id: string): Endpoint {
  const { endpoints } = journal.state.configured.settings.models
  const endpoint = Object.hasOwn(endpoints, id) ? endpoints[id] : undefined
  if (endpoint) return endpoint
  throw new HostError('not-found', words.noEndpoint(id))
}

/** Whether the endpoint refuses this key; false if it can't be asked. */
export async function rejectsKey(endpoint: Endpoint, key: string, network: Network): Promise<boolean> {
  try {
    await listWith(endpoint, key, network)
    return false
  } catch (error) {
    if (error instanceof ModelError) return error.fault === 'bad-key'
    throw error
  }
}

/** The models that an endpoint lists for this key, whether or not it is configured. Rejects with `ModelError`. */
export async function listWith(config: Endpoint, key: string | undefined, network: Network): Promise<ModelInfo[]> {
  const fetch = outsideFetch(network)
  if (key !== undefined) await checkKey(config, key, fetch)
  const llm = openProvider({ ...config, wire: apiOf(config), fetch, key: () => Promise.resolve(key) })
  return llm.models(new AbortController().signal)
}

/** A public list says nothing about a key, so such a provider is asked about the key itself. */
async function checkKey(
  { baseUrl, profile, headers = {} }: Endpoint,
  key: string,
  fetch: typeof globalThis.fetch,
): Promise<void> {
  const { keyCheck } = aboutProfile[profile]
  if (keyCheck === undefined) return
  const init: RequestInit = { headers: { ...headers, authorization: `Bearer ${key}` }, redirect: 'manual' }
  // If it can't be asked, the list will say why.
  const answer = await fetch(`${baseUrl}${keyCheck}`, { ...init, signal: AbortSignal.timeout(20_000) }).catch(
    () => null,
  )
  await answer?.body?.cancel()
  if (answer?.status === 401) throw modelFailure('bad-key', { baseUrl, profile, key }).error
}
