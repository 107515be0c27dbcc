import type { NamedFile } from '../../../shared/changes/named-file.ts'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { clip } from '../../../shared/text/clip.ts'
import type { Journal } from '../journal/journal.ts'
import type { Cleared, ToolOperation } from '../mcp/requests/operation.ts'
import { firstText } from '../mcp/results/call-result.ts'
import type { CallOptions, CallReply } from '../mcp/requests/call.ts'
import type { Server } from '../mcp/server/server.ts'
import { agentWords as words } from './words.ts'
import { defined } from '../../../shared/schema/json.ts'

type Sent = {
  /** Journals what becomes known of the call while it runs. */
  watch: Pick<CallOptions, 'onTask' | 'onProgress' | 'onLeg'>
  /** Journals its first leg. */
  start(files: NamedFile[] | undefined): void
}

/** Journals a call on its way to a server, and while it is there. */
export function watchedCall(operation: Cleared<ToolOperation>, server: Server, journal: Journal): Sent {
  const { conversation, turn, call, tool, argumentsHash, configuration, definition } = operation
  const of = { conversation, turn, call }
  const era = server.status.state === 'ready' ? server.status.era : 'legacy'
  const started = { type: 'call.started', ...of, server: server.id, tool, era, argumentsHash } as const
  return {
    start: (files) => journal.append({ ...started, leg: 1, ...(files && { files }) }),
    watch: {
      onTask: ({ isTurn, task, status, resumes, answers, ...said }) =>
        journal.append(
          isTurn
            ? {
                type: 'call.task',
                ...of,
                task,
                status,
                ...said,
                ...(resumes && { resumes: { ...resumes, configuration, definition, argumentsHash } }),
                ...defined({ answers }),
              }
            : { type: 'call.polled', ...of, ...said },
        ),
      onProgress: (progress) => journal.append({ type: 'call.progress', ...of, ...progress }),
      onLeg: async (leg) => {
        journal.append({ ...started, leg })
        await journal.durable()
        return undefined
      },
    },
  }
}

/** A call's outcome by its server's reply, with the result stored. */
export function outcomeOfReply(reply: CallReply, journal: Journal): CallOutcome {
  if (reply.status === 'timed-out') return { ...reply, mayHaveRun: true }
  if (reply.status !== 'answered') return reply
  const result = reply.stored ? journal.keepBytes(reply.stored) : journal.keep(reply.result)
  const notes = reply.notes.length > 0 ? reply.notes : undefined
  if (reply.result['isError'] !== true) return { status: 'succeeded', result, notes }
  return { status: 'failed', problem: problemIn(reply.result), mayHaveRun: true, result }
}

/** The server's own words for an error, shortened; shown as third-party text. */
function problemIn(result: JsonObject): string {
  return clip(firstText(result) ?? words.toolFailed, 500)
}
