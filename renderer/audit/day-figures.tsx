import { mostCounted } from '../../shared/contract/log.ts'
import { oneDay, type AuditFilter } from '../state/audit-filter.ts'
import { useLedger } from '../state/chat/use-ledger.ts'
import { href } from '../state/routes.ts'
import { useNow } from '../state/use-now.ts'
import { formatDayName } from '../strings/format/time.ts'
import { ledger as words } from '../strings/ledger.ts'
import styles from './audit-page.module.css'

/** The last day with calls in one line; each figure leads to its calls. */
export function DayFigures() {
  const ledger = useLedger(1)
  const now = useNow(60_000)
  if (!ledger) return null
  const { since, calls, changed, denied, deniedByRule } = ledger
  const day = formatDayName(since, now)
  const figures: { count: number; text: string; filter: AuditFilter }[] = [
    { count: calls, text: words.calls(calls, mostCounted), filter: {} },
    { count: changed, text: words.changedFiles(changed), filter: { changed: 'yes' } },
    { count: denied, text: words.deniedCalls(denied, mostCounted), filter: { outcome: 'denied' } },
    { count: deniedByRule, text: words.byRule(deniedByRule, mostCounted), filter: { outcome: 'denied', by: 'rule' } },
  ]
  return (
    <p className={styles.day} role="group" aria-label={words.name(day)}>
      {day}:{' '}
      {figures
        .filter(({ count }) => count > 0)
        .map(({ text, filter }, index) => (
          <span key={text}>
            {index > 0 && ', '}
            <a href={href({ page: 'audit', filter: { ...oneDay(since, now), ...filter } })}>{text}</a>
          </span>
        ))}
    </p>
  )
}
