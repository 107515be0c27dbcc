import { Brand } from './brand.tsx'
import styles from './notice.module.css'

/** What a tab shows that the host does not know. `why` is the host's own sentence, if it said one. */
export function NotConnected({ why }: { why: string | undefined }) {
  return (
    <main className={styles.notice}>
      <Brand />
      <h1 className={styles.title}>This tab is not connected to Atrium</h1>
      <p className={styles.text}>{why ?? 'Open the address that Atrium printed in its terminal.'}</p>
      <p className={styles.text}>
        An address works once and for one tab; Enter in the terminal prints a new one. Your conversations are kept.
      </p>
    </main>
  )
}
