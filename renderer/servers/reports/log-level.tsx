import { logLevels } from '../../../shared/content/reports.ts'
import { useLink } from '../../state/replica.ts'
import { serverReports } from '../../strings/servers/servers-reports.ts'
import { useInOrder } from '../../state/action.ts'
import { Select } from '../../ui/fields/field.tsx'
import styles from './server-log.module.css'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = serverReports.log

/** The minimum level to request from a server. `logs`: whether it says that it logs; null while unknown. */
export function LogLevelChoice({ server, logs }: { server: ServerSummary; logs: boolean | null }) {
  const link = useLink()
  const { id, name, config } = server
  const { status } = server.state
  const isLegacy = status.state === 'ready' && status.era === 'legacy'
  const change = useInOrder((value: string) =>
    link.call('setLogLevel', { server: id, level: logLevels.find((it) => it === value) ?? null }),
  )
  const reason = change.problem ?? (logs === false ? words.noLog : isLegacy ? words.ownLevelLater : undefined)
  return (
    <Select
      className={styles.choice}
      aria-label={words.level(name)}
      aria-description={reason}
      title={reason}
      disabled={!config || logs === false}
      value={config?.logLevel ?? ''}
      onChange={(event) => void change.run(event.target.value)}
    >
      <option value="">{words.ownLevel}</option>
      {logLevels.map((level) => (
        <option key={level} value={level}>
          {words.asked(level)}
        </option>
      ))}
    </Select>
  )
}
