import { chatApi } from '../chat/api.ts'
import { EndpointAddress, EndpointClient } from '../openai/client.ts'
import { textBytes } from '../openai/cut.ts'
import { apiDialectOf } from '../openai/dialects.ts'
import { exchange, type Outcome } from '../openai/exchange.ts'
import { learnFrom } from '../openai/lessons.ts'
import { ServerError } from '../openai/said.ts'
import { buildRequest, type ModelLimits } from '../request/prepare.ts'
import { modelFailure, type ErrorContext } from '../api/failures.ts'
import type { RequestContext, ModelApi, ApiOptions } from '../api/api.ts'
import { ResponseReader } from './answer.ts'
import { responsesForm } from './request-form.ts'
import { ReasoningFacts } from './reasoning.ts'

/** Responses for every model, if an endpoint says so. Models and limits are looked up as for Chat Completions. */
export const responsesApi = (options: ApiOptions): ModelApi => ({
  ...chatApi(options),
  writesCalls: false,
  attempt: overResponses(options),
})

/** Chat Completions; Responses for each model whose server refused the other API and named this one. */
export function openaiApi(options: ApiOptions): ModelApi {
  const chat = chatApi(options)
  const attempt = overResponses(options)
  const wantsResponses = (model: string): boolean =>
    options.lessons.of(model).some(({ feature, form }) => feature === 'wire' && form === 'responses')
  return {
    ...chat,
    attempt: (request, known, stream) =>
      (wantsResponses(request.model) ? attempt : chat.attempt)(request, known, stream),
  }
}

/** Requests without anything kept at the server: each has the whole conversation. */
function overResponses(options: ApiOptions): ModelApi['attempt'] {
  const { profile, fetch, lessons } = options
  const address = new EndpointAddress(options.baseUrl)
  const facts = new ReasoningFacts(lessons)
  return async (request, known, stream) => {
    const { model } = request
    const { limits, key } = known
    const client = new EndpointClient({ address, profile, key, fetch })
    const form = responsesForm(apiDialectOf(profile), lessons.of(model), facts.of(model))
    const shortened = (fewer: ModelLimits) => buildRequest(request, fewer, form)
    const built = shortened(limits)
    const sent = {
      bytes: textBytes(built.json),
      contextTokens: limits.contextTokens,
      hasImages: built.json.includes('"input_image"'),
    }
    const context = { ...options, key, model, overload: built.overload, sent, api: 'Responses' }
    const reader = new ResponseReader(stream.onDelta)
    const outcome = await exchange({ client, path: '/responses', options, context, built, reader }, stream)
    if ('answer' in outcome) {
      if (reader.hasReasoned) facts.saw(model)
      return retryOnce(outcome, known, context)
    }
    if (outcome.error instanceof ServerError && facts.learn(outcome.error.said, request, key))
      return { failure: { ...outcome.failure, again: true } }
    return learnFrom(outcome, { model, profile, built, lessons, known, shortened })
  }
}

/** An empty answer is worth one repetition; the second one is a failure. */
function retryOnce(outcome: Outcome, { tried }: RequestContext, context: ErrorContext): Outcome {
  if (!('answer' in outcome) || outcome.answer.blocks.length > 0 || outcome.answer.stop !== 'end-turn') return outcome
  const found = modelFailure('empty-answer', context)
  const isFirst = !tried.has('empty')
  tried.add('empty')
  return { failure: isFirst ? { ...found, again: true } : found, error: undefined }
}
