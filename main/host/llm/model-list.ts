import type * as Sdk from '@anthropic-ai/sdk'
import type { ModelInfo } from '../../../shared/events.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { WireError } from './answer.ts'
import type { ModelLimits } from './request.ts'

/** A model as the API describes it. A server that only knows ids gives figures of zero, which mean unknown. */
type ListedModel = { info: ModelInfo; limits: ModelLimits }

export const unknownLimits: ModelLimits = { contextTokens: 0, outputTokens: 0, adaptiveThinking: false }

const perPage = 1000
const mostPages = 20
const listMs = 20_000

/** All models, page by page. Throws `WireError` when what answers is not a list of models. */
export async function listModels(client: Sdk.Anthropic, signal: AbortSignal): Promise<ListedModel[]> {
  const models: ListedModel[] = []
  let after: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const query = { limit: perPage, ...(after === undefined ? {} : { after_id: after }) }
    const page = await get(client, '/v1/models', { query, signal, timeout: listMs })
    if (!isObject(page) || !Array.isArray(page['data'])) throw new WireError('The answer is not a list of models.')
    models.push(...page['data'].flatMap(readModel))
    const last = page['last_id']
    if (page['has_more'] !== true || typeof last !== 'string' || last === after) break
    after = last
  }
  return models
}

/** What one model can, as far as the server says so. */
export async function findModel(client: Sdk.Anthropic, id: string, signal: AbortSignal): Promise<ModelLimits> {
  const found = await get(client, `/v1/models/${encodeURIComponent(id)}`, { signal, timeout: 5000 })
  const [model] = isObject(found) ? readModel(found) : []
  return model?.limits ?? unknownLimits
}

/** Whatever is at a path; a `WireError` when it calls itself JSON and is not. */
async function get(client: Sdk.Anthropic, path: string, options: Sdk.Anthropic.RequestOptions): Promise<unknown> {
  try {
    return await client.get<unknown>(path, options)
  } catch (error) {
    throw error instanceof SyntaxError ? new WireError('The answer is not JSON.', { cause: error }) : error
  }
}

function readModel(value: JsonValue): ListedModel[] {
  if (!isObject(value) || typeof value['id'] !== 'string' || value['id'] === '') return []
  const { id, display_name: name } = value
  const contextTokens = tokens(value['max_input_tokens'])
  const outputTokens = tokens(value['max_tokens'])
  const adaptiveThinking = at(value, ['capabilities', 'thinking', 'types', 'adaptive', 'supported']) === true
  return [
    {
      info: { id, name: typeof name === 'string' && name !== '' ? name : id, contextTokens, outputTokens },
      limits: { contextTokens, outputTokens, adaptiveThinking },
    },
  ]
}

const tokens = (value: JsonValue | undefined): number =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0

const at = (value: JsonObject, path: string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
