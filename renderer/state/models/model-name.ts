import { useHost } from '../replica.ts'

/** The endpoint's name for a model; its ID if the model list doesn't have it. */
export const useModelName = (model: string, endpoint = 'anthropic'): string =>
  useHost((state) => state.models[endpoint]?.models.find(({ id }) => id === model)?.name ?? model)
