import type { Completion } from '../../../shared/contract/offer-commands.ts'
import { useQuery } from '../../state/query.ts'

/** So long after the last key a server is asked, in milliseconds. */
const waitMs = 150

/** Whose argument it is. */
export type CompletedOf = { template: string } | { prompt: string }

type Asked = { server: string; of: CompletedOf; argument: string; value: string; given: Record<string, string> }

/**
 * What a server proposes for one argument of a prompt or a template, given the others, while `wanted`. It is asked once typing
 * pauses; what it said of another value is not shown. A server that proposes nothing, or fails, leaves the field as it is.
 */
export function useCompletion(asked: Asked, wanted: boolean): Completion | undefined {
  const { answer, problem, isCurrent } = useQuery('complete', wanted ? asked : undefined, { waitMs })
  return isCurrent && problem === undefined ? answer : undefined
}
