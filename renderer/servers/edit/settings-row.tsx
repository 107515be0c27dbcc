import type { ReactNode } from 'react'
import styles from './server-settings.module.css'

/** One setting, with its meaning below its name. */
export const Row = ({ title, help, children }: { title: string; help: string; children: ReactNode }) => (
  <section className={styles.row} aria-label={title}>
    <div className="medium">
      {title}
      <p className="small block regular ink3">{help}</p>
    </div>
    <div className={styles.control}>{children}</div>
  </section>
)
