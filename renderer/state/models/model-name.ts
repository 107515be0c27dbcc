import type { HostState } from '../../../shared/state/state.ts'
import { useHost } from '../replica.ts'

/** The endpoint's name for a model; its ID if the model list doesn't have it. */
export const useModelName = (model: string, endpoint = 'anthropic'): string =>
  useHost((state) => state.models[endpoint]?.models.find(({ id }) => id === model)?.name ?? model)

/** A model's name in any endpoint's list, if its endpoint isn't known. */
export function modelNameOf(model: string, lists: HostState['models']): string {
  const named = Object.values(lists).flatMap(({ models }) => models.find(({ id }) => id === model) ?? [])
  return named[0]?.name ?? model
}
