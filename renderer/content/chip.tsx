import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './chip.module.css'

/** The things that go with the next message, above its text, and what to know about them. */
export const ChipBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>

/** A list of chips; more than a few lines scroll. */
export const Chips = (props: ComponentProps<'ul'>) => <ul {...props} className={styles.chips} />

/** Something that goes with the next message. Delete and Backspace on it take it away. */
export function Chip({ onTakeAway, className, ...rest }: ComponentProps<'li'> & { onTakeAway?(): void }) {
  return (
    <li
      {...rest}
      className={classes(styles.chip, className)}
      onKeyDown={(event) => {
        if (!onTakeAway || (event.key !== 'Delete' && event.key !== 'Backspace')) return
        event.preventDefault()
        onTakeAway()
      }}
    />
  )
}

/** The chip's button that shows exactly what goes. */
export const ChipButton = (props: ComponentProps<'button'>) => (
  <button type="button" {...props} className={styles.show} />
)

/** The name of what goes. */
export const ChipName = ({ title, children }: { title?: string; children: string }) => (
  <bdi className={styles.name} title={title}>
    {children}
  </bdi>
)

/** A size, or the server that it comes from. */
export const ChipDetail = ({ children }: { children: ReactNode }) => <span className={styles.detail}>{children}</span>

/** Why something doesn't go with the message. */
export const ChipProblem = ({ children, ...rest }: ComponentProps<'p'>) => (
  <p {...rest} className={classes(styles.remark, styles.problem)}>
    <Icon name="warning" size={13} />
    {children}
  </p>
)

/** Something to know before sending. */
export const ChipRemark = ({ children }: { children: ReactNode }) => (
  <p className={classes(styles.remark, 'ink2')} role="note">
    <Icon name="info" size={13} />
    <span>{children}</span>
  </p>
)
