import type { Profile } from '../../../../shared/config/settings.ts'
import type { ModelLimits } from '../request/prepare.ts'
import { unknownLimits, type ListedModel } from '../api/api.ts'

/** Kinds of servers whose list has only IDs. */
const listless: ReadonlySet<Profile> = new Set<Profile>(['openai', 'azure', 'google', 'deepseek'])

type Figures = [contextTokens: number, outputTokens: number, images: boolean]

/** Published figures by the beginning of an ID; what follows must be a version. A refusal corrects a wrong figure. */
const published: [RegExp, Figures][] = [
  [/^gpt-4\.1/, [1_047_576, 32_768, true]],
  [/^(?:chatgpt-)?gpt-4o|^chatgpt-4o/, [128_000, 16_384, true]],
  [/^gpt-5/, [400_000, 128_000, true]],
  [/^o[34]/, [200_000, 100_000, true]],
  [/^gemini-(?:2\.5|3)/, [1_048_576, 65_536, true]],
]

/** Whether this kind of server tells a model's limits at all. */
export const tellsLimits = (profile: Profile): boolean => !listless.has(profile)

/** Models that hear, by their ID. */
const hearing = /(?:^|-)audio(?:-|$)/

/**
 * A model's published limits, by the beginning of its ID; zeros if nothing is published. OpenAI reads a PDF for every
 * model that sees; whether another server of these models does isn't published.
 */
export function publishedLimits(model: string, profile: Profile): ModelLimits {
  const [, figures] = published.find(([beginning]) => beginning.test(model.replace(/^models\//, ''))) ?? []
  const hears = profile === 'openai' && hearing.test(model)
  const audio = hears ? { audio: true } : {}
  if (!figures) return { ...unknownLimits, ...audio }
  const [contextTokens, outputTokens, sees] = figures
  const images = sees && !hears
  return {
    ...unknownLimits,
    contextTokens,
    outputTokens,
    images,
    ...(profile === 'openai' && { documents: images, audio: hears }),
  }
}

/** The models of a list that has only IDs, with what is published of them. */
export function withPublished(models: ListedModel[], profile: Profile): ListedModel[] {
  if (tellsLimits(profile)) return models
  return models.map(({ info }) => {
    const limits = publishedLimits(info.id, profile)
    const { adaptiveThinking: _ofOthers, ...known } = limits
    return { info: { ...info, ...known }, limits }
  })
}
