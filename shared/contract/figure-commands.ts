import { z } from 'zod'
import { command, id } from './command.ts'

/** How long the last successful calls took, in milliseconds. */
export type CallTimes = { calls: number; p50: number; p95: number }

/** How many calls a server answered, and how many of these answers were errors. */
export type CallCount = { calls: number; failed: number }

/** A tool's calls that its server had, those of them that failed, the last one's moment, and the last ones' times. */
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
 * The processes of a server's tree at a moment of a clock that only counts, in milliseconds: their processor time so far,
 * and resident memory in bytes. Lists those with the most memory; the sums have all. Names are the programs' own.
 */
export type ProcessSample = {
  at: number
  cpuMs: number
  memory: number
  count: number
  processes: { pid: number; name: string; cpuMs: number; memory: number }[]
}

/** Commands about how servers do. */
export const figureCommands = {
  /** By server, among the latest records: its calls since a moment. A server without any is absent. */
  countServerCalls: command('read', z.strictObject({ since: z.int().min(0) })).returns<{
    counts: Record<string, CallCount>
  }>(),
  getServerFigures: command('read', z.strictObject({ server: id })).returns<ServerFigures>(),
  /** A look at the processes of a running program; null if it has none, or the system doesn't say. Nothing repeats it. */
  sampleProcesses: command('read', z.strictObject({ server: id })).returns<{ sample: ProcessSample | null }>(),
} as const
