import { HostError } from '../../shared/errors.ts'
import type { Handlers } from '../../shared/commands.ts'

const unavailable = (): never => {
  throw new HostError('unavailable', 'This is not there yet.')
}

/** Reading and following resources. */
export const resourceHandlers = () =>
  ({
    readResource: async () => unavailable(),
    unfollowResource: async () => unavailable(),
  }) satisfies Partial<Handlers>
