import { keyMap } from '../key-map.ts'
import { Keys } from '../keys.tsx'
import styles from './keys-list.module.css'
import { frame } from '../../strings/frame.ts'
import { Dialog } from '../overlay/dialog.tsx'

/** Every shortcut and its effect. */
export const KeysList = () => (
  <dl className={styles.keys}>
    {Object.values(keyMap).map(({ keys, does }) => (
      <div key={keys}>
        <dt>
          <Keys keys={keys} />
          <span className="sr">{keys}</span>
        </dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
)

/** The dialog of all shortcuts. */
export const KeysDialog = ({ open, onClose }: { open: boolean; onClose(): void }) => (
  <Dialog open={open} onClose={onClose} title={frame.keys.title}>
    <KeysList />
  </Dialog>
)
