import type { HostEvent } from '../../../shared/events/events.ts'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import { isResumable, type RunningCall } from '../../../shared/state/running-turns.ts'
import { taskLabel } from '../base/hash.ts'
import type { Journal } from './journal.ts'
import { journalWords as words } from './words.ts'

/**
 * Ends everything that an earlier run left open, each with what is known of its outcome. Leaves open the calls that run
 * as resumable tasks, and their turns. Call it before anything else is appended.
 */
export function recover(journal: Journal): void {
  const { asks, turns, servers, compacting = {}, appCalls = {} } = journal.state
  const closings: HostEvent[] = asks.map(({ id, kind, operation }) => ({
    type: 'ask.closed',
    ask: id,
    kind,
    by: 'expired',
    operation,
  }))
  for (const [turn, { conversation, origin, calls }] of Object.entries(turns)) {
    for (const [call, it] of Object.entries(calls))
      if (isResumable(it)) closings.push(...resuming({ conversation, turn, call }, it))
      else closings.push({ type: 'call.finished', conversation, turn, call, outcome: outcomeOf(it) })
    if (Object.values(calls).some(isResumable)) continue
    const problem = origin === 'person' ? ended : words.continue(ended)
    closings.push({ type: 'turn.finished', conversation, turn, end: 'interrupted', problem })
  }
  // Their page is gone, so nothing takes up one of their tasks.
  for (const [turn, { conversation, calls }] of Object.entries(appCalls))
    for (const [call, it] of Object.entries(calls))
      closings.push({ type: 'call.finished', conversation, turn, call, outcome: outcomeOf(it) })
  for (const [conversation, { id }] of Object.entries(compacting))
    closings.push({ type: 'compaction.finished', conversation, compaction: id, end: 'interrupted', problem: ended })
  for (const [server, { status }] of Object.entries(servers))
    if (status.state !== 'off') closings.push({ type: 'server.changed', server, to: { state: 'off' } })
  if (closings.length > 0) journal.append(...closings)
}

const ended = words.interrupted

function resuming(of: { conversation: string; turn: string; call: string }, { task }: RunningCall): HostEvent[] {
  if (!task?.resumes) return []
  const { every, message, resumes } = task
  return [{ type: 'call.task', ...of, task: taskLabel(resumes.task), status: 'resuming', every, message }]
}

function outcomeOf({ stage }: RunningCall): CallOutcome {
  switch (stage) {
    case 'requested':
      return { status: 'expired' }
    case 'cleared':
      return { status: 'cancelled', mayHaveRun: false }
    case 'started':
      return { status: 'interrupted', mayHaveRun: true }
    default:
      return stage satisfies never
  }
}
