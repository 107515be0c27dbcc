import type { ModelInfo } from '../../../shared/events/events.ts'
import { aboutProfile } from '../../../shared/config/profiles.ts'
import { isLoopbackHost } from '../../../shared/config/server-config.ts'
import { anthropic, type Endpoint, type ModelChoice, type Settings } from '../../../shared/config/settings.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { unlisted, withFacts } from '../../../shared/state/known-model.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'

/** An address's host and port. */
export const hostAndPort = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl)

/** An endpoint's display name: the user's, else its kind's, else its address. */
export function placeName(id: string, { name, profile, baseUrl }: Endpoint): string {
  if (name !== undefined) return name
  return id === anthropic ? 'Anthropic' : (aboutProfile[profile].name ?? hostAndPort(baseUrl))
}

/** Whether everything sent there stays on this computer. */
export const isHere = (baseUrl: string): boolean => URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname)

/** An unused ID for a new endpoint; the existing one if the address is the same. */
export function idFor(wanted: string, baseUrl: string, endpoints: Settings['models']['endpoints']): string {
  const known = Object.entries(endpoints).find(([, endpoint]) => endpoint.baseUrl === baseUrl)
  return known ? known[0] : freeEndpointId(wanted, endpoints)
}

/** An unused ID that resembles a name. */
export function freeEndpointId(wanted: string, endpoints: Settings['models']['endpoints']): string {
  const slug =
    wanted
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 28)
      .replace(/-$/, '') || 'endpoint'
  for (let i = 1; ; i++) {
    const id = i === 1 ? slug : `${slug}-${i}`
    if (!Object.hasOwn(endpoints, id)) return id
  }
}

/** The listed model to offer first: one that supports tool calls; of Anthropic's, the newest Sonnet. */
export function firstOffer(models: ModelInfo[]): ModelInfo | undefined {
  const able = models.filter(({ tools }) => tools !== false)
  return able.find(({ id }) => id.startsWith('claude-sonnet')) ?? able[0] ?? models[0]
}

/** A listed model that is faster than this one: of Anthropic's, the newest Haiku. Others say nothing about it. */
export const fasterModel = (models: ModelInfo[], current: string): ModelInfo | undefined =>
  current.startsWith('claude-haiku') ? undefined : models.find(({ id }) => id.startsWith('claude-haiku'))

/** A model's name and, if it adds anything, its ID. */
export const modelLabel = ({ id, name }: Pick<ModelInfo, 'id' | 'name'>): string =>
  plainLabel(name === id ? id : `${name} (${id})`, 90)

/** An endpoint with the models it lists. */
export type PlaceOfModels = { id: string; name: string; models: ModelInfo[] }

/** The endpoints and their models; includes the chosen model even if no list has it. */
export function modelsByPlace(
  { endpoints, facts }: Settings['models'],
  lists: HostState['models'],
  chosen: ModelChoice | undefined,
): PlaceOfModels[] {
  return Object.entries(endpoints).flatMap(([id, endpoint]) => {
    const listed = lists[id]?.models ?? []
    const isMissing = chosen?.endpoint === id && !listed.some((model) => model.id === chosen.model)
    const all = isMissing ? [unlisted(chosen.model), ...listed] : listed
    const models = all.map((model) => withFacts(model, facts?.[id]?.[model.id]))
    return models.length === 0 ? [] : [{ id, name: plainLabel(placeName(id, endpoint)), models }]
  })
}

const noModel = unlisted('')

/** The family in a model's name: without its version, date and size. */
export const modelFamily = ({ id }: ModelInfo): string =>
  /^[a-z]+(?:-[a-z]+)*/i.exec(id.replace(/^claude-(?:\d+-)*/, ''))?.[0] ?? id

/** The model to offer first, then the others by family; each family begins with its first listed. */
export function modelsInOrder(models: ModelInfo[]): ModelInfo[] {
  const first = firstOffer(models)
  const families = [...Map.groupBy(models, modelFamily).values()].toSorted(
    (a, b) => Number(b.includes(first ?? noModel)) - Number(a.includes(first ?? noModel)),
  )
  return [...(first ? [first] : []), ...families.flat().filter((model) => model !== first)]
}
