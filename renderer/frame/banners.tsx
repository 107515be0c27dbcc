import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConnection, useHost, useReplica } from '../host.ts'
import { Button } from '../ui/button.tsx'
import { Fold } from '../ui/fold.tsx'
import { Note } from '../ui/note.tsx'
import { formatTime } from '../ui/time.tsx'
import styles from './banners.module.css'

/** A break that mends itself within so long is not worth a word. */
const patienceMs = 1000

/** What is wrong with Atrium as a whole: the connection, the log, the configuration. */
export function Banners() {
  return (
    <div className={styles.banners}>
      <ConnectionBanner />
      <HealthBanner />
      <ConfigurationBanner />
    </div>
  )
}

function ConnectionBanner() {
  const replica = useReplica()
  const lost = useConnection() === 'lost'
  const problem = useSyncExternalStore(replica.subscribe, () => replica.problem)
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(lost), lost ? patienceMs : 0)
    return () => clearTimeout(timer)
  }, [lost])
  if (!lost || !late) return null
  return (
    <Note kind="no">
      <b>Reconnecting…</b> {problem} What you see is as of the last contact; what runs in Atrium goes on without this
      tab.
    </Note>
  )
}

function HealthBanner() {
  const health = useHost((state) => state.health)
  if (health.state === 'ok') return null
  return (
    <Note kind="no">
      <b>Atrium cannot write its log since {formatTime(health.since)}.</b> {health.reason} Until it can, no message,
      tool call or server starts and no permission counts. Stop, Cancel, Deny and reading work. It tries again by
      itself.
    </Note>
  )
}

function ConfigurationBanner() {
  const { servers, settings } = useHost((state) => state.configured.problems)
  const problems = [...servers, ...settings]
  const [dismissed, setDismissed] = useState<string>()
  const key = problems.join('\n')
  if (problems.length === 0 || dismissed === key) return null
  const files = [servers.length > 0 && 'servers.json', settings.length > 0 && 'settings.json'].filter(Boolean)
  return (
    <Note
      kind="no"
      action={
        <Button size="sm" onClick={() => setDismissed(key)}>
          Dismiss
        </Button>
      }
    >
      <b>{files.join(' and ')} cannot be used as written.</b> The last good content stays in force. Atrium reads the
      file again when you save it.
      {problems.length === 1 ? (
        <p className={styles.problem}>{problems[0]}</p>
      ) : (
        <Fold label={`Show ${problems.length} problems`}>
          <ul>
            {problems.map((problem) => (
              <li key={problem} className={styles.problem}>
                {problem}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </Note>
  )
}
