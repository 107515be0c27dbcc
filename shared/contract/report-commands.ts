import { z } from 'zod'
import { command, id } from './command.ts'
import { logLevels, type TrafficFrame, type FrameRow, type LogLine } from '../content/reports.ts'

const page = { server: id, before: z.int().positive().optional(), limit: z.int().min(1).max(500).default(200) }
const words = z.string().trim().max(200)
/** Filters for traffic: Atrium's requests, notifications, the server's requests, and errors. */
const frameKinds = ['calls', 'notifications', 'asks', 'errors'] as const

/** Commands about what servers report, and about the messages between them and Atrium. */
export const reportCommands = {
  /**
   * Newest first; `none` among the levels selects lines without one. `logs`: whether the server says that it sends a
   * log, null while it isn't running.
   */
  listLog: command(
    'read',
    z.strictObject({
      ...page,
      levels: z
        .array(z.enum([...logLevels, 'none']))
        .min(1)
        .max(9)
        .optional(),
      sources: z
        .array(z.enum(['server', 'stderr']))
        .min(1)
        .max(2)
        .optional(),
      text: words.optional(),
    }),
  ).returns<{ rows: LogLine[]; more: boolean; logs: boolean | null }>(),
  /**
   * The minimum level the server sends to its log, now and after a restart. Changes the configuration, but nothing that
   * runs or that a model sees. Null leaves it to the server.
   */
  setLogLevel: command('use', z.strictObject({ server: id, level: z.enum(logLevels).nullable() })).returns<void>(),
  /** Newest first. If `pings` is false, only those that failed are listed. */
  listFrames: command(
    'read',
    z.strictObject({
      ...page,
      kinds: z.array(z.enum(frameKinds)).min(1).max(4).optional(),
      method: z.string().min(1).max(200).optional(),
      text: words.optional(),
      pings: z.boolean().optional(),
    }),
  ).returns<{ rows: FrameRow[]; more: boolean }>(),
  /** A message with its answer, and the record of its call. `not-found` if it is no longer kept. */
  getFrame: command('read', z.strictObject({ frame: z.int().positive() })).returns<{
    row: FrameRow
    request: TrafficFrame
    response: TrafficFrame | null
    record: number | null
  }>(),
}
