import { networkWords as words } from './words.ts'

/** Why a proxy didn't let a request through. Its words follow the name of whom the request was for. */
export class ProxyProblem extends Error {
  override readonly name = 'ProxyProblem'
  /** The problem, as a clause. */
  readonly clause: string
  /** The advice, as a clause. */
  readonly advice: string
  /** Whether the same request may succeed later, without a change. */
  readonly passing: boolean

  constructor([clause, advice]: readonly [clause: string, advice: string], passing = false) {
    super(words.sentence(clause, advice))
    this.clause = clause
    this.advice = advice
    this.passing = passing
  }
}

/** The proxy's problem in an error or its causes. */
export function proxyProblemIn(error: unknown): ProxyProblem | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof ProxyProblem) return at
  return undefined
}
