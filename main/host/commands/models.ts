import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { anthropic, modelKey } from '../../../shared/config/settings.ts'
import type { ModelInfo } from '../../../shared/events/events.ts'
import { urlOrigin } from '../../../shared/risk/secret-names.ts'
import { hostOf } from '../../../shared/text/hosts.ts'
import type { HostParts } from './parts.ts'
import { localUrl, findLocalModels } from '../llm/endpoints/local-models.ts'
import { ModelError } from '../llm/llm.ts'
import { endpointOf, listWith, probeModel } from '../llm/endpoints/models.ts'
import { commandWords as words } from './words.ts'

/** Milliseconds for a probe: a local server may have to load the model first. */
const probeMs = 180_000

/** Commands about endpoints and their models. */
export function modelHandlers({ journal, configuration, secrets, redaction, models, localPorts, network }: HostParts) {
  const asked = async <T>(request: Promise<T>): Promise<T> =>
    request.catch((error: unknown) => {
      throw error instanceof ModelError ? new HostError('unavailable', redaction.text(error.message)) : error
    })
  const note = async (endpoint: string, baseUrl: string, actor: string): Promise<void> => {
    journal.assertHealthy()
    journal.append({ type: 'models.requested', endpoint, baseUrl, actor })
    await journal.durable()
  }
  return {
    setEndpoint: async ({ endpoint, config, key, check }, { actor }) => {
      const { baseUrl } = config
      const destination = urlOrigin(baseUrl)
      const checked = async (): Promise<ModelInfo[]> => {
        await note(endpoint, baseUrl, actor)
        const listed = await listWith(
          config,
          key ?? (await secrets.get(modelKey(endpoint), destination)),
          network,
        ).catch((error: unknown) => {
          if (!(error instanceof ModelError) || error.fault !== 'bad-key' || key === undefined) throw error
          throw new HostError('bad-input', words.keyRejected(config.name ?? hostOf(baseUrl) ?? endpoint))
        })
        return listed.map((model) => ({ ...model, name: redaction.text(model.name) }))
      }
      const listed = check ? await asked(checked()) : undefined
      configuration.setEndpoint(endpoint, config, actor)
      if (key !== undefined) await secrets.setAll({ values: { [modelKey(endpoint)]: key }, destination }, actor)
      if (listed) journal.append({ type: 'models.listed', endpoint, baseUrl, models: listed })
      await journal.durable()
      return listed ? { models: listed } : {}
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
      await note(endpoint, baseUrl, actor)
      const listed = await asked(models(endpoint).models(new AbortController().signal))
      journal.append({ type: 'models.listed', endpoint, baseUrl, models: listed })
      return { models: listed }
    },
    probeModel: async (choice, { actor }) => {
      const signal = AbortSignal.timeout(probeMs)
      await asked(
        probeModel(choice, { actor, signal }, { journal, secrets, redaction, network }).catch((error: unknown) => {
          throw signal.aborted ? new HostError('unavailable', words.probeTooLong) : error
        }),
      )
    },
    forgetLessons: async ({ endpoint }, { actor }) => {
      endpointOf(journal, endpoint)
      journal.append({ type: 'model.forgotten', endpoint, actor })
      await journal.durable()
    },
    findLocalModels: async (_nothing, { actor }) => {
      const addresses = localPorts.map(({ port }) => localUrl(port))
      journal.assertHealthy()
      journal.append({ type: 'models.sought', addresses, actor })
      await journal.durable()
      return { found: await findLocalModels(localPorts) }
    },
  } satisfies Partial<Handlers>
}
