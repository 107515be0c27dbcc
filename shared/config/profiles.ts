import type { ImageType } from '../content/attachments.ts'
import type { Endpoint, Profile, ApiName } from './settings.ts'
import { defined } from '../schema/json.ts'

/** Facts the user sees about a kind of model server before choosing it. */
export type About = {
  /** Display name; without one, its address is shown. */
  name?: string
  /** The API of an endpoint that names none. */
  wire: ApiName
  /** Its usual address; absent if every user has their own. */
  baseUrl?: string
  /** Whether it always requires a key. */
  keyed?: true
  /** The path that tells whether a key is valid, if its model list is public. */
  keyCheck?: string
  /** The page where users get a key. */
  keyAt?: string
  /** Requests name a deployment instead of a listed model, so users type it. */
  namesTyped?: true
}

function hosted(name: string, keyAt: string, baseUrl?: string): About {
  return { name, wire: 'chat', ...defined({ baseUrl }), keyed: true, keyAt }
}

/** How to reach each kind of provider, and where its keys come from. */
export const aboutProfile: Record<Profile, About> = {
  anthropic: {
    wire: 'messages',
    baseUrl: 'https://api.anthropic.com',
    keyAt: 'console.anthropic.com',
  },
  openai: hosted('OpenAI', 'platform.openai.com/api-keys', 'https://api.openai.com/v1'),
  azure: {
    ...hosted('Azure OpenAI', 'portal.azure.com'),
    namesTyped: true,
  },
  openrouter: { ...hosted('OpenRouter', 'openrouter.ai/keys', 'https://openrouter.ai/api/v1'), keyCheck: '/key' },
  google: hosted(
    'Google Gemini',
    'aistudio.google.com/apikey',
    'https://generativelanguage.googleapis.com/v1beta/openai',
  ),
  groq: hosted('Groq', 'console.groq.com/keys', 'https://api.groq.com/openai/v1'),
  mistral: hosted('Mistral', 'console.mistral.ai/api-keys', 'https://api.mistral.ai/v1'),
  deepseek: hosted('DeepSeek', 'platform.deepseek.com/api_keys', 'https://api.deepseek.com'),
  together: hosted('Together', 'api.together.ai/settings/api-keys', 'https://api.together.xyz/v1'),
  ollama: {
    name: 'Ollama',
    wire: 'messages',
    baseUrl: 'http://127.0.0.1:11434',
  },
  'lm-studio': { name: 'LM Studio', wire: 'messages', baseUrl: 'http://127.0.0.1:1234' },
  'llama-cpp': {
    name: 'llama.cpp',
    wire: 'messages',
    baseUrl: 'http://127.0.0.1:8080',
  },
  vllm: {
    name: 'vLLM',
    wire: 'messages',
    baseUrl: 'http://127.0.0.1:8000',
  },
  other: {
    wire: 'messages',
  },
}

/** The providers a user can add, in the order they are offered. Users can add each more than once. */
export const offered = {
  hosted: ['openai', 'openrouter', 'azure', 'google', 'groq', 'mistral', 'deepseek', 'together'],
  here: ['ollama', 'lm-studio', 'llama-cpp', 'vllm'],
  others: ['anthropic', 'other'],
} as const satisfies Record<string, readonly Profile[]>

const usual: ImageType[] = ['image/jpeg', 'image/png']
const all: ImageType[] = [...usual, 'image/gif', 'image/webp']

/** The image types that a server decodes for its models. */
export const imagesOf: Record<Profile, ImageType[]> = {
  anthropic: all,
  openai: all,
  azure: all,
  openrouter: all,
  google: [...usual, 'image/webp'],
  groq: all,
  mistral: all,
  deepseek: [],
  together: usual,
  ollama: usual,
  'lm-studio': [...usual, 'image/webp'],
  'llama-cpp': usual,
  vllm: all,
  other: usual,
}

/** Files that reach a model as they are. */
export type Carried = { documents: boolean; audio: boolean }

/** The kinds of servers that pass on PDF files and sounds over an API, to the models that take them. */
const carriers: Record<ApiName, { documents: readonly Profile[]; audio: readonly Profile[] }> = {
  messages: { documents: ['anthropic', 'other'], audio: [] },
  chat: {
    documents: ['openai', 'azure', 'openrouter', 'google', 'other'],
    audio: ['openai', 'azure', 'openrouter', 'google', 'llama-cpp', 'vllm', 'other'],
  },
  responses: { documents: ['openai', 'azure', 'other'], audio: [] },
}

/** The files that a kind of server passes on over an API, as far as it is known to refuse none of them. */
export const carriedOver = (wire: ApiName, profile: Profile): Carried => ({
  documents: carriers[wire].documents.includes(profile),
  audio: carriers[wire].audio.includes(profile),
})

/** The API that an endpoint is asked over. */
export const apiOf = ({ wire, profile }: Pick<Endpoint, 'wire' | 'profile'>): ApiName =>
  wire ?? aboutProfile[profile].wire
