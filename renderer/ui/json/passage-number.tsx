import styles from './arguments.module.css'

/** The number of a passage, in the text and beside what is said of it. `label` is what is heard in place of it. */
export const PassageNumber = ({ number, label }: { number: number; label: string }) => (
  <span className={styles.passageNumber} role="img" aria-label={label}>
    {number}
  </span>
)
