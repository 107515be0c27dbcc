import type { Result } from '../../../shared/contract/commands.ts'
import { useQuery } from '../query.ts'

type History = Result<'serverHistory'>

/** Since when a server is in its state; absent while unknown. `moment` is anything that changes with the state. */
export function useHistory(server: string, moment: unknown): History | undefined {
  const { answer, problem } = useQuery('serverHistory', { server }, { moment })
  // If it can't be read, the facts appear without dates.
  return problem === undefined ? answer : undefined
}
