import type { ImageType } from '../../../../shared/content/attachments.ts'
import { carriedOver, imagesOf, type Carried } from '../../../../shared/config/profiles.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import type { IdForm } from '../request/api-messages.ts'
import type { SchemaLevel } from '../request/schema-levels.ts'
import type { Lesson } from '../api/api.ts'

/** A server's dialect of OpenAI's APIs: what a request to it has, and what it refuses. */
export type ApiDialect = {
  /** Whether it also has the Responses API, which some of its models require. */
  hasResponses: boolean
  /** The field that limits the answer; undefined if none is sent. */
  outputLimit: 'max_tokens' | 'max_completion_tokens' | undefined
  /** Whether an answer is limited if the model's own limit is unknown; hosted servers then know a better one. */
  limitsUnknown: boolean
  /** Whether tokens are reported only if `stream_options` asks for them. */
  asksUsage: boolean
  /** `parallel_tool_calls: true`, for a server that allows one call at a time otherwise. */
  parallelCalls: boolean
  /** `store: false`, for a server that may keep conversations otherwise. */
  forbidsStore: boolean
  /** `reasoning_effort`, sent only after a refusal taught it. */
  effort: string | undefined
  /** Models that refuse any temperature but their own. */
  fixedTemperature: RegExp | undefined
  /** Models whose prompts are cached only if `cache_control` asks for it. */
  cachesOnRequest: RegExp | undefined
  /** The field in which the model's own reasoning goes back; if undefined, it's dropped. */
  reasoning: 'reasoning_content' | 'reasoning_details' | 'extra_content' | undefined
  /** `reasoning_content` of messages that have no reasoning, if the server requires it. */
  noReasoning: string | undefined
  /** `content` of a message that only has calls. */
  besideCalls: '' | null
  /** Whether the model must speak between results and the user's next words. */
  bridgesResults: boolean
  /** IDs of calls that it takes back. */
  ids: RegExp
  schema: SchemaLevel
  /** Whether a tool without properties must say so; Google refuses that. */
  requiresProperties: boolean
  /** Max length of a tool's description. */
  description: number
  mostTools: number | undefined
  images: { types: ImageType[]; most: number; bytes: number }
  /** Whether a model is shown images if nothing is known of its sight. */
  assumesSight: boolean
  /** Max base64 of images and files in a request, if it is less than usual. */
  mediaBytes?: number
  /** The files that it passes on to the models that take them, by API. */
  carries: Record<'chat' | 'responses', Carried>
  /** A plugin that keeps PDF files from anyone but the model's provider. */
  nativeFiles?: true
}

const anyId = /^[\w.:-]{1,64}$/
const megabyte = 1024 * 1024

const hosted = {
  hasResponses: false,
  outputLimit: 'max_tokens',
  limitsUnknown: false,
  asksUsage: true,
  parallelCalls: false,
  forbidsStore: false,
  effort: undefined,
  fixedTemperature: undefined,
  cachesOnRequest: undefined,
  reasoning: undefined,
  noReasoning: undefined,
  besideCalls: null,
  bridgesResults: false,
  ids: anyId,
  schema: 'full',
  requiresProperties: false,
  description: 4096,
  mostTools: 128,
  assumesSight: false,
} as const satisfies Partial<ApiDialect>

const local = { ...hosted, limitsUnknown: true, mostTools: undefined } as const

const openai = {
  ...hosted,
  hasResponses: true,
  outputLimit: 'max_completion_tokens',
  forbidsStore: true,
  fixedTemperature: /^(?:o\d|gpt-5)/,
  ids: /^[\w.:-]{1,40}$/,
  assumesSight: true,
} as const

const usualImages = { most: 20, bytes: 16 * megabyte }

/** An unknown server gets what most others take; its refusals teach the rest. */
const cautious: Omit<ApiDialect, 'carries'> = {
  ...local,
  ids: /^[\w.:-]{1,40}$/,
  schema: 'plain',
  description: 1024,
  images: { types: imagesOf.other, ...usualImages },
}

