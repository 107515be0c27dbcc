import { z } from 'zod'
import { isObject, type JsonObject } from '../schema/json.ts'
import { companyProvider } from './company-sign-in.ts'
import { extraHeaders } from './endpoint-headers.ts'
import { networkChange, networkSettings } from './network.ts'
import { registryUrl } from './registry.ts'

/** The user's choices about the interface except its theme. `usualAppearance` has the value of an absent one. */
const appearanceChoices = {
  textSize: z.enum(['small', 'normal', 'large', 'largest']).optional(),
  chatWidth: z.enum(['normal', 'wide', 'full']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  interfaceFont: z.enum(['bundled', 'system']).optional(),
  codeFont: z.enum(['bundled', 'system']).optional(),
  /** How a code block shows lines that are longer than it is wide. */
  codeLines: z.enum(['scroll', 'wrap']).optional(),
  lineNumbers: z.enum(['none', 'shown']).optional(),
  /** The key that sends a message. */
  sendKey: z.enum(['enter', 'ctrl-enter']).optional(),
  /** The results shown without opening their call. */
  openResults: z.enum(['pictures', 'all', 'none']).optional(),
  /** Which notifications the user gets while Atrium is in the background. */
  notify: z.enum(['all', 'questions', 'none']).optional(),
  /** The effect of closing the app's window; on macOS Atrium always stays. */
  closing: z.enum(['quit', 'stay']).optional(),
}
/** Whether Atrium looks for newer versions; absent until the user answered, and then off. */
const updates = z.enum(['daily', 'never'])
const theme = z.enum(['system', 'light', 'dark'])

/** How the interface looks; each member but the theme is absent until the user chooses it. */
export const appearance = z.strictObject({ theme: theme.default('system'), ...appearanceChoices })
const stepLimit = z.int().min(1).max(200)

/** Max tools of servers in a request. OpenAI's APIs take 128, Atrium's own among them. */
export const mostSentTools = 120
const toolTokens = z.int().min(1000).max(1_000_000)
/** Whether older messages are summarised when the context is nearly full, and at which percentage of it. */
const compaction = z.enum(['ask', 'automatic', 'never'])
const compactionShare = z.int().min(20).max(95)

/** The key of an endpoint in `endpoints`. */
export const endpointId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be small letters, digits and hyphens')

/**
 * A kind of server, whose dialects are known: a hosted provider, a local server, or another one, from which Atrium
 * expects as little as possible. Anthropic's includes gateways that pass its API on unchanged.
 */
export const profile = z.enum([
  ...(['anthropic', 'openai', 'azure', 'openrouter', 'google', 'groq', 'mistral', 'deepseek', 'together'] as const),
  ...(['ollama', 'lm-studio', 'llama-cpp', 'vllm', 'other'] as const),
])

/** The API of an endpoint: Anthropic's Messages, OpenAI's Chat Completions or OpenAI's Responses. */
export const apiName = z.enum(['messages', 'chat', 'responses'])

/** A service with models. */
export const endpoint = z.strictObject({
  name: z.string().trim().min(1).max(60).optional(),
  baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
  profile,
  /** Absent: the profile's usual one. */
  wire: apiName.optional(),
  /** Sent with every request, after Atrium's own; none carries a secret. */
  headers: extraHeaders.optional(),
})

/** The name of one of the user's own prompts, as typed after a slash. */
export const promptName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be small letters, digits and hyphens')

/** One of the user's own prompts; `text` can have gaps such as {{topic}}. */
export const ownPrompt = z.strictObject({
  description: z.string().trim().min(1).max(200).optional(),
  text: z.string().trim().min(1).max(10_000),
})

/** Max own prompts. */
export const mostPrompts = 100

const modelId = z.string().min(1).max(200)

/** A model at an endpoint. */
export const modelChoice = z.strictObject({ endpoint: endpointId, model: modelId })

/** The user's facts about a model, which count if its server doesn't say. */
export const modelFacts = z.strictObject({
  contextTokens: z.int().min(1).max(100_000_000).optional(),
  images: z.boolean().optional(),
  documents: z.boolean().optional(),
  audio: z.boolean().optional(),
  tools: z.boolean().optional(),
})

const dollars = z.number().min(0).max(100_000)

/** USD per million tokens. Without its own price, the cache costs the same as input. */
export const price = z.strictObject({
  input: dollars,
  output: dollars,
  cacheWrite: dollars.optional(),
  cacheRead: dollars.optional(),
})

/** A model ID, or a prefix followed by a star. */
export const priceKey = z.string().regex(/^[^\s*]{0,200}\*?$/, 'must be a model id, or its beginning and a *')

/** The endpoint that always exists. */
export const anthropic = 'anthropic'
const anthropicEndpoint: Endpoint = { baseUrl: 'https://api.anthropic.com', profile: 'anthropic' }

/** Members of `anthropic` that the file leaves out keep their defaults. */
const withAnthropic = (value: unknown): unknown =>
  isObject(value)
    ? { ...value, anthropic: { ...anthropicEndpoint, ...(isObject(value['anthropic']) ? value['anthropic'] : {}) } }
    : value

const models = z
  .strictObject({
    /** Services with models, by ID. */
    endpoints: z.preprocess(withAnthropic, z.record(endpointId, endpoint)).prefault({}),
    /** The model for new conversations; absent, the user runs tools without a model. */
    default: modelChoice.optional(),
    /** The user's own prices, which override the bundled table. */
    prices: z.record(priceKey, price).default({}),
    /** Whether the model names a new conversation after its first reply, with one request more. */
    titles: z.boolean().optional(),
    /** The user's facts about models, by endpoint and model. */
    facts: z.record(endpointId, z.record(modelId, modelFacts)).optional(),
  })
  .refine((it) => it.default === undefined || Object.hasOwn(it.endpoints, it.default.endpoint), {
    path: ['default', 'endpoint'],
    message: 'must be one of the endpoints',
  })

/**
 * settings.json: preferences that are safe to read, copy and edit by hand. Keys and tokens live in the secret store.
 */
export const settingsFile = z.strictObject({
  models: models.prefault({}),
  appearance: appearance.prefault({}),
  /** Max model messages in one turn before it stops and asks. */
  stepLimit: stepLimit.default(25),
  /** Max estimated tokens of tools' definitions in a request; beyond it, the model searches for tools. */
  toolTokens: toolTokens.default(25_000),
  /** Whether Atrium asks to summarise older messages for the model once its context is nearly full, or does it. */
  compaction: compaction.default('ask'),
  /** The percentage of a model's context from which on older messages are summarised. */
  compactionShare: compactionShare.default(80),
  /** The user's own prompts, by name. */
  prompts: z
    .record(promptName, ownPrompt)
    .refine((all) => Object.keys(all).length <= mostPrompts, { message: `must be at most ${mostPrompts}` })
    .optional(),
  /**
   * URL of the published document that describes this client and serves as its ID for authorization servers that accept
   * such IDs (2025-11-25, client ID metadata documents).
   */
  clientMetadataUrl: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .optional(),
  /** The registry in which to look for servers; absent, the official one. */
  registryUrl: registryUrl.optional(),
  updates: updates.optional(),
  /** How requests reach other computers. */
  network: networkSettings.prefault({}),
  /** Where the user signs in to their company, for servers that they reach through it. */
  companySignIn: companyProvider.optional(),
})

/** The settings a change can name; others stay, and null removes one. Endpoints have their own commands. */
export const settingsChange = z.strictObject({
  models: z
    .strictObject({
      default: modelChoice.nullable().optional(),
      prices: z.record(priceKey, price.nullable()).optional(),
      facts: z.record(endpointId, z.record(modelId, modelFacts.nullable())).optional(),
      titles: z.boolean().optional(),
    })
    .optional(),
  appearance: z.strictObject({ theme: theme.optional(), ...appearanceChoices }).optional(),
  stepLimit: stepLimit.optional(),
  toolTokens: toolTokens.optional(),
  compaction: compaction.optional(),
  compactionShare: compactionShare.optional(),
  registryUrl: registryUrl.nullable().optional(),
  updates: updates.optional(),
  network: networkChange.optional(),
  prompts: z.record(promptName, ownPrompt.nullable()).optional(),
})

/** The name of an endpoint's key in the secret store. */
export const modelKey = (id: string): string => (id === anthropic ? 'anthropic/key' : `endpoint/${id}/key`)

/** Whether this is Anthropic's own address, which requires a key. */
export const isAnthropic = (baseUrl: string): boolean => /^https?:\/\/api\.anthropic\.com([:/?#]|$)/i.test(baseUrl)

export type Profile = z.infer<typeof profile>
export type ApiName = z.infer<typeof apiName>
export type Endpoint = z.infer<typeof endpoint>
export type ModelChoice = z.infer<typeof modelChoice>
export type ModelFacts = z.infer<typeof modelFacts>
export type Settings = z.infer<typeof settingsFile>
export type SettingsChange = z.infer<typeof settingsChange>
/** The appearance with a value for each choice. */
export type Appearance = {
  [K in keyof Settings['appearance']]-?: NonNullable<Settings['appearance'][K]>
}
/** The settings of an installation without `settings.json`. */
export const defaultSettings: Settings = settingsFile.parse({})

/** The appearance before the user makes a choice. */
export const usualAppearance: Appearance = {
  theme: 'system',
  textSize: 'normal',
  chatWidth: 'normal',
  density: 'comfortable',
  interfaceFont: 'bundled',
  codeFont: 'bundled',
  codeLines: 'scroll',
  lineNumbers: 'none',
  sendKey: 'enter',
  openResults: 'pictures',
  notify: 'all',
  closing: 'quit',
}

/** Converts settings of the first release, with one endpoint and its model under `anthropic`, to the current shape. */
export function modernSettings(old: JsonObject): JsonObject {
  const { anthropic: first, ...rest } = old
  if (first === undefined || 'models' in old) return old
  const { baseUrl = anthropicEndpoint.baseUrl, model }: JsonObject = isObject(first) ? first : {}
  const place: JsonObject = { baseUrl, profile: anthropicEndpoint.profile }
  const chosen: JsonObject = model === undefined ? {} : { default: { endpoint: anthropic, model } }
  return { models: { endpoints: { anthropic: place }, prices: {}, ...chosen }, ...rest }
}

/**
 * The model that would answer in a conversation now: its own choice, or else the default for new conversations.
 * Undefined if there is none, or if the chosen endpoint is gone, so the conversation doesn't silently change models.
 */
export function answering(
  choice: ModelChoice | null | undefined,
  { models: known }: Settings,
): ModelChoice | undefined {
  const chosen = choice === undefined ? known.default : choice
  return chosen && Object.hasOwn(known.endpoints, chosen.endpoint) ? chosen : undefined
}
