import type { ModelInfo } from '../events/events.ts'
import type { ModelFacts, Settings } from '../config/settings.ts'
import type { HostState } from './state.ts'

/** A model with the user's facts for what its server doesn't say. */
export const withFacts = (model: ModelInfo, facts: ModelFacts | undefined): ModelInfo =>
  facts
    ? {
        ...model,
        contextTokens: model.contextTokens || (facts.contextTokens ?? 0),
        tools: model.tools ?? facts.tools,
        images: model.images ?? facts.images,
        documents: model.documents ?? facts.documents,
        audio: model.audio ?? facts.audio,
      }
    : model

/** A model that isn't in its endpoint's list. */
export const unlisted = (id: string): ModelInfo => ({ id, name: id, contextTokens: 0, outputTokens: 0 })

/** A model of an endpoint, as its server and the user describe it. */
export type EndpointModel = {
  /** As its server says; `known` has the user's facts too. */
  said: ModelInfo
  known: ModelInfo
  isListed: boolean
}

/** An endpoint's models: those it lists, then those the user named by choosing, testing or describing them. */
export function modelsOf(id: string, state: Pick<HostState, 'models' | 'probes' | 'configured'>): EndpointModel[] {
  const { facts, default: chosen } = state.configured.settings.models
  const listed = state.models[id]?.models ?? []
  const isListed = new Set(listed.map((model) => model.id))
  const named = [
    ...(chosen?.endpoint === id ? [chosen.model] : []),
    ...Object.keys(facts?.[id] ?? {}),
    ...Object.keys(state.probes?.[id] ?? {}),
  ]
  const others = [...new Set(named)].filter((model) => !isListed.has(model))
  return [...listed, ...others.map(unlisted)].map((said) => ({
    said,
    known: withFacts(said, facts?.[id]?.[said.id]),
    isListed: isListed.has(said.id),
  }))
}

/** The context of a model in tokens; zero if unknown. */
export function contextOf(
  { endpoint, model }: { endpoint: string; model: string },
  lists: HostState['models'],
  { facts }: Settings['models'],
): number {
  const said = lists[endpoint]?.models.find(({ id }) => id === model) ?? unlisted(model)
  return withFacts(said, facts?.[endpoint]?.[model]).contextTokens
}
