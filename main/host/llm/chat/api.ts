import { head } from '../../../../shared/text/clip.ts'
import type { ModelAnswer } from '../llm.ts'
import { EndpointAddress, EndpointClient } from '../openai/client.ts'
import { noticingCut, textBytes } from '../openai/cut.ts'
import { apiDialectOf } from '../openai/dialects.ts'
import { readFailure } from '../openai/errors.ts'
import { exchange, type Outcome } from '../openai/exchange.ts'
import { learnFrom } from '../openai/lessons.ts'
import { findLimits, listModels } from '../openai/lookup.ts'
import { ServerError } from '../openai/said.ts'
import { buildRequest, type BuiltRequest, type ModelLimits } from '../request/prepare.ts'
import { modelFailure, type ErrorContext } from '../api/failures.ts'
import type { RequestContext, ModelApi, ApiOptions } from '../api/api.ts'
import { CompletionReader } from './answer.ts'
import { chatForm } from './request-form.ts'

const api = 'Chat Completions'

/** The Chat Completions API, in the dialect of the endpoint's server. */
export function chatApi(options: ApiOptions): ModelApi {
  const { profile, fetch, lessons } = options
  const address = new EndpointAddress(options.baseUrl)
  const open = (key: string | undefined) => new EndpointClient({ address, profile, key, fetch })
  const contextOf = (key: string | undefined): ErrorContext => ({ ...options, key, api })
  return {
    writesCalls: true,
    attempt: async (request, known, stream) => {
      const { model } = request
      const client = open(known.key)
      const form = chatForm(apiDialectOf(profile), lessons.of(model))
      const shortened = (limits: ModelLimits) => buildRequest(request, limits, form)
      const built = shortened(known.limits)
      const context = { ...contextOf(known.key), model, overload: built.overload, sent: sizeOf(built, known) }
      const reader = new CompletionReader(stream.onDelta)
      const came = await exchange({ client, path: '/chat/completions', options, context, built, reader }, stream)
      const outcome = await noticingCut(came, { client, profile, model, json: built.json }, stream.signal)
      return learnFrom(retryOnce(outcome, known, context), { model, profile, built, lessons, known, shortened })
    },
    limits: (model, key, signal) => findLimits({ client: open(key), signal }, profile, model),
    models: async (key, signal) => {
      try {
        return await listModels({ client: open(key), signal }, profile)
      } catch (error) {
        throw readFailure(error, contextOf(key)).error
      }
    },
  }
}

const sizeOf = ({ json }: BuiltRequest, { limits: { contextTokens } }: RequestContext) => ({
  bytes: textBytes(json),
  contextTokens,
  hasImages: json.includes('"image_url"'),
})

/**
 * Two answers that are worth one repetition: an empty one, and a call that the server itself couldn't read. The second
 * time, the first is a failure, and the call is shown as what the model wrote.
 */
function retryOnce(outcome: Outcome, { tried }: RequestContext, context: ErrorContext): Outcome {
  const isFirst = (what: string) => !tried.has(what) && tried.add(what).size > 0
  if ('answer' in outcome) {
    const { blocks, stop } = outcome.answer
    if (blocks.length > 0 || stop !== 'end-turn') return outcome
    const found = modelFailure('empty-answer', context)
    return { failure: isFirst('empty') ? { ...found, again: true } : found, error: undefined }
  }
  const { error } = outcome
  if (!(error instanceof ServerError) || error.said.code !== 'tool_use_failed') return outcome
  if (isFirst('call')) return { ...outcome, failure: { ...outcome.failure, again: true } }
  const { failed_generation: written } = error.said.details
  return typeof written === 'string' && written.trim() !== '' ? { answer: unmade(written) } : outcome
}

const unmade = (written: string): ModelAnswer => ({
  blocks: [{ type: 'text', text: head(written, 2048) }],
  stop: 'end-turn',
  calls: [],
  usage: { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 },
})
