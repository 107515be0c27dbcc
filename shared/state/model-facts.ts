import type { Settings } from '../config/settings.ts'
import type { EventOf, ModelInfo } from '../events/events.ts'
import type { LearnedForm, ModelFactEvent, ProbeFacts } from '../events/model-fact-events.ts'
import { without } from '../schema/records.ts'

/** Models as listed by an endpoint. */
export type ModelList = { models: ModelInfo[]; at: number }

/** The findings of a model's last probe, and when. */
export type Probe = ProbeFacts & { at: number }

/** A lesson and when it was learned; valid for `lessonMs` from then. */
export type Learned = LearnedForm & { at: number }

/** How long Atrium keeps to a lesson before it tries the usual form again. */
export const lessonMs = 24 * 3_600_000

/** Facts about models that hold as long as their endpoint keeps its address, each by endpoint. */
export type ModelKnowledge = {
  models: Record<string, ModelList>
  /** By model. Absent in states of earlier releases. */
  probes?: Record<string, Record<string, Probe>> | undefined
  /** Oldest first. Absent in states of earlier releases. */
  lessons?: Record<string, Learned[]> | undefined
}

/** Max probes and lessons kept per endpoint. */
const mostKept = 100

type Known = ModelKnowledge & { configured: { settings: Settings } }

/** Folds facts about models. Ignores those that arrive after the endpoint moved or was removed. */
export function foldModels(
  state: Known,
  event: EventOf<'models.listed'> | ModelFactEvent,
  at: number,
): Partial<ModelKnowledge> {
  const { endpoint } = event
  if (event.type === 'model.forgotten') return { lessons: without(state.lessons ?? {}, endpoint) }
  if (state.configured.settings.models.endpoints[endpoint]?.baseUrl !== event.baseUrl) return {}
  switch (event.type) {
    case 'models.listed':
      return { models: { ...state.models, [endpoint]: { models: event.models, at } } }
    case 'model.probed': {
      const others = Object.entries(without(state.probes?.[endpoint] ?? {}, event.model)).slice(1 - mostKept)
      const probes = Object.fromEntries([...others, [event.model, { ...event.facts, at }]])
      return { probes: { ...state.probes, [endpoint]: probes } }
    }
    case 'model.learned': {
      const { model, feature, form, reason } = event
      const others = (state.lessons?.[endpoint] ?? []).filter(
        (known) => (known.model !== model || known.feature !== feature) && at - known.at < lessonMs,
      )
      const lessons = [...others, { model, feature, form, reason, at }].slice(-mostKept)
      return { lessons: { ...state.lessons, [endpoint]: lessons } }
    }
    default:
      return event satisfies never
  }
}

/** Facts end with their endpoint's address; those that requests showed, also with the API and the kind of server. */
export function stillKnown(
  { models, probes, lessons }: ModelKnowledge,
  before: Settings,
  after: Settings,
): ModelKnowledge {
  const isThere = (id: string): boolean =>
    after.models.endpoints[id] !== undefined &&
    after.models.endpoints[id].baseUrl === before.models.endpoints[id]?.baseUrl
  const isAsked = (id: string): boolean => {
    const [was, now] = [before.models.endpoints[id], after.models.endpoints[id]]
    return isThere(id) && was?.wire === now?.wire && was?.profile === now?.profile
  }
  return {
    models: only(models, isThere),
    ...(probes && { probes: only(probes, isAsked) }),
    ...(lessons && { lessons: only(lessons, isAsked) }),
  }
}

const only = <T>(all: Record<string, T>, holds: (id: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => holds(id)))
