import { strings } from '../../strings/strings.ts'
import { Brand } from '../../ui/page/brand.tsx'
import styles from './notice.module.css'

const words = strings.frame.notConnected

/** What a tab shows that the host does not know. `why` is the host's own sentence, if it said one. */
export function NotConnected({ why }: { why: string | undefined }) {
  return (
    <main className={styles.notice}>
      <Brand />
      <h1 className={styles.title}>{words.title}</h1>
      <p className={styles.text}>{why ?? words.open}</p>
      <p className={styles.text}>{words.addresses}</p>
    </main>
  )
}
