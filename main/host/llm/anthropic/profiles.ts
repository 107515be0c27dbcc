import type { Profile } from '../../../../shared/config/settings.ts'
import type { ImageType } from '../../../../shared/content/attachments.ts'
import { imagesOf } from '../../../../shared/config/profiles.ts'

/** What a server makes of the Messages API. Nothing is sent that it lacks, and what it says is read as it means it. */
export type Traits = {
  /** `cache_control`, and the system prompt as blocks that carry it. */
  caching: boolean
  /** Thinking with signatures, which goes back as it came. */
  thinking: boolean
  /** What the model can: asked of it alone, read from the list of all, or said nowhere. */
  limits: 'model' | 'list' | 'nowhere'
  /** Where models are listed. */
  list: '/v1/models' | '/api/v0/models'
  /** Images that it decodes, and whether they may stand in the result of a tool. */
  images: ImageType[]
  imagesInResults: boolean
  /** Its models may write a call into their text instead of making it. */
  writesCalls: boolean
}

const local = {
  caching: false,
  thinking: false,
  limits: 'nowhere',
  list: '/v1/models',
  imagesInResults: true,
  writesCalls: true,
} as const satisfies Partial<Traits>

/** None of the others is known to have `count_tokens`, messages of the role `system` or `tool_choice`; these are never sent. */
export const profiles: Record<Profile, Traits> = {
  anthropic: {
    caching: true,
    thinking: true,
    limits: 'model',
    list: '/v1/models',
    images: imagesOf.anthropic,
    imagesInResults: true,
    writesCalls: false,
  },
  /** Says what a model could take at most, but not what it was started with. Older versions pass over images in results. */
  ollama: { ...local, images: imagesOf.ollama, imagesInResults: false },
  /** Its own list knows which models call tools and what they were loaded with. */
  'lm-studio': {
    ...local,
    limits: 'list',
    list: '/api/v0/models',
    images: imagesOf['lm-studio'],
  },
  /** Takes only the text of results. */
  'llama-cpp': { ...local, images: imagesOf['llama-cpp'], limits: 'list', imagesInResults: false },
  /** Refuses to begin an answer that could outgrow the context. */
  vllm: { ...local, images: imagesOf.vllm, limits: 'list' },
  other: { ...local, images: imagesOf.other },
}
