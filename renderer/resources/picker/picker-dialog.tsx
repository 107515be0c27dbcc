import { Dialog } from '@base-ui/react/dialog'
import { useRef, type ReactNode } from 'react'
import { resources } from '../../strings/resources.ts'
import { ui } from '../../strings/ui.ts'
import { IconButton } from '../../ui/button.tsx'
import { isShortcut } from '../../ui/key-map.ts'
import { focusAtOnce } from '../../ui/overlay/focus-at-once.ts'
import styles from './picker.module.css'

type PickerDialogProps = {
  title: string
  onClose(): void
  /** Called for Ctrl Enter. */
  onDone(): void
  /** Next to the title: filters for the list. */
  head: ReactNode
  list: ReactNode
  detail: ReactNode
  foot: ReactNode
}

/** The picker's frame: a list, the highlighted item, and its actions. Focus starts in the search. */
export function PickerDialog({ title, onClose, onDone, head, list, detail, foot }: PickerDialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          ref={popup}
          className={styles.dialog}
          initialFocus={() => focusAtOnce(popup.current?.querySelector<HTMLElement>('input[type=search]'))}
          finalFocus={() => document.querySelector<HTMLElement>('[data-composer]') ?? true}
          onKeyDown={(event) => {
            if (!isShortcut(event.nativeEvent, 'run') || event.repeat) return
            event.preventDefault()
            onDone()
          }}
        >
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            {head}
            <Dialog.Close render={<IconButton className={styles.close} label={ui.close} icon="close" />} />
          </header>
          <div className={styles.panes}>
            <div className={styles.list}>{list}</div>
            <section className={styles.detail} aria-label={resources.picker.detail} tabIndex={-1}>
              {detail}
            </section>
          </div>
          <footer className={styles.foot}>{foot}</footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
