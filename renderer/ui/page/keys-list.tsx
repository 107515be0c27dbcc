import { Keys } from '../keys.tsx'
import { allKeys } from './frame-keys.ts'
import styles from './keys-list.module.css'

/** Every key there is, and what it does. */
export const KeysList = () => (
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
)
