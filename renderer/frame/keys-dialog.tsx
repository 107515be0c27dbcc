import { strings } from '../strings/strings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Keys } from '../ui/keys.tsx'
import { allKeys } from './frame-keys.ts'
import styles from './keys-dialog.module.css'

/** All keys. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title={strings.frame.keys.title}>
      <dl className={styles.keys}>
        {allKeys.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <Keys keys={keys} />
              <span className="sr">{keys}</span>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
