import type { ModelInfo } from '../../../../shared/events/events.ts'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import type { ListedModel } from '../api/api.ts'

const mostModels = 5000
const longestId = 200

/** Models that don't chat, by their ID; most lists don't say what a model is for. */
const otherWork =
  /embed|whisper|(?:^|[-/])tts|-tts|dall-e|gpt-image|imagen|(?:^|[-/])veo-|sora|moderation|transcri|rerank|realtime|text-to-|stable-diffusion|flux|(?:davinci|babbage)-002/i

/** Types that LM Studio, Together and others give to models that don't chat. */
const otherTypes = new Set<JsonValue | undefined>([
  'embedding',
  'embeddings',
  'image',
  'audio',
  'moderation',
  'rerank',
  'video',
  'transcribe',
  'stt',
  'tts',
])

/** How servers identify themselves in `owned_by`. */
const owners = new Map<JsonValue | undefined, Profile>([
  ['library', 'ollama'],
  ['organization_owner', 'lm-studio'],
  ['llamacpp', 'llama-cpp'],
  ['vllm', 'vllm'],
])

/** The profile of the server that a list's entries name as their owner; undefined if none is known. */
export const ownerOf = (entries: JsonValue[]): Profile | undefined =>
  entries.map((entry) => (isObject(entry) ? owners.get(entry['owned_by']) : undefined)).find(Boolean)

/** The entries of a model list, however it is wrapped; undefined if it isn't one. Ollama sends null if it has none. */
export function modelEntries(answer: JsonValue | undefined): JsonValue[] | undefined {
  if (Array.isArray(answer)) return answer
  if (!isObject(answer)) return undefined
  const { data, models, object } = answer
  if (Array.isArray(data)) return data
  if (Array.isArray(models)) return models
  return object === 'list' ? [] : undefined
}

/** All models of a list that can chat. */
export const readModels = (entries: JsonValue[]): ListedModel[] => entries.slice(0, mostModels).flatMap(readModel)

/** Reads what any of the servers report about a model, each under its own names. */
function readModel(entry: JsonValue): ListedModel[] {
  const value: JsonObject = isObject(entry) ? entry : { id: entry }
  const given = [value['id'], value['key'], value['model'], value['name']].find(
    (it) => typeof it === 'string' && it !== '',
  )
  if (typeof given !== 'string' || given.length > longestId || !chats(given, value)) return []
  // Gemini's list gives a path; the API takes the name alone.
  const id = given.replace(/^models\//, '')
  const contextTokens = contextOf(value)
  const outputTokens = first(at(value, 'top_provider', 'max_completion_tokens'), value['max_completion_tokens'])
  const [name] = [value['display_name'], value['name']].filter((it) => typeof it === 'string' && it !== '')
  const info: ModelInfo = {
    id,
    name: typeof name === 'string' ? name.replace(/^models\//, '').slice(0, longestId) : id,
    contextTokens,
    outputTokens,
    ...factsOf(value),
  }
  return [{ info, limits: modelLimitsOf(info) }]
}

/** The limits in a model's list entry, as requests need them. */
export const modelLimitsOf = ({
  contextTokens,
  outputTokens,
  images,
  documents,
  audio,
}: ModelInfo): ListedModel['limits'] => ({
  contextTokens,
  outputTokens,
  adaptiveThinking: false,
  ...defined({ images, documents, audio }),
})

function chats(id: string, value: JsonObject): boolean {
  if (otherTypes.has(value['type']) || value['active'] === false) return false
  const made = at(value, 'architecture', 'output_modalities')
  if (Array.isArray(made)) return made.includes('text')
  const { completion_chat: mistral, chat_completion: azure } = objectAt(value, 'capabilities')
  if (typeof (mistral ?? azure) === 'boolean') return (mistral ?? azure) === true
  return !otherWork.test(id)
}

/** The tokens that fit at once. The length a model was trained with isn't the one its server gives it. */
function contextOf(value: JsonObject): number {
  const instances = value['loaded_instances']
  if (Array.isArray(instances)) return first(at(instances[0], 'config', 'context_length'))
  if ('loaded_context_length' in value || 'state' in value) return first(value['loaded_context_length'])
  const ofProvider = first(at(value, 'top_provider', 'context_length'))
  const own = first(
    value['context_length'],
    value['context_window'],
    value['max_context_length'],
    value['max_model_len'],
    at(value, 'meta', 'n_ctx'),
    value['max_input_tokens'],
  )
  return ofProvider > 0 && own > 0 ? Math.min(ofProvider, own) : own || ofProvider
}

/** Tools, images, files and price, as far as the list says. */
function factsOf(value: JsonObject): Pick<ModelInfo, 'tools' | 'images' | 'documents' | 'audio' | 'price'> {
  const able = value['capabilities']
  const names = Array.isArray(able) ? able : value['supported_parameters']
  const { function_calling: calling, trained_for_tool_use: trained, vision } = objectAt(value, 'capabilities')
  const seen = at(value, 'architecture', 'input_modalities')
  const tools = Array.isArray(names) ? ['tools', 'tool_use'].some((it) => names.includes(it)) : (calling ?? trained)
  const images = Array.isArray(seen) ? seen.includes('image') : (vision ?? byType(value))
  const price = priceOf(value['pricing'])
  return {
    ...(typeof tools === 'boolean' && { tools }),
    ...(typeof images === 'boolean' && { images }),
    ...(Array.isArray(seen) && { documents: seen.includes('file'), audio: seen.includes('audio') }),
    ...(price && { price }),
  }
}

/** LM Studio's types. */
function byType({ type, capabilities }: JsonObject): boolean | undefined {
  if (type === 'vlm' || (Array.isArray(capabilities) && capabilities.includes('vision'))) return true
  return type === 'llm' ? false : undefined
}

/** USD per million tokens: OpenRouter gives text per token, Together figures per million. */
function priceOf(pricing: JsonValue | undefined): ModelInfo['price'] {
  if (!isObject(pricing)) return undefined
  const perToken = (name: string): number | undefined => {
    const value = pricing[name]
    const amount = typeof value === 'string' && value !== '' ? Number(value) * 1e6 : Number.NaN
    return amount >= 0 && amount < 1e5 ? Number(amount.toPrecision(12)) : undefined
  }
  const perMillion = (name: string): number | undefined => {
    const value = pricing[name]
    return typeof value === 'number' && value >= 0 && value < 1e5 ? value : undefined
  }
  const [input, output] = [perToken('prompt') ?? perMillion('input'), perToken('completion') ?? perMillion('output')]
  if (input === undefined || output === undefined) return undefined
  const [cacheRead, cacheWrite] = [perToken('input_cache_read'), perToken('input_cache_write')]
  return {
    input,
    output,
    ...defined({ cacheRead, cacheWrite }),
  }
}

/** The first of these that is a whole number above zero; 0 if none is. */
export const first = (...values: (JsonValue | undefined)[]): number =>
  values.reduce<number>((found, it) => found || (Number.isSafeInteger(it) && Number(it) > 0 ? Number(it) : 0), 0)

/** The value at a path of object keys; undefined if there is none. */
export const at = (value: JsonValue | undefined, ...path: string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)

/** The object at a path of keys; empty if there is none. */
export function objectAt(value: JsonValue | undefined, ...path: string[]): JsonObject {
  const found = at(value, ...path)
  return isObject(found) ? found : {}
}