const dialects: Record<Profile, Omit<ApiDialect, 'carries'>> = {
  openai: { ...openai, images: { types: imagesOf.openai, most: 100, bytes: 24 * megabyte } },
  azure: { ...openai, images: { types: imagesOf.azure, most: 50, bytes: 16 * megabyte } },
  openrouter: {
    ...hosted,
    outputLimit: 'max_completion_tokens',
    cachesOnRequest: /^anthropic\//,
    reasoning: 'reasoning_details',
    nativeFiles: true,
    images: { types: imagesOf.openrouter, ...usualImages },
  },
  google: {
    ...hosted,
    reasoning: 'extra_content',
    schema: 'proto',
    assumesSight: true,
    images: { types: imagesOf.google, most: 100, bytes: 12 * megabyte },
    mediaBytes: 12 * megabyte,
  },
  groq: {
    ...hosted,
    outputLimit: 'max_completion_tokens',
    asksUsage: false,
    images: { types: imagesOf.groq, most: 5, bytes: 4 * megabyte },
  },
  mistral: {
    ...hosted,
    asksUsage: false,
    bridgesResults: true,
    ids: /^[a-zA-Z0-9]{9}$/,
    images: { types: imagesOf.mistral, most: 8, bytes: 16 * megabyte },
  },
  deepseek: {
    ...hosted,
    asksUsage: false,
    reasoning: 'reasoning_content',
    images: { types: imagesOf.deepseek, most: 0, bytes: 0 },
  },
  together: { ...hosted, images: { types: imagesOf.together, ...usualImages } },
  ollama: { ...local, images: { types: imagesOf.ollama, ...usualImages } },
  'lm-studio': {
    ...local,
    besideCalls: '',
    requiresProperties: true,
    images: { types: imagesOf['lm-studio'], ...usualImages },
  },
  'llama-cpp': {
    ...local,
    parallelCalls: true,
    besideCalls: '',
    schema: 'plain',
    images: { types: imagesOf['llama-cpp'], ...usualImages },
  },
  /** Refuses to begin an answer that could exceed the context. */
  vllm: { ...local, limitsUnknown: false, images: { types: imagesOf.vllm, ...usualImages } },
  anthropic: cautious,
  other: cautious,
}

/** The dialect of a kind of server. */
export const apiDialectOf = (profile: Profile): ApiDialect => ({
  ...dialects[profile],
  carries: { chat: carriedOver('chat', profile), responses: carriedOver('responses', profile) },
})

/** The dialect, changed by what the server's refusals taught about a model. */
export const withLessons = (dialect: ApiDialect, lessons: readonly Lesson[]): ApiDialect =>
  lessons.reduce(taught, dialect)

/** Descriptions as gateways of older versions take them. */
const shortDescription = 1024

/** One lesson's form of the request; a form unknown to this version changes nothing. */
function taught(dialect: ApiDialect, { feature, form }: Lesson): ApiDialect {
  switch (feature) {
    case 'stream-options':
      return { ...dialect, asksUsage: form !== 'none' }
    case 'output-limit':
      return form === 'none' || form === 'max_tokens' || form === 'max_completion_tokens'
        ? { ...dialect, outputLimit: form === 'none' ? undefined : form }
        : dialect
    case 'parallel-calls':
      return { ...dialect, parallelCalls: form !== 'none' }
    case 'schema':
      return { ...dialect, schema: plainer(dialect.schema, form) }
    case 'description':
      return { ...dialect, description: Math.min(dialect.description, Number(form) || shortDescription) }
    case 'effort':
      return { ...dialect, effort: form }
    case 'reasoning':
      return form === 'none'
        ? { ...dialect, reasoning: undefined }
        : { ...dialect, reasoning: 'reasoning_content', noReasoning: ' ' }
    default:
      return dialect
  }
}

/** The plainer of two levels, the later in this order. */
function plainer(usual: SchemaLevel, form: string): SchemaLevel {
  const levels: SchemaLevel[] = ['full', 'plain', 'proto']
  return levels.findLast((level) => level === usual || level === form) ?? usual
}

/** Tools that this server refused one by one, and that are left out. */
export const refusedTools = (lessons: readonly Lesson[]): ReadonlySet<string> =>
  new Set(lessons.flatMap(({ feature }) => (feature.startsWith('tool:') ? [feature.slice('tool:'.length)] : [])))

/** A tool's name as all servers take it: Google wants a letter or `_` first. */
export function toolName(name: string): string {
  const legal = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
  return (/^[a-zA-Z_]/.test(legal) ? legal : `_${legal}`).slice(0, 64)
}

/**
 * IDs of calls: a model's own go back unchanged if the server takes them, because models of the Kimi kind lose the
 * thread otherwise. Others become nine characters, which all servers take, or what a Kimi model would have written.
 */
export const callIds = (legal: RegExp): IdForm => ({
  fits: (given, isOwn) => isOwn && legal.test(given),
  make: (count, { model, name, position }) => {
    const kimi = `functions.${name}:${position}`
    return /kimi/i.test(model) && legal.test(kimi) ? kimi : `call${count.toString(36).padStart(5, '0')}`
  },
})
