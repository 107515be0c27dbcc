import type { Statement } from './statement.ts'

/** One check of a scenario, as the suite writes it. */
export type Check = { id: string; name: string; status: string; errorMessage?: string | undefined }

/** A scenario's results: the suite's checks, and the driver's last line. */
export type Outcome = { checks: Check[]; statement: Statement | undefined }

export type Verdict = { passed: true; checks: number } | { passed: false; why: string }

/** Every scenario has this check, and it passes even if a client sends nothing. */
const alwaysThere = 'wire-schema-valid'

/**
 * Whether a scenario passes. The suite would also pass a client that did nothing, or merely didn't fail: here a check
 * specific to the scenario must have run, warnings count, and the driver must have finished its part.
 */
export function verdictOn(outcome: Outcome | undefined): Verdict {
  if (!outcome) return { passed: false, why: 'it was not run' }
  const { checks, statement } = outcome
  const faults = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  if (faults.length > 0) return { passed: false, why: faults.map(fault).join('; ') }
  if (!statement) return { passed: false, why: 'the driver ended without a word' }
  if (!statement.acted) return { passed: false, why: statement.because }
  const shown = checks.filter(({ id, status }) => status === 'SUCCESS' && id !== alwaysThere)
  return shown.length > 0 ? { passed: true, checks: shown.length } : { passed: false, why: 'it shows nothing' }
}

const fault = ({ id, name, status, errorMessage }: Check): string =>
  `${status === 'WARNING' ? 'warning ' : ''}${id} (${errorMessage ?? name})`
