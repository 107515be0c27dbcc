import type { ReactNode } from 'react'
import { frame } from '../../strings/frame.ts'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import styles from './bar.module.css'
import { useFrame } from './frame-context.ts'

/** The title of a page below another, after a link to that one. */
export const BarTrail = ({ up, to, children }: { up: ReactNode; to: string; children: ReactNode }) => (
  <>
    <a className={styles.up} href={to}>
      {up}
    </a>{' '}
    <span className={styles.here}>{children}</span>
  </>
)

/** A page's header: its title, a detail, and its actions. */
export function Bar({ title, detail, children }: { title: ReactNode; detail?: ReactNode; children?: ReactNode }) {
  const { openMenu } = useFrame()
  return (
    <header className={classes('titlebar', styles.bar)}>
      <IconButton className={styles.menu} label={frame.openMenu} icon="menu" onClick={openMenu} />
      <h1 className="trunc semi">{title}</h1>
      {detail && <span className={styles.detail}>{detail}</span>}
      <div className={styles.actions}>{children}</div>
    </header>
  )
}
