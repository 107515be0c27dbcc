import { useSyncExternalStore } from 'react'
import { useReplica } from '../../state/replica.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import styles from './notice.module.css'

const words = strings.frame.connecting

/** The window before the host has said anything. */
export function Connecting() {
  const replica = useReplica()
  const problem = useSyncExternalStore(replica.subscribe, () => replica.problem)
  return (
    <main className={styles.notice}>
      <h1 className={styles.title}>{strings.frame.atrium}</h1>
      <Loading
        what={problem ? words.triesAgain(problem) : words.noAnswer}
        wayOut={<Button onClick={() => location.reload()}>{words.reload}</Button>}
      />
    </main>
  )
}
