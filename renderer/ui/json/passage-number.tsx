import styles from './arguments.module.css'

/** A passage's number, in the text and in its legend. Screen readers get `label` instead. */
export const PassageNumber = ({ number, label }: { number: number; label: string }) => (
  <span className={styles.passageNumber} role="img" aria-label={label}>
    {number}
  </span>
)
