import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { strings } from '../../strings/strings.ts'
import styles from './drawer.module.css'

/** The sidebar of a narrow window: slides over the page, holds focus, and goes with Esc or a press beside it. */
export function Drawer({ open, onClose, children }: { open: boolean; onClose(): void; children: ReactNode }) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup className={styles.drawer} aria-label={strings.frame.landmarks.drawer}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
