import { useHost } from '../host.ts'

/** What the API calls a model; its id where the list of models does not have it. */
export const useModelName = (model: string): string =>
  useHost((state) => state.models.models.find(({ id }) => id === model)?.name ?? model)
