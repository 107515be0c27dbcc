import { Toast as Base } from '@base-ui/react/toast'
import { useCallback, type ReactNode } from 'react'
import { ui } from '../../strings/ui.ts'
import styles from './toast.module.css'

/** Milliseconds an action stays undoable on screen; a hovered or focused toast stays. */
const undoMs = 6000

/** The window's place for toasts. */
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

/** Confirms a user's action that changes nothing on screen. Never for errors, never with third-party text. */
export function useToast(): (done: string) => void {
  const { add } = Base.useToastManager()
  return useCallback((done) => void add({ title: done }), [add])
}

/** Confirms the user's action and offers to undo it. Never for errors, never with third-party text. */
export function useUndoToast(): (done: string, undo: () => void) => void {
  const { add, close } = Base.useToastManager()
  return useCallback(
    (done, undo) => {
      const id = add({
        title: done,
        actionProps: {
          children: ui.undo,
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
    <Base.Root key={toast.id} data-toast toast={toast} className={styles.toast} swipeDirection="left">
      <Base.Content className={styles.content}>
        <Base.Title className="grow" />
        {toast.actionProps && <Base.Action className={styles.undo} />}
      </Base.Content>
    </Base.Root>
  ))
}
