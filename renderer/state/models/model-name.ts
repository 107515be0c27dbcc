import { useHost } from '../replica.ts'

/** What its endpoint calls a model; its id where the list of models does not have it. */
export const useModelName = (model: string, endpoint = 'anthropic'): string =>
  useHost((state) => state.models[endpoint]?.models.find(({ id }) => id === model)?.name ?? model)
