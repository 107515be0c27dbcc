import { useId, useState, type ReactNode } from 'react'
import styles from './fold.module.css'
import { Icon } from './icon.tsx'

type FoldProps = {
  label: ReactNode
  open?: boolean
  /** Something in it must be seen: it opens and stays open. */
  held?: boolean
  /** The classes of its button and its content, if they look different. */
  looks?: { head?: string | undefined; content?: string | undefined }
  children: ReactNode
}

/** A disclosure: the button says what is collapsed; the content is built when first opened. */
export function Fold({ label, open = false, held = false, looks = styles, children }: FoldProps) {
  const [isOpen, setOpen] = useState(open)
  if (held && !isOpen) setOpen(true)
  const id = useId()
  return (
    <div className={styles.fold}>
      <button
        type="button"
        className={looks.head}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        {label}
      </button>
      <div id={id} hidden={!isOpen} className={looks.content}>
        {isOpen && children}
      </div>
    </div>
  )
}
