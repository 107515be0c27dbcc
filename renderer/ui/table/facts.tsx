import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Facts known to Atrium, as names and values in a frame. */
export const FactList = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

/** A name and its value in a list of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
