import { HostError } from '../../../../shared/contract/errors.ts'
import { keptElsewhere, originOf } from '../../../../shared/risk/secret-names.ts'
import { wireOf } from '../../../../shared/config/profiles.ts'
import { modelKey, type Endpoint, type WireName } from '../../../../shared/config/settings.ts'
import { guard } from './guarded-model.ts'
import type { Journal } from '../../journal/journal.ts'
import { type Llm, ModelError, type Models } from '../llm.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { messagesWire } from '../messages/wire.ts'
import { openaiWire, responsesWire } from '../responses/wire.ts'
import { Provider } from '../wire/provider.ts'
import { type Lessons, lessonsInMemory, type Wire, type WireOptions } from '../wire/wire.ts'
import { endpointWords as words } from './words.ts'

export type OpenOptions = Pick<Endpoint, 'baseUrl'> &
  Partial<Pick<Endpoint, 'profile' | 'wire'>> & {
    /** Called before each request; the result is never stored. */
    key: () => Promise<string | undefined>
    fetch?: typeof fetch
    /** Milliseconds without a byte after which a stream is abandoned. */
    idleMs?: number
    maxRetries?: number
    now?: () => number
    lessons?: Lessons
  }

/** The API of each wire. */
const wires: Record<WireName, (options: WireOptions) => Wire> = {
  messages: messagesWire,
  chat: openaiWire,
  responses: responsesWire,
}

/** The provider at an address, over the wire that it speaks. */
export function openProvider({
  baseUrl,
  profile = 'anthropic',
  wire = wireOf({ profile }),
  key,
  fetch = globalThis.fetch,
  idleMs = 90_000,
  maxRetries = 2,
  now = Date.now,
  lessons = lessonsInMemory(),
}: OpenOptions): Llm {
  const place = { baseUrl, profile }
  return new Provider({ place, wire: wires[wire]({ ...place, fetch, idleMs, now, lessons }), key, maxRetries, now })
}

type Made = Pick<Endpoint, 'baseUrl' | 'profile'> & { wire: WireName; llm: Llm }

/** The providers of the endpoints as they are configured now; a change takes effect with the next request. */
export function configuredModels(journal: Journal, secrets: Secrets, redaction: Redaction): Models {
  const made = new Map<string, Made>()
  return (id) => {
    const endpoint = endpointOf(journal, id)
    const { baseUrl, profile, name = id } = endpoint
    const wire = wireOf(endpoint)
    const known = made.get(id)
    if (known?.baseUrl === baseUrl && known.profile === profile && known.wire === wire) return known.llm
    const key = async () => {
      const to = originOf(baseUrl)
      const value = await secrets.get(modelKey(id), to)
      const from = value === undefined ? keptElsewhere(modelKey(id), to, journal.state) : undefined
      if (from !== undefined) throw movedKey(name, from, to)
      return value
    }
    const llm = guard(openProvider({ baseUrl, profile, wire, key }), redaction)
    made.set(id, { baseUrl, profile, wire, llm })
    return llm
  }
}

/** A key is there, and not for this place: the place could be anybody's by now, so it gets no words either. */
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
export async function rejectsKey(endpoint: Endpoint, key: string): Promise<boolean> {
  const { baseUrl, profile } = endpoint
  try {
    await openProvider({ baseUrl, profile, wire: wireOf(endpoint), key: async () => key }).models(
      new AbortController().signal,
    )
    return false
  } catch (error) {
    if (error instanceof ModelError) return error.fault === 'bad-key'
    throw error
  }
}
