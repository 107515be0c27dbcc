import { randomUUID } from 'node:crypto'
import { turnOfView } from '../../../shared/events/app-events.ts'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import type { CallByApp } from '../mcp/requests/app-caller.ts'
import { runCall, type CallDeps } from './tool-call.ts'

/**
 * Runs a call that a server's app makes, from request to outcome, like a model's call: the app's request isn't
 * consent. It is journalled in the view's own turn, so no model gets its result. Throws `unavailable` while the log
 * can't be written.
 */
export async function runAppCall(wanted: CallByApp, deps: CallDeps, signal: AbortSignal): Promise<CallOutcome> {
  const { conversation, view, server, tool, arguments: input, app } = wanted
  const { journal } = deps
  journal.assertHealthy()
  const of = { conversation, turn: turnOfView(view), call: randomUUID() }
  journal.append({
    type: 'call.requested',
    ...of,
    origin: { page: wanted.shown },
    server,
    tool,
    ...definedAs(wanted, deps),
    arguments: journal.keep(input),
  })
  const { outcome } = await runCall({ ...of, server, tool, arguments: { input }, app }, deps, signal)
  return outcome
}

/** The tool as its server defines it now; nothing if it has none of this name. */
function definedAs({ server, tool }: CallByApp, { servers }: CallDeps) {
  const found = servers.get(server)?.definition(tool)
  return found && { title: found.entry.title, definition: found.hash }
}
