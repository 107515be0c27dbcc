import { useSyncExternalStore } from 'react'
import { useReplica } from '../host.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import styles from './notice.module.css'

/** The window before the host has said anything. */
export function Connecting() {
  const replica = useReplica()
  const problem = useSyncExternalStore(replica.subscribe, () => replica.problem)
  return (
    <main className={styles.notice}>
      <h1 className={styles.title}>Atrium</h1>
      <Loading
        what={problem ? `${problem} This tab tries again by itself.` : 'Atrium has not answered yet.'}
        wayOut={<Button onClick={() => location.reload()}>Load this page again</Button>}
      />
    </main>
  )
}
