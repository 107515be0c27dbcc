import type { Input } from '../../../shared/contract/commands.ts'
import { logLevels } from '../../../shared/content/reports.ts'
import { serverReports } from '../../strings/servers/servers-reports.ts'

const words = serverReports.log

/** The minimum severity; lines without a level appear with `all` and `info`. */
export const severities = ['all', 'info', 'warnings', 'errors'] as const
export type Severity = (typeof severities)[number]
export type LogSource = 'server' | 'stderr'

/** An absent `source` means both; an empty `text` matches every line. */
export type LogFilter = { severity: Severity; source?: LogSource | undefined; text: string }

/** The filter that hides nothing. */
export const everything: LogFilter = { severity: 'all', text: '' }

/** Labels in the order of `severities`. */
export const severityWords = severities.map((it) => words.levels[it])

/** The filter as the host expects it. */
export function logQuery({ severity, source, text }: LogFilter): Partial<Input<'listLog'>> {
  return {
    ...(severity !== 'all' && { levels: levelsOf(severity) }),
    ...(source && { sources: [source] }),
    ...(text !== '' && { text }),
  }
}

function levelsOf(severity: Exclude<Severity, 'all'>): NonNullable<Input<'listLog'>['levels']> {
  const from = (level: (typeof logLevels)[number]) => logLevels.slice(logLevels.indexOf(level))
  if (severity === 'info') return ['none', ...from('info')]
  return from(severity === 'warnings' ? 'warning' : 'error')
}

/** Stderr has no levels: choosing only stderr, or only severe lines, resets the other choice. */
export function withSource(filter: LogFilter, source: LogSource | undefined): LogFilter {
  const severity = source === 'stderr' && isSevere(filter.severity) ? 'all' : filter.severity
  return { ...filter, severity, source }
}

/** Standard error has no severity, so warnings and errors drop that source: the list would be empty. */
export function withSeverity(filter: LogFilter, severity: Severity): LogFilter {
  const source = filter.source === 'stderr' && isSevere(severity) ? undefined : filter.source
  return { ...filter, severity, source }
}

const isSevere = (severity: Severity): boolean => severity === 'warnings' || severity === 'errors'

/** Whether the filter can be the reason for an empty list. */
export const isNarrowedLog = ({ severity, source, text }: LogFilter): boolean =>
  severity !== 'all' || source !== undefined || text !== ''
