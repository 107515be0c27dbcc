import { HostError } from '../../shared/errors.ts'
import { modelKey, type Endpoint } from '../../shared/settings.ts'
import { guard } from './guarded-model.ts'
import type { Journal } from './journal/journal.ts'
import { createAnthropic } from './llm/anthropic.ts'
import type { Llm, Models } from './llm/llm.ts'
import type { Redaction } from './redaction.ts'
import type { Secrets } from './secrets.ts'

type Made = Pick<Endpoint, 'baseUrl' | 'profile'> & { llm: Llm }

/** The providers of the endpoints as they are configured now; a change takes effect with the next request. */
export function configuredModels(journal: Journal, secrets: Secrets, redaction: Redaction): Models {
  const made = new Map<string, Made>()
  return (id) => {
    const { baseUrl, profile } = endpointOf(journal, id)
    const known = made.get(id)
    if (known?.baseUrl === baseUrl && known.profile === profile) return known.llm
    const key = () => secrets.get(modelKey(id))
    const llm = guard(createAnthropic({ baseUrl, profile, key }), redaction)
    made.set(id, { baseUrl, profile, llm })
    return llm
  }
}

/** The endpoint with this id; `not-found` when there is none. */
export function endpointOf(journal: Journal, id: string): Endpoint {
  const { endpoints } = journal.state.configured.settings.models
  const endpoint = Object.hasOwn(endpoints, id) ? endpoints[id] : undefined
  if (endpoint) return endpoint
  throw new HostError(
    'not-found',
    `There is no endpoint with the name ${id}. Choose another model, or add it in Settings.`,
  )
}
