import { useId, useState, type ReactNode } from 'react'
import { servers } from '../../strings/servers/servers.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import setting from '../../ui/fields/setting.module.css'
import styles from './row.module.css'

type RowProps = { title: string; help?: string; children: ReactNode }

/** One thing to decide about a server: its name at the left, with its explanation at a press. */
export function Row({ title, help, children }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className={classes(setting.setting, styles.row)} aria-label={title}>
      <div>
        <span className={styles.title}>
          {title}
          {help !== undefined && (
            <IconButton
              size="sm"
              icon="info"
              label={servers.explain(title)}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            />
          )}
        </span>
        <p id={id} className="small ink3" hidden={!isOpen}>
          {help}
        </p>
      </div>
      <div className={setting.control}>{children}</div>
    </section>
  )
}
