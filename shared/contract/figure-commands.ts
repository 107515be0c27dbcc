import { z } from 'zod'
import { command, id } from './command.ts'

/** How long the last successful calls took, in milliseconds. */
export type CallTimes = { calls: number; p50: number; p95: number }

/**
 * The outcomes of calls that figures count: their servers had them until they ended. All but `succeeded` are failures,
 * so a call that timed out failed.
 */
export const countedOutcomes: readonly (string | null)[] = ['succeeded', 'failed', 'timed-out']

/** How many calls ended with one of `countedOutcomes`, and how many of these failed. */
export type CallCount = { calls: number; failed: number }

/** A tool's calls. `at`: when the last one ended. */
export type ToolFigures = CallCount & { tool: string; at: number; times: CallTimes | null }

/** Messages in one direction since a moment; `bytes` of JSON. */
export type TrafficTotal = { since: number; messages: number; bytes: number }

/** `restarts`: starts by Atrium after a failure. `failedAt`: the last failure. */
export type ServerRuns = { since: number; starts: number; failures: number; restarts: number; failedAt: number | null }

/** A server's figures, from running totals; null for a figure that the server doesn't have. */
export type ServerFigures = {
  times: CallTimes | null
  tools: ToolFigures[]
  runs: ServerRuns | null
  sent: TrafficTotal | null
  received: TrafficTotal | null
}

/**
 * The processes of a server's tree at one moment: their processor time so far in milliseconds, and resident memory in
 * bytes. `at` is a monotonic clock's milliseconds. Lists the processes with the most memory; the sums have all. Names
 * are the programs' own.
 */
export type ProcessSample = {
  at: number
  cpuMs: number
  memory: number
  count: number
  processes: { pid: number; name: string; cpuMs: number; memory: number }[]
}

/** Commands about servers' performance. */
export const figureCommands = {
  /** By server, the calls that ended since a moment, among the latest records. A server without any is absent. */
  countServerCalls: command('read', z.strictObject({ since: z.int().min(0) })).returns<{
    counts: Record<string, CallCount>
  }>(),
  getServerFigures: command('read', z.strictObject({ server: id })).returns<ServerFigures>(),
  /** Samples a server's processes once; null if it has none, or the system doesn't say. */
  sampleProcesses: command('read', z.strictObject({ server: id })).returns<{ sample: ProcessSample | null }>(),
} as const
