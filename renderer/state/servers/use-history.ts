import type { Result } from '../../../shared/contract/commands.ts'
import { useQuery } from '../query.ts'

type History = Result<'serverHistory'>

/** Since when a server is as it is; absent while it is not known. `moment` is anything that changes with its state. */
export function useHistory(server: string, moment: unknown): History | undefined {
  const { answer, problem } = useQuery('serverHistory', { server }, { moment })
  // Where it cannot be read, the facts stand without their dates.
  return problem === undefined ? answer : undefined
}
