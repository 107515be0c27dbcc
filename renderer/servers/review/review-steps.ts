import { consentOf } from '../../../shared/state/consents.ts'
import { summarize, type ServerSummary } from '../../state/servers/summary.ts'

/** One server of a review waits for an answer, for Atrium to find its program, or for nothing. */
type StepState = 'asking' | 'preparing' | 'settled'

/** The servers of a review, those of them that the user answers for, and the step to show. */
export type ReviewSteps = {
  servers: ServerSummary[]
  steps: { server: ServerSummary; state: StepState }[]
  /** Index of the step to show; undefined after the last. */
  at: number | undefined
}

type Known = Parameters<typeof summarize>[0]

/** The steps in the order of `ids`. Servers that were removed aren't part of them. */
export function reviewSteps(state: Known, ids: readonly string[], skipped: ReadonlySet<string>): ReviewSteps {
  const servers = ids.flatMap((id) => summarize(state, id) ?? [])
  const steps = servers
    .filter(({ ask, config }) => ask !== undefined || config?.type === 'stdio')
    .map((server) => ({ server, state: stateOf(server, consentOf(state, server.id).trusted !== undefined) }))
  const at = steps.findIndex(({ server, state: its }) => its !== 'settled' && !skipped.has(server.id))
  return { servers, steps, at: at === -1 ? undefined : at }
}

/** A program without an answer yet: Atrium looks for the file that it names before it asks. */
function stateOf({ ask, config, state }: ServerSummary, isTrusted: boolean): StepState {
  if (ask) return 'asking'
  const isBefore = config?.type === 'stdio' && config.enabled && !isTrusted && state.status.state === 'off'
  return isBefore ? 'preparing' : 'settled'
}
