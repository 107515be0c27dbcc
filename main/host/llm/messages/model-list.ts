import type * as Sdk from '@anthropic-ai/sdk'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { ModelLimits } from '../request/prepare.ts'
import { unknownLimits, ApiError, type ListedModel } from '../api/api.ts'
import { apiErrorIn, ServerError } from '../openai/said.ts'
import { faultWords as faults } from '../api/words.ts'

const perPage = 1000
const mostPages = 20
const mostModels = 5000
const listMs = 20_000

/** All models, page by page. Throws `ApiError` if the answer isn't a model list. */
export async function listSdkModels(client: Sdk.Anthropic, signal: AbortSignal): Promise<ListedModel[]> {
  const models: ListedModel[] = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const query = { limit: perPage, ...(after === undefined ? {} : { after_id: after }) }
    const answer = await get(client, '/v1/models', { query, signal, timeout: listMs })
    const data = dataOf(answer)
    if (!data && isObject(answer) && apiErrorIn(answer) !== undefined) throw new ServerError(answer)
    if (!isObject(answer) || !data) throw new ApiError(faults.noModelList)
    models.push(...data.flatMap(readModel))
    const last = answer['last_id']
    if (answer['has_more'] !== true || typeof last !== 'string' || last === after) break
    after = last
  }
  return models.slice(0, mostModels)
}

/** The entries of a model list. */
function dataOf(answer: unknown): JsonValue[] | undefined {
  const data = isObject(answer) ? answer['data'] : undefined
  return Array.isArray(data) ? data : undefined
}

/** One model's limits, as far as the server reports them. */
export async function findModel(client: Sdk.Anthropic, id: string, signal: AbortSignal): Promise<ModelLimits> {
  const found = await get(client, `/v1/models/${encodeURIComponent(id)}`, { signal, timeout: 5000 })
  const [model] = isObject(found) ? readModel(found) : []
  return model?.limits ?? unknownLimits
}

/** The response of a path; an `ApiError` if it claims to be JSON and isn't. */
async function get(client: Sdk.Anthropic, path: string, options: Sdk.Anthropic.RequestOptions): Promise<unknown> {
  try {
    return await client.get<unknown>(path, options)
  } catch (error) {
    throw error instanceof SyntaxError ? new ApiError(faults.notJson, { cause: error }) : error
  }
}

function readModel(value: JsonValue): ListedModel[] {
  if (!isObject(value) || typeof value['id'] !== 'string' || value['id'] === '' || value['id'].length > 200) return []
  const { id, display_name: name } = value
  const [contextTokens, outputTokens] = [tokens(value['max_input_tokens']), tokens(value['max_tokens'])]
  const adaptiveThinking = at(value, ['capabilities', 'thinking', 'types', 'adaptive', 'supported']) === true
  const pdf = at(value, ['capabilities', 'pdf_input', 'supported'])
  const known = { contextTokens, outputTokens, ...(typeof pdf === 'boolean' && { documents: pdf }) }
  return [
    {
      info: { id, name: typeof name === 'string' && name !== '' ? name.slice(0, 200) : id, ...known },
      limits: { ...known, adaptiveThinking },
    },
  ]
}

const tokens = (value: JsonValue | undefined): number =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0

const at = (value: JsonObject, path: string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
