import type { ReactNode } from 'react'
import styles from './page.module.css'

/** A scrolling page below its bar, with the width of tables, of forms, or of two parts beside each other. */
export function Page({ width = 'form', children }: { width?: 'form' | 'table' | 'wide'; children: ReactNode }) {
  return (
    <div className={styles.page} data-page>
      <div className={styles[width]}>{children}</div>
    </div>
  )
}
