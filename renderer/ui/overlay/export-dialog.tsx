import { useRef, useState, type ReactNode } from 'react'
import { useAction } from '../../state/action.ts'
import { Button } from '../button.tsx'
import { Note } from '../note.tsx'
import { Dialog } from './dialog.tsx'

type ExportDialogProps<Written> = {
  title: string
  words: { cancel: string; close: string; run: string }
  /** Writes the file. */
  write(): Promise<Written>
  /** Choices about the file, until it is written. */
  options: ReactNode
  /** The content of the file, in words. */
  about: ReactNode
  /** The written file, in words. */
  renderDone(written: Written): ReactNode
  onClose(): void
}

/** Writes something to a file, after saying what it contains, and then says where the file is. */
export function ExportDialog<Written>(props: ExportDialogProps<Written>) {
  const { title, words, write, options, about, renderDone, onClose } = props
  const [written, setWritten] = useState<Written>()
  const leave = useRef<HTMLButtonElement>(null)
  const writing = useAction(async () => {
    const result = await write()
    // The pressed button disappears; focus must move on.
    leave.current?.focus()
    setWritten(result)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button ref={leave} onClick={onClose}>
            {written ? words.close : words.cancel}
          </Button>
          {!written && (
            <Button kind="primary" busy={writing.busy} onClick={() => void writing.run()}>
              {words.run}
            </Button>
          )}
        </>
      }
    >
      {!written && options}
      <div role="status">{written ? renderDone(written) : about}</div>
      {writing.problem && <Note kind="no">{writing.problem}</Note>}
    </Dialog>
  )
}
