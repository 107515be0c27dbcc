import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { anthropic, modelKey } from '../../../shared/config/settings.ts'
import type { Parts } from './handlers.ts'
import { addressOf, findLocalModels } from '../llm/endpoints/local-models.ts'
import { ModelError } from '../llm/llm.ts'
import { endpointOf } from '../llm/endpoints/models.ts'
import { commandWords as words } from './words.ts'

/** Commands about endpoints and their models. */
export function modelHandlers({ journal, configuration, secrets, models, localPorts }: Parts) {
  return {
    setEndpoint: async ({ endpoint, config }, { actor }) => {
      configuration.setEndpoint(endpoint, config, actor)
      await journal.durable()
    },
    removeEndpoint: async ({ endpoint }, { actor }) => {
      endpointOf(journal, endpoint)
      if (endpoint === anthropic) throw new HostError('bad-input', words.keepAnthropic)
      configuration.setEndpoint(endpoint, undefined, actor)
      await secrets.deleteAll([modelKey(endpoint)], actor)
      await journal.durable()
    },
    listModels: async ({ endpoint }, { actor }) => {
      const { baseUrl } = endpointOf(journal, endpoint)
      journal.assertHealthy()
      journal.append({ type: 'models.requested', endpoint, baseUrl, actor })
      await journal.durable()
      const listed = await models(endpoint)
        .models(new AbortController().signal)
        .catch((error: unknown) => {
          if (error instanceof ModelError) throw new HostError('unavailable', error.message)
          throw error
        })
      journal.append({ type: 'models.listed', endpoint, baseUrl, models: listed })
      return { models: listed }
    },
    findLocalModels: async (_nothing, { actor }) => {
      const addresses = localPorts.map(({ port }) => addressOf(port))
      journal.assertHealthy()
      journal.append({ type: 'models.sought', addresses, actor })
      await journal.durable()
      return { found: await findLocalModels(localPorts) }
    },
  } satisfies Partial<Handlers>
}
