import { Toast as Base } from '@base-ui/react/toast'
import { useCallback, type ReactNode } from 'react'
import { strings } from '../../strings/strings.ts'
import styles from './toast.module.css'

/** How long something stays undoable on screen, in milliseconds; it stays while it is hovered or focused. */
const undoMs = 6000

/** Gives the window a place for toasts. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider timeout={undoMs}>
      {children}
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

/** Says what the person just did and offers to undo it. Never for errors, never with text that a server wrote. */
export function useUndoToast(): (done: string, undo: () => void) => void {
  const { add, close } = Base.useToastManager()
  return useCallback(
    (done, undo) => {
      const id = add({
        title: done,
        actionProps: {
          children: strings.ui.undo,
          onClick: () => {
            close(id)
            undo()
          },
        },
      })
    },
    [add, close],
  )
}

function Toasts() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection="up">
      <Base.Content className={styles.content}>
        <Base.Title className={styles.text} />
        <Base.Action className={styles.undo} />
      </Base.Content>
    </Base.Root>
  ))
}
