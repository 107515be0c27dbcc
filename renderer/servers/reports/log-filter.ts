import type { Input } from '../../../shared/contract/commands.ts'
import { logLevels } from '../../../shared/content/reports.ts'
import { strings } from '../../strings/strings.ts'

const words = strings.serverReports.log

/** How severe a line is at least; lines without a level are shown only where nothing much is left out. */
export const severities = ['all', 'info', 'warnings', 'errors'] as const
export type Severity = (typeof severities)[number]
export type LogSource = 'server' | 'stderr'

export type LogFilter = { severity: Severity; source?: LogSource | undefined; text: string }

export const everything: LogFilter = { severity: 'all', text: '' }

export const severityWords = severities.map((it) => words.levels[it])

/** As the host is asked for what fits. */
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

/** Error output has no level: whoever wants only that, or only what is severe, leaves the other wish. */
export function withSource(filter: LogFilter, source: LogSource | undefined): LogFilter {
  const severity = source === 'stderr' && isSevere(filter.severity) ? 'all' : filter.severity
  return { ...filter, severity, source }
}

export function withSeverity(filter: LogFilter, severity: Severity): LogFilter {
  const source = filter.source === 'stderr' && isSevere(severity) ? undefined : filter.source
  return { ...filter, severity, source }
}

const isSevere = (severity: Severity): boolean => severity === 'warnings' || severity === 'errors'

export const isNarrowedLog = ({ severity, source, text }: LogFilter): boolean =>
  severity !== 'all' || source !== undefined || text !== ''
