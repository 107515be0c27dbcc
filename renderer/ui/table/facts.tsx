import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './facts.module.css'

/** Facts known to Atrium, as names and values: in a frame, unless they are part of one. */
export const FactList = ({ framed = true, children }: { framed?: boolean; children: ReactNode }) => (
  <dl className={classes(styles.facts, framed && styles.framed)}>{children}</dl>
)

/** A name and its value in a list of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
