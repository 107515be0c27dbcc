import type { ReactNode } from 'react'
import styles from './more-button.module.css'

/** Shows more of a text, inside the text. */
export const MoreButton = ({ onClick, children }: { onClick(): void; children: ReactNode }) => (
  <button type="button" className={styles.more} onClick={onClick}>
    {children}
  </button>
)
