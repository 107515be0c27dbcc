import type * as Sdk from '@anthropic-ai/sdk'
import { modelFailure, type ErrorContext } from '../api/failures.ts'
import { EndpointAddress, EndpointClient } from '../openai/client.ts'
import { noticingCut } from '../openai/cut.ts'
import { learnOfFiles } from '../openai/lessons.ts'
import { readFailure } from '../openai/errors.ts'
import { ServerError } from '../openai/said.ts'
import { findLimits, listModels } from '../openai/lookup.ts'
import { buildRequest, type ModelLimits } from '../request/prepare.ts'
import { unknownLimits, ApiError, type ModelApi, type ApiOptions } from '../api/api.ts'
import { attempt } from './attempt.ts'
import { openClient } from './client.ts'
import { readSdkFailure } from './errors.ts'
import { requestFormOf } from './request-form.ts'
import { findModel, listSdkModels } from './model-list.ts'
import { traitsOf } from './profiles.ts'

/** The Messages API. The library behind it loads with the first request. */
export function messagesApi(options: ApiOptions): ModelApi {
  const { lessons } = options
  const traits = traitsOf(options.profile)
  const beside = clientBeside(options)
  return {
    writesCalls: traits.writesCalls,
    attempt: async (request, { limits, key, tried }, stream) => {
      const sdk = await import('@anthropic-ai/sdk')
      const { model } = request
      const built = buildRequest(request, limits, requestFormOf(traits, lessons.of(model)))
      const outcome = await attempt({ ...options, sdk, key, model, built }, stream)
      const sent = { model, built, lessons, known: { limits, key, tried } }
      if ('failure' in outcome && outcome.refusal && learnOfFiles(outcome.refusal, sent))
        return { failure: { ...outcome.failure, again: true } }
      const { profile } = options
      return noticingCut(outcome, { client: beside(key), profile, model, json: built.json }, stream.signal)
    },
    ...(traits.limits === 'model' ? lookUpHere(options) : lookUpBeside(options)),
  }
}

type Lookup = Pick<ModelApi, 'limits' | 'models'>

/** Models as the Messages API itself lists them. */
function lookUpHere(options: ApiOptions): Lookup {
  return {
    limits: async (model, key, signal) => {
      const sdk = await import('@anthropic-ai/sdk')
      return limitsOf(openClient(sdk, { ...options, key }), sdk, model, signal)
    },
    models: async (key, signal) => {
      const sdk = await import('@anthropic-ai/sdk')
      try {
        return await listSdkModels(openClient(sdk, { ...options, key }), signal)
      } catch (error) {
        const context = { ...options, key }
        throw error instanceof ApiError
          ? modelFailure('unreachable', context).error
          : readSdkFailure(error, context, sdk).error
      }
    },
  }
}

/** A local server's other API, at the same address. */
function clientBeside({ baseUrl, profile, fetch }: ApiOptions): (key: string | undefined) => EndpointClient {
  const address = new EndpointAddress(`${baseUrl.replace(/\/+$/, '')}/v1`)
  return (key) => new EndpointClient({ address, profile, key, fetch })
}

/** Models as a local server lists them under its other API, with what it tells about them beside. */
function lookUpBeside(options: ApiOptions): Lookup {
  const { profile } = options
  const open = clientBeside(options)
  return {
    limits:
      traitsOf(profile).limits === 'nowhere'
        ? undefined
        : (model, key, signal) => findLimits({ client: open(key), signal }, profile, model),
    models: async (key, signal) => {
      try {
        return await listModels({ client: open(key), signal }, profile)
      } catch (error) {
        const context: ErrorContext = { ...options, key }
        throw readFailure(error, context).error
      }
    },
  }
}

/** Unknown for a model that the server doesn't list; undefined if it couldn't be asked. */
async function limitsOf(
  client: Sdk.Anthropic,
  sdk: typeof Sdk,
  model: string,
  signal: AbortSignal,
): Promise<ModelLimits | undefined> {
  try {
    return await findModel(client, model, signal)
  } catch (error) {
    if (error instanceof sdk.NotFoundError || error instanceof ApiError) return unknownLimits
    if (error instanceof sdk.AnthropicError || error instanceof ServerError) return undefined
    throw error
  }
}
