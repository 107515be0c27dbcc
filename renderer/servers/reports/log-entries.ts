import type { LogLine } from '../../../shared/content/reports.ts'
import { namesError } from '../../../shared/text/error-line.ts'

/** How a program's run ended: its exit code, a signal, or `stopped` by Atrium; empty if unknown. */
export type RunEnd = { at: number; how: string }

/** One row of the log: a line with how often it came in a row, or the beginning or end of a run. */
export type LogEntry =
  | { kind: 'line'; line: LogLine; times: number; isError: boolean }
  | { kind: 'start'; line: LogLine; end: RunEnd | undefined }
  /** The end of a run whose beginning isn't loaded. */
  | { kind: 'end'; line: LogLine; end: RunEnd }

const severe: ReadonlySet<string | null> = new Set(['error', 'critical', 'alert', 'emergency'])

const isError = ({ source, level, text }: LogLine): boolean =>
  severe.has(level) || (source === 'stderr' && namesError(text))

const isStart = ({ source, text }: LogLine): boolean => source === 'atrium' && text === 'started'

function endOf({ source, at, text }: LogLine): RunEnd | undefined {
  const [word, how = ''] = text.split(' ')
  return source === 'atrium' && word === 'ended' ? { at, how } : undefined
}

/** Whether a line is only Atrium's mark of a run, which no filter looks for. */
export const isMark = (line: LogLine): boolean => isStart(line) || endOf(line) !== undefined

const isSame = (a: LogLine, b: LogLine): boolean =>
  a.source === b.source && a.source !== 'atrium' && a.level === b.level && a.logger === b.logger && a.text === b.text

/** Lines, oldest first, with equal ones folded and each run's end in the row of its beginning. */
export function entriesOf(lines: LogLine[]): LogEntry[] {
  const entries: LogEntry[] = []
  let run: Extract<LogEntry, { kind: 'start' }> | undefined
  for (const line of lines) {
    const end = endOf(line)
    const last = entries.at(-1)
    if (isStart(line)) {
      run = { kind: 'start', line, end: undefined }
      entries.push(run)
    } else if (end && run && !run.end) run.end = end
    else if (end) entries.push({ kind: 'end', line, end })
    else if (last?.kind === 'line' && isSame(last.line, line)) last.times += 1
    else entries.push({ kind: 'line', line, times: 1, isError: isError(line) })
  }
  return entries
}
