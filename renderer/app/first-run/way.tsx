import { useId, type ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './welcome.module.css'

type WayProps = { icon: IconName; title: string; lede?: string; recommended?: true; children: ReactNode }

/** One way to begin: what it is, and its controls. */
export function Way({ icon, title, lede, recommended, children }: WayProps) {
  const id = useId()
  return (
    <section className={classes(styles.way, recommended && styles.recommended)} aria-labelledby={id}>
      <span className={styles.icon}>
        <Icon name={icon} size={recommended ? 20 : 16} />
      </span>
      <div>
        <h2 id={id} className={styles.name}>
          {title}
        </h2>
        {lede !== undefined && <p className="ink2">{lede}</p>}
        <div className={styles.actions}>{children}</div>
      </div>
    </section>
  )
}

/** Props of a way's controls. */
export type WayControls = {
  /** Why this window can't set anything up. */
  block: string | undefined
  /** Called before something is set up. */
  onSetUp(): void
  onBegin(): void
}
