import type { Profile } from '../../../../shared/config/settings.ts'
import type { ImageType } from '../../../../shared/content/attachments.ts'
import { carriedOver, imagesOf, type Carried } from '../../../../shared/config/profiles.ts'

/**
 * A server's dialect of the Messages API. Requests contain nothing it lacks, and its answers are read as it means them.
 */
export type Traits = {
  /** `cache_control`, and the system prompt as blocks that carry it. */
  caching: boolean
  /** Thinking with signatures, which goes back unchanged. */
  thinking: boolean
  /** The model's limits come from this API, from what its server tells beside it, or nowhere. */
  limits: 'model' | 'beside' | 'nowhere'
  /** Image types it decodes, and whether tool results can contain images. */
  images: ImageType[]
  imagesInResults: boolean
  /** Not in this API since 2026-10-21, but local servers still take it. */
  temperature: boolean
  /** The files that it passes on to the models that take them. */
  carries: Carried
  /** Its models may write a call as text instead of making it. */
  writesCalls: boolean
}

type Dialect = Omit<Traits, 'carries'>

const local = {
  caching: false,
  thinking: false,
  limits: 'beside',
  imagesInResults: true,
  temperature: true,
  writesCalls: true,
} as const satisfies Partial<Traits>

/**
 * None of the others is known to support `count_tokens`, messages with the role `system`, or `tool_choice`; Atrium
 * never sends these.
 */
const known: Partial<Record<Profile, Dialect>> & { other: Dialect } = {
  anthropic: {
    caching: true,
    thinking: true,
    limits: 'model',
    images: imagesOf.anthropic,
    imagesInResults: true,
    temperature: false,
    writesCalls: false,
  },
  /** Older versions ignore images in results. */
  ollama: { ...local, images: imagesOf.ollama, imagesInResults: false },
  'lm-studio': { ...local, images: imagesOf['lm-studio'] },
  /** Accepts only the text of results. */
  'llama-cpp': { ...local, images: imagesOf['llama-cpp'], imagesInResults: false },
  /** Refuses to begin an answer that could exceed the context. */
  vllm: { ...local, images: imagesOf.vllm },
  other: { ...local, limits: 'nowhere', temperature: false, images: imagesOf.other },
}

/** A server whose dialect of this API is unknown gets the least. */
export const traitsOf = (profile: Profile): Traits => ({
  ...(known[profile] ?? known.other),
  carries: carriedOver('messages', profile),
})
