import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import styles from './to-copy.module.css'

const words = strings.auditLog.yourself

/** How the log is checked without this window. */
export const CheckYourself = ({ open, onClose }: { open: boolean; onClose(): void }) => (
  <Dialog open={open} onClose={onClose} title={words.title} footer={<Button onClick={onClose}>{words.done}</Button>}>
    <p>{words.what}</p>
    <p className={styles.line}>
      <code className={styles.text}>{words.command}</code>
      <CopyButton label={words.copy} text={() => words.command} />
    </p>
    <p>{words.does}</p>
    <p className="ink2">
      <Phrase text={words.where} slots={{ option: <code className={styles.option}>{words.option}</code> }} />
    </p>
  </Dialog>
)
