import { strings } from '../../strings/strings.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CommandWarning } from '../../../shared/risk/command-warnings.ts'
import styles from './launch.module.css'

/** What the command line gives away. Nothing where there is nothing to say, which is no praise. */
export function Warnings({ warnings }: { warnings: CommandWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <ul className={styles.warnings} aria-label={strings.inbox.warnings.label}>
      {warnings.map(({ title, detail }) => (
        <li key={title}>
          <Icon name="warning" size={14} />
          <span className={styles.warning}>
            <b>{title}</b>{' '}
            <span className={styles.detail}>
              <Plain text={detail} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
