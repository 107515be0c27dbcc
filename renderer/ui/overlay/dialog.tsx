import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { ui } from '../../strings/ui.ts'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import { isShortcut } from '../key-map.ts'
import styles from './dialog.module.css'
import { focusAtOnce } from './focus-at-once.ts'

type DialogProps = {
  open: boolean
  onClose(): void
  title: string
  /** Buttons at the bottom, the harmless one first. */
  footer?: ReactNode
  size?: 'md' | 'lg'
  /** A press outside doesn't close it, because typed input would be lost. */
  keepOpen?: boolean
  /** The action of Ctrl Enter. */
  submit?: (event: KeyboardEvent) => void
  children?: ReactNode
}

/**
 * A modal dialog. Focus starts on the first field, else on the footer's first button, stays inside, and returns to what
 * opened it; Esc and a press outside close it.
 */
export function Dialog({ open, onClose, title, footer, size = 'md', keepOpen = false, submit, children }: DialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLElement>(null)
  const firstFocus = (): boolean =>
    focusAtOnce(
      content.current?.querySelector<HTMLElement>('input, textarea, select') ??
        foot.current?.querySelector<HTMLElement>('button'),
    )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!submit || !isShortcut(event, 'run')) return
    event.preventDefault()
    submit(event)
  }
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={keepOpen}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup className={classes(styles.dialog, styles[size])} initialFocus={firstFocus} onKeyDown={onKeyDown}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label={ui.close} icon="close" />} />
          </header>
          <div ref={content} className={styles.body}>
            {children}
          </div>
          {footer && (
            <footer ref={foot} className={styles.foot}>
              {footer}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
