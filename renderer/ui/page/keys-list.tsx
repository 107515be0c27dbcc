import { keyMap } from '../key-map.ts'
import { Keys } from '../keys.tsx'
import styles from './keys-list.module.css'
import { frame } from '../../strings/frame.ts'
import { Dialog } from '../overlay/dialog.tsx'

const { places } = frame.keys

/** Every shortcut and its effect, by its place in the window. */
export const KeysList = () => (
  <div className={styles.list}>
    {Object.entries(places).map(([place, title]) => (
      <section key={place} className={styles.place} aria-label={title}>
        <h3 className="small medium ink2">{title}</h3>
        <dl className={styles.keys}>
          {Object.values(keyMap)
            .filter((row) => row.place === place)
            .map(({ keys, does }) => (
              <div key={keys}>
                <dt>
                  <Keys keys={keys} />
                  <span className="sr">{keys}</span>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
        </dl>
      </section>
    ))}
  </div>
)

/** The dialog of all shortcuts. */
export const KeysDialog = ({ open, onClose }: { open: boolean; onClose(): void }) => (
  <Dialog open={open} onClose={onClose} title={frame.keys.title} size="lg">
    <KeysList />
  </Dialog>
)
