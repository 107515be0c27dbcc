import { z } from 'zod'
import { isObject, type JsonObject } from '../schema/json.ts'

const theme = z.enum(['system', 'light', 'dark'])
const stepLimit = z.int().min(1).max(200)

/** Under which key of `endpoints` a place is known. */
export const endpointId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be small letters, digits and hyphens')

/**
 * What a server makes of the Messages API: Anthropic's own and what passes it on unchanged, one of the known local
 * servers, or another one, of which as little as possible is expected.
 */
export const profile = z.enum(['anthropic', 'ollama', 'lm-studio', 'llama-cpp', 'vllm', 'other'])

/** One place where models are. */
export const endpoint = z.strictObject({
  name: z.string().trim().min(1).max(60).optional(),
  baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
  profile,
})

/** What answers: a model, at a place. */
export const modelChoice = z.strictObject({ endpoint: endpointId, model: z.string().min(1).max(200) })

const dollars = z.number().min(0).max(100_000)

/** USD per million tokens. Without figures of its own, the cache costs what the input does. */
export const price = z.strictObject({
  input: dollars,
  output: dollars,
  cacheWrite: dollars.optional(),
  cacheRead: dollars.optional(),
})

/** The id of a model, or how ids begin, with a star at the end. */
export const priceKey = z.string().regex(/^[^\s*]{0,200}\*?$/, 'must be a model id, or its beginning and a *')

/** The place that is always there. */
export const anthropic = 'anthropic'
const anthropicEndpoint: Endpoint = { baseUrl: 'https://api.anthropic.com', profile: 'anthropic' }

/** What the file leaves out of `anthropic` is as it ships. */
const withAnthropic = (value: unknown): unknown =>
  isObject(value)
    ? { ...value, anthropic: { ...anthropicEndpoint, ...(isObject(value['anthropic']) ? value['anthropic'] : {}) } }
    : value

const models = z
  .strictObject({
    /** Where models are. */
    endpoints: z.preprocess(withAnthropic, z.record(endpointId, endpoint)).prefault({}),
    /** What answers in new conversations; without it the person chooses the tools herself. */
    default: modelChoice.optional(),
    /** Prices of the person's own, over the table that ships. */
    prices: z.record(priceKey, price).default({}),
  })
  .refine((it) => it.default === undefined || Object.hasOwn(it.endpoints, it.default.endpoint), {
    path: ['default', 'endpoint'],
    message: 'must be one of the endpoints',
  })

/** settings.json: preferences that are safe to read, copy and edit by hand. Keys and tokens are in the secret store. */
export const settings = z.strictObject({
  models: models.prefault({}),
  appearance: z.strictObject({ theme: theme.default('system') }).prefault({}),
  /** How many model messages one turn may have before it stops and asks. */
  stepLimit: stepLimit.default(25),
  /** Where a document that describes this client is published; it is then its id for authorization servers that take such (2025-11-25, client ID metadata documents). */
  clientMetadataUrl: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .optional(),
})

/** What a change may name; the rest stays as it is, and null takes away. Places have commands of their own. */
export const settingsChange = z.strictObject({
  models: z
    .strictObject({
      default: modelChoice.nullable().optional(),
      prices: z.record(priceKey, price.nullable()).optional(),
    })
    .optional(),
  appearance: z.strictObject({ theme: theme.optional() }).optional(),
  stepLimit: stepLimit.optional(),
})

/** The name under which the secret store holds the key of a place. */
export const modelKey = (id: string): string => (id === anthropic ? 'anthropic/key' : `endpoint/${id}/key`)

/** True for Anthropic's own address, where nothing works without a key. */
export const isAnthropic = (baseUrl: string): boolean => /^https?:\/\/api\.anthropic\.com([:/?#]|$)/i.test(baseUrl)

export type Profile = z.infer<typeof profile>
export type Endpoint = z.infer<typeof endpoint>
export type ModelChoice = z.infer<typeof modelChoice>
export type Settings = z.infer<typeof settings>
export type SettingsChange = z.infer<typeof settingsChange>
export const defaultSettings: Settings = settings.parse({})

/** Settings as the first release wrote them, with one place and its model under `anthropic`, in today's shape. */
export function modernSettings(old: JsonObject): JsonObject {
  const { anthropic: first, ...rest } = old
  if (first === undefined || 'models' in old) return old
  const { baseUrl = anthropicEndpoint.baseUrl, model }: JsonObject = isObject(first) ? first : {}
  const place: JsonObject = { baseUrl, profile: anthropicEndpoint.profile }
  const chosen: JsonObject = model === undefined ? {} : { default: { endpoint: anthropic, model } }
  return { models: { endpoints: { anthropic: place }, prices: {}, ...chosen }, ...rest }
}

/**
 * What would answer in a conversation now: its own choice, or without one what answers in new conversations. Undefined:
 * nothing. That holds too where the endpoint of its choice is gone, so that it does not go on elsewhere by itself.
 */
export function answering(
  choice: ModelChoice | null | undefined,
  { models: known }: Settings,
): ModelChoice | undefined {
  const chosen = choice === undefined ? known.default : choice
  return chosen && Object.hasOwn(known.endpoints, chosen.endpoint) ? chosen : undefined
}
