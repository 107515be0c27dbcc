import type * as Sdk from '@anthropic-ai/sdk'
import { failure } from '../wire/failures.ts'
import { buildRequest, type ModelLimits } from '../request/prepare.ts'
import { unknownLimits, WireError, type Wire, type WireOptions } from '../wire/wire.ts'
import { attempt } from './attempt.ts'
import { openClient } from './client.ts'
import { readFailure } from './errors.ts'
import { formOf } from './form.ts'
import { findModel, listModels } from './model-list.ts'
import { traitsOf, type Traits } from './profiles.ts'

/** The Messages API. The library behind it loads with the first request. */
export function messagesWire(options: WireOptions): Wire {
  const traits = traitsOf(options.profile)
  const form = formOf(traits)
  return {
    writesCalls: traits.writesCalls,
    attempt: async (request, { limits, key }, stream) => {
      const sdk = await import('@anthropic-ai/sdk')
      const built = buildRequest(request, limits, form)
      return attempt({ ...options, sdk, key, model: request.model, built }, stream)
    },
    limits:
      traits.limits === 'nowhere'
        ? undefined
        : async (model, key, signal) => {
            const sdk = await import('@anthropic-ai/sdk')
            return limitsOf({ client: openClient(sdk, { ...options, key }), sdk, traits }, model, signal)
          },
    models: async (key, signal) => {
      const sdk = await import('@anthropic-ai/sdk')
      try {
        return await listModels(openClient(sdk, { ...options, key }), traits, signal)
      } catch (error) {
        const context = { ...options, key }
        throw error instanceof WireError
          ? failure('unreachable', context).error
          : readFailure(error, context, sdk).error
      }
    },
  }
}

type Asked = { client: Sdk.Anthropic; sdk: typeof Sdk; traits: Traits }

/** Unknown for a model that the server doesn't list; undefined if it couldn't be asked. */
async function limitsOf(
  { client, sdk, traits }: Asked,
  model: string,
  signal: AbortSignal,
): Promise<ModelLimits | undefined> {
  try {
    if (traits.limits === 'model') return await findModel(client, model, signal)
    const listed = await listModels(client, traits, signal)
    return listed.find(({ info }) => info.id === model)?.limits ?? unknownLimits
  } catch (error) {
    if (error instanceof sdk.NotFoundError || error instanceof WireError) return unknownLimits
    if (error instanceof sdk.AnthropicError) return undefined
    throw error
  }
}
