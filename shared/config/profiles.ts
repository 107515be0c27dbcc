import type { ImageType } from '../content/attachments.ts'
import type { Profile } from './settings.ts'

/** Facts the user sees about a kind of model server before choosing it. */
export type About = {
  /** Display name; without one, its address is shown. */
  name?: string
  /** Its drawbacks compared with Anthropic, one sentence each. */
  limits: string[]
}

const local = [
  'Token counts are approximate, and nothing is said about a cache.',
  'Smaller models may write a call of a tool as text. Atrium says so and never runs it.',
]
const noImages = 'Images that a tool returns reach the model as a note only.'

export const aboutProfile: Record<Profile, About> = {
  anthropic: { limits: [] },
  ollama: {
    name: 'Ollama',
    limits: [
      ...local,
      noImages,
      'It cuts a conversation silently where its context ends, and does not say where that is.',
    ],
  },
  'lm-studio': { name: 'LM Studio', limits: local },
  'llama-cpp': {
    name: 'llama.cpp',
    limits: [...local, noImages, 'Tools need a model whose chat template knows them, and the option --jinja.'],
  },
  vllm: {
    name: 'vLLM',
    limits: [...local, 'Tools need the options --enable-auto-tool-choice and --tool-call-parser.'],
  },
  other: { limits: ['Nothing is known of this server, so that as little as possible is expected of it.', ...local] },
}

const usual: ImageType[] = ['image/jpeg', 'image/png']
const all: ImageType[] = [...usual, 'image/gif', 'image/webp']

/** The image types that a server decodes for its models. */
export const imagesOf: Record<Profile, ImageType[]> = {
  anthropic: all,
  ollama: usual,
  'lm-studio': [...usual, 'image/webp'],
  'llama-cpp': usual,
  vllm: all,
  other: usual,
}
