import type { HostLink } from '../../../shared/contract/commands.ts'
import type { ModelInfo } from '../../../shared/events/events.ts'
import { firstOffer } from './endpoints.ts'

type Listed = {
  models: ModelInfo[]
  /** The model that new conversations use from now on; absent if they had one, or if none is listed. */
  begun?: ModelInfo | undefined
}

/** Lists an endpoint's models. If new conversations have no model yet, they get the first one to offer. */
export async function listWithDefault(link: HostLink, endpoint: string, hasDefault: boolean): Promise<Listed> {
  const { models } = await link.call('listModels', { endpoint })
  const begun = hasDefault ? undefined : firstOffer(models)
  if (begun) await link.call('changeSettings', { models: { default: { endpoint, model: begun.id } } })
  return { models, begun }
}
