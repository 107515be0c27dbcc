import { HostError } from '../../../shared/contract/errors.ts'
import type { Verdict } from '../../../shared/rules/verdict.ts'
import type { Journal } from '../journal/journal.ts'
import type { ToolOperation } from '../mcp/requests/operation.ts'
import type { CallingPage } from '../mcp/requests/app-caller.ts'
import { isInQuarantine } from './tools/quarantine.ts'
import { agentWords } from './words.ts'

/** The user allowed a tool for as long as the page that calls it is open. */
export type OpenedByPage = { effect: 'opened'; by: string }

type Deps = { page: CallingPage | undefined; journal: Journal }

/**
 * Whether an earlier answer to the same page lets this call run without asking. Rules are stronger, and a definition
 * under review is asked about each time.
 */
export function openedByPage(
  operation: ToolOperation,
  verdict: Verdict,
  { page, journal }: Deps,
): OpenedByPage | undefined {
  if (verdict.effect !== 'ask' || verdict.because === 'rule' || isInQuarantine(operation, journal.state))
    return undefined
  const by = page?.allowedBy(operation)
  return by === undefined ? undefined : { effect: 'opened', by }
}

/** Throws `bad-input` if an answer's scope isn't for calls of this maker. */
export function assertScope(scope: 'once' | 'conversation' | 'page', page: CallingPage | undefined): void {
  if (scope === 'page' && !page) throw new HostError('bad-input', agentWords.onlyWhilePageOpen)
  if (scope === 'conversation' && page) throw new HostError('bad-input', agentWords.onlyOnceOrPage)
}
