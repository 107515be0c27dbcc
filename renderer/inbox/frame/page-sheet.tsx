import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps } from 'react'
import { inbox } from '../../strings/inbox/inbox.ts'
import { classes } from '../../ui/classes.ts'
import { Loading } from '../../ui/loading.tsx'
import styles from './ask-frame.module.css'

const words = inbox.ask

type PageSheetProps = ComponentProps<typeof Dialog.Popup> & {
  open?: boolean
  onOpenChange(open: boolean): void
  /** Covers an open dialog, too. */
  over?: boolean
  /** Whether the page is dimmed behind it. */
  isDim?: boolean
  /** A press beside it doesn't leave it. */
  stays?: boolean
}

/** In place of a question that loads, in a sheet that has its height already. */
export const SheetLoading = () => (
  <div className={styles.loading}>
    <Loading what={words.loading} lines={6} />
  </div>
)

/** Covers the page with a question, all of it in a narrow window. */
export const PageSheet = ({
  open = true,
  onOpenChange,
  over = false,
  isDim = true,
  stays = false,
  ...popup
}: PageSheetProps) => (
  <Dialog.Root open={open} onOpenChange={onOpenChange} disablePointerDismissal={stays}>
    <Dialog.Portal>
      {isDim && <Dialog.Backdrop className={classes('scrim', over && styles.over)} />}
      <Dialog.Popup {...popup} className={classes(styles.sheet, over && styles.over)} />
    </Dialog.Portal>
  </Dialog.Root>
)
