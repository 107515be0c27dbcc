import { HostError } from '../../../shared/contract/errors.ts'
import type { Verdict } from '../../../shared/rules/verdict.ts'
import type { Journal } from '../journal/journal.ts'
import type { ToolOperation } from '../mcp/requests/operation.ts'
import type { CallingApp } from '../mcp/requests/app-caller.ts'
import { isInQuarantine } from './tools/quarantine.ts'
import { agentWords } from './words.ts'

/** The user allowed a tool for as long as the app that calls it is open. */
export type OpenedByApp = { effect: 'opened'; by: string }

type Deps = { app: CallingApp | undefined; journal: Journal }

/**
 * Whether an earlier answer to the same app lets this call run without asking. Rules are stronger, and a definition
 * under review is asked about each time.
 */
export function openedByApp(
  operation: ToolOperation,
  verdict: Verdict,
  { app, journal }: Deps,
): OpenedByApp | undefined {
  if (verdict.effect !== 'ask' || verdict.because === 'rule' || isInQuarantine(operation, journal.state))
    return undefined
  const by = app?.allowedBy(operation)
  return by === undefined ? undefined : { effect: 'opened', by }
}

/** Throws `bad-input` if an answer's scope isn't for calls of this maker. */
export function assertScope(scope: 'once' | 'conversation' | 'page', app: CallingApp | undefined): void {
  if (scope === 'page' && !app) throw new HostError('bad-input', agentWords.onlyWhileAppOpen)
  if (scope === 'conversation' && app) throw new HostError('bad-input', agentWords.onlyOnceOrApp)
}
