import { frame, links } from '../../strings/frame.ts'
import { Brand } from '../../ui/page/brand.tsx'
import styles from './notice.module.css'
import { LaunchForm } from './launch-form.tsx'
import { useSyncExternalStore } from 'react'
import { useReplica } from '../../state/replica.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'

const words = frame.notConnected

/** Shown in a tab the host doesn't know. `why` is the host's own sentence, if it gave one. */
export function NotConnected({ why }: { why: string | undefined }) {
  return (
    <main className={styles.notice}>
      <Brand />
      <h1 className="heading">{words.title}</h1>
      <p className={styles.text}>{why ?? words.open}</p>
      {why !== links.another && (
        <>
          <p className={styles.text}>{words.addresses}</p>
          <LaunchForm />
        </>
      )}
    </main>
  )
}

const waiting = frame.connecting

/** The window before the host has answered. */
export function Connecting() {
  const replica = useReplica()
  const problem = useSyncExternalStore(replica.subscribe, () => replica.problem)
  return (
    <main className={styles.notice}>
      <h1 className="heading">{frame.atrium}</h1>
      <Loading
        what={problem ? waiting.triesAgain(problem) : waiting.noAnswer}
        wayOut={<Button onClick={() => location.reload()}>{waiting.reload}</Button>}
      />
    </main>
  )
}
