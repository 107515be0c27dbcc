import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import setting from '../../ui/fields/setting.module.css'
import styles from './server-settings.module.css'

/** One setting, with its meaning below its name. */
export const Row = ({ title, help, children }: { title: string; help: string; children: ReactNode }) => (
  <section className={classes(setting.setting, styles.row)} aria-label={title}>
    <div className="medium">
      {title}
      <p className="small regular ink3">{help}</p>
    </div>
    <div className={setting.control}>{children}</div>
  </section>
)
