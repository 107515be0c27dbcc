import { HostError } from '../../shared/errors.ts'
import type { Handlers } from '../../shared/commands.ts'

const unavailable = (): never => {
  throw new HostError('unavailable', 'This is not there yet.')
}

/** Prompts, completion and lists. */
export const promptHandlers = () =>
  ({
    listResources: async () => unavailable(),
    getPrompt: async () => unavailable(),
    complete: async () => unavailable(),
    shareInstructions: async () => unavailable(),
  }) satisfies Partial<Handlers>
