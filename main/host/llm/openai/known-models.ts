import type { Profile } from '../../../../shared/config/settings.ts'
import type { ModelLimits } from '../request/prepare.ts'
import { unknownLimits, type ListedModel } from '../api/api.ts'
import { defined } from '../../../../shared/schema/json.ts'

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

/** A model's published limits, by the beginning of its ID; zeros if nothing is published. */
export function publishedLimits(model: string): ModelLimits {
  const [, figures] = published.find(([beginning]) => beginning.test(model.replace(/^models\//, ''))) ?? []
  if (!figures) return unknownLimits
  const [contextTokens, outputTokens, images] = figures
  return { ...unknownLimits, contextTokens, outputTokens, images }
}

/** The models of a list that has only IDs, with what is published of them. */
export function withPublished(models: ListedModel[], profile: Profile): ListedModel[] {
  if (tellsLimits(profile)) return models
  return models.map(({ info }) => {
    const limits = publishedLimits(info.id)
    const { contextTokens, outputTokens, images } = limits
    return { info: { ...info, contextTokens, outputTokens, ...defined({ images }) }, limits }
  })
}
