import { defined, isObject, parseJson, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import type { ModelLimits } from '../request/prepare.ts'
import { unknownLimits, ApiError, type ListedModel } from '../api/api.ts'
import type { EndpointClient } from './client.ts'
import { readError, readBodyText } from './exchange.ts'
import { publishedLimits, tellsLimits, withPublished } from './known-models.ts'
import { at, modelEntries, first, modelLimitsOf, objectAt, ownerOf, readModels } from './model-list.ts'
import { apiErrorIn, ServerError } from './said.ts'
import { WebPage } from './sse.ts'
import { faultWords as faults } from '../api/words.ts'

const listMs = 20_000
const sideMs = 5000
const largestAnswer = 16 * 1024 * 1024
/** Models whose facts are asked for one by one, and how many at once. */
const mostShown = 60
const atOnce = 8

type Asked = { client: EndpointClient; signal: AbortSignal }

/** All models that can chat, with what the server tells about them beside its list. */
export async function listModels(asked: Asked, profile: Profile): Promise<ListedModel[]> {
  const entries = await listOf(asked)
  switch (ownerOf(entries) ?? profile) {
    case 'ollama':
      return withShown(asked, readModels(entries))
    case 'lm-studio':
      return readModels((await lmStudioList(asked)) ?? entries)
    case 'llama-cpp':
      return withProps(asked, readModels(entries))
    default:
      return withPublished(readModels(entries), profile)
  }
}

/**
 * One model's limits as they are now; undefined if its server couldn't be asked, or gives other ones once the model is
 * loaded.
 */
export async function findLimits(asked: Asked, profile: Profile, model: string): Promise<ModelLimits | undefined> {
  if (!tellsLimits(profile)) return publishedLimits(model, profile)
  try {
    if (profile === 'ollama') {
      const contextTokens = await allocated(asked, model)
      return contextTokens > 0 ? { ...(await shown(asked, model)), contextTokens } : undefined
    }
    const listed = await listModels(asked, profile)
    return listed.find(({ info }) => info.id === model.replace(/^models\//, ''))?.limits ?? unknownLimits
  } catch (error) {
    asked.signal.throwIfAborted()
    if (error instanceof ServerError || error instanceof ApiError) return unknownLimits
    return undefined
  }
}

/** The context that Ollama gave a loaded model; 0 if it isn't loaded. */
export async function allocated(asked: Asked, model: string): Promise<number> {
  const loaded = modelEntries(await beside(asked, '/api/ps')) ?? []
  const tagged = model.includes(':') ? model : `${model}:latest`
  const found = loaded.find(
    (it) => isObject(it) && [it['model'], it['name']].some((id) => id === model || id === tagged),
  )
  return first(at(found, 'context_length'))
}

async function listOf({ client, signal }: Asked): Promise<JsonValue[]> {
  const response = await client.ask('/models', { signal: AbortSignal.any([signal, AbortSignal.timeout(listMs)]) })
  if (!response.ok) throw new ServerError(await readError(response), response)
  const text = await readBodyText(response, largestAnswer)
  const answer = parseJson(text)
  if (isObject(answer) && apiErrorIn(answer) !== undefined) throw new ServerError(answer)
  const entries = modelEntries(answer)
  if (!entries) throw new WebPage(faults.noModelList)
  return entries
}

/** The JSON at a path beside the API; undefined for any other answer, or none. */
async function beside({ client, signal }: Asked, path: string, body?: JsonObject): Promise<JsonValue | undefined> {
  try {
    const response = await client.askBeside(path, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(sideMs)]),
      ...(body && { json: JSON.stringify(body) }),
    })
    const text = await readBodyText(response, largestAnswer)
    return response.ok ? parseJson(text) : undefined
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** Ollama's list has only IDs. */
async function withShown(asked: Asked, models: ListedModel[]): Promise<ListedModel[]> {
  const loaded = modelEntries(await beside(asked, '/api/ps')) ?? []
  const queue = [...models.entries()].slice(0, mostShown)
  const out: (ListedModel | undefined)[] = [...models]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [i, { info }] = next
      const { chats, images, tools } = await shown(asked, info.id)
      const contextTokens = first(
        at(
          loaded.find((it) => at(it, 'model') === info.id),
          'context_length',
        ),
      )
      const told = {
        ...info,
        contextTokens,
        ...defined({ tools, images }),
      }
      out[i] = chats ? { info: told, limits: modelLimitsOf(told) } : undefined
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return out.flatMap((it) => it ?? [])
}

type Shown = ModelLimits & { chats: boolean; tools?: boolean }

async function shown(asked: Asked, model: string): Promise<Shown> {
  const answer = await beside(asked, '/api/show', { model })
  const able = at(answer, 'capabilities')
  if (!Array.isArray(able)) return { ...unknownLimits, chats: true }
  const [images, tools] = [able.includes('vision'), able.includes('tools')]
  return { ...unknownLimits, images, tools, chats: able.includes('completion') || !able.includes('embedding') }
}

/** LM Studio's own list, of two generations. */
async function lmStudioList(asked: Asked): Promise<JsonValue[] | undefined> {
  const older = modelEntries(await beside(asked, '/api/v0/models'))
  return older ?? modelEntries(await beside(asked, '/api/v1/models'))
}

/** The one model of llama.cpp, with what it was started with. */
async function withProps(asked: Asked, models: ListedModel[]): Promise<ListedModel[]> {
  const props = await beside(asked, '/props')
  const contextTokens = first(at(props, 'default_generation_settings', 'n_ctx'))
  const { vision, audio } = objectAt(props, 'modalities')
  const { supports_tools: tools } = objectAt(props, 'chat_template_caps')
  return models.map(({ info }) => {
    const told = {
      ...info,
      contextTokens: contextTokens || info.contextTokens,
      ...(typeof vision === 'boolean' && { images: vision }),
      ...(typeof audio === 'boolean' && { audio }),
      ...(typeof tools === 'boolean' && { tools }),
    }
    return { info: told, limits: modelLimitsOf(told) }
  })
}
