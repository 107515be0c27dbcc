import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Note } from '../note.tsx'
import { Dialog } from './dialog.tsx'

type ActionDialogProps = Omit<ComponentProps<typeof Dialog>, 'open' | 'footer' | 'submit'> & {
  /** The button that changes nothing. */
  leave: string
  verb: string
  kind?: 'primary' | 'danger'
  /** Why it can't be done now. */
  unavailable?: string | undefined
  /** A sentence beside the buttons. */
  fact?: ReactNode
} & (
    | { action: Running & { run(): unknown }; form?: undefined }
    | { action: Running; /** The button sends it. */ form: string }
  )

type Running = { busy: boolean; problem: string | undefined }

/** A dialog with one action, and why it failed. The action closes it. */
export function ActionDialog(props: ActionDialogProps) {
  const { leave, verb, kind = 'primary', unavailable, fact, children, action, form, ...dialog } = props
  const sends =
    props.form === undefined ? { onClick: () => void props.action.run() } : { type: 'submit' as const, form }
  return (
    <Dialog
      {...dialog}
      open
      footer={
        <>
          {fact !== undefined && <span className="ink3">{fact}</span>}
          <Button onClick={dialog.onClose}>{leave}</Button>
          <Button kind={kind} busy={action.busy} unavailable={unavailable} {...sends}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
      {action.problem && <Note kind="no">{action.problem}</Note>}
    </Dialog>
  )
}
