import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useConnection, useHost, useReplica } from '../../state/replica.ts'
import { href } from '../../state/routes.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { frame, links } from '../../strings/frame.ts'
import { Button } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Note } from '../../ui/note.tsx'
import { formatMoment, formatTime } from '../../strings/format/time.ts'
import styles from './banners.module.css'
import { ReleaseBanner } from './release-banner.tsx'
import { LaunchForm } from './launch-form.tsx'

const words = frame.banners

/** Milliseconds before a lost connection is shown; shorter breaks need no message. */
const patienceMs = 1000

/** Problems of Atrium as a whole: the connection, the log, the configuration. */
export function Banners() {
  return (
    <div className={styles.banners}>
      <ConnectionBanner />
      <HealthBanner />
      <ReplacedBanner />
      <FolderBanner />
      <RiskBanner />
      <ConfigurationBanner />
      <ReleaseBanner />
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
  if (problem === links.noAnswer && !window.atrium)
    return (
      <Note kind="no">
        <Phrase
          text={words.stopped}
          slots={{ stopped: <b>{words.notRunning}</b>, command: <code>{words.start}</code> }}
        />
        <LaunchForm />
      </Note>
    )
  return (
    <Note kind="no">
      <Phrase text={words.disconnected} slots={{ reconnecting: <b>{words.reconnecting}</b>, problem }} />
    </Note>
  )
}

function HealthBanner() {
  const health = useHost((state) => state.health)
  if (health.state === 'ok')
    return health.reading ? <Note>{words.readingLog(health.reading.read, health.reading.records)}</Note> : null
  return (
    <Note kind="no">
      <Phrase
        text={words.unhealthy}
        slots={{ since: <b>{words.noLogSince(formatTime(health.since))}</b>, reason: health.reason }}
      />
    </Note>
  )
}

/** The dismissed notice about a replaced log; a later one shows again. */
const dismissedKey = 'atrium.log-replaced'

function ReplacedBanner() {
  const missing = useHost((state) => state.missingHead)
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey))
  if (!missing || dismissed === `${missing.noticed}`) return null
  const { what, seq, at, noticed } = missing
  const dismiss = (): void => {
    localStorage.setItem(dismissedKey, `${noticed}`)
    setDismissed(`${noticed}`)
  }
  const sentence = what === 'record' ? words.missingRecord : words.missingSignature
  return (
    <Note
      kind="no"
      action={
        <Button size="sm" onClick={dismiss}>
          {words.dismiss}
        </Button>
      }
    >
      <Phrase
        text={words.replaced}
        slots={{
          replaced: <b>{words.logReplaced}</b>,
          what: sentence(seq, formatMoment(at)),
          verify: <a href={href({ page: 'audit', filter: {} })}>{words.verifyLog}</a>,
        }}
      />
    </Note>
  )
}

function FolderBanner() {
  const folder = useHost((state) => state.openFolder)
  if (folder === undefined) return null
  return (
    <Dismissible>
      <Phrase
        text={folder.startsWith('/') ? words.openFolder : words.openFolderOnWindows}
        slots={{ folder: <code>{folder}</code>, command: <code>{words.closeFolder}</code> }}
      />
    </Dismissible>
  )
}

function RiskBanner() {
  const risk = useHost((state) => state.folderRisk)
  return risk === undefined ? null : <Dismissible>{risk}</Dismissible>
}

function Dismissible({ children }: { children: ReactNode }) {
  const [dismissed, setDismissed] = useState(false)
  if (dismissed) return null
  return (
    <Note
      kind="no"
      action={
        <Button size="sm" onClick={() => setDismissed(true)}>
          {words.dismiss}
        </Button>
      }
    >
      {children}
    </Note>
  )
}

function ConfigurationBanner() {
  const { servers, settings } = useHost((state) => state.configured.problems)
  const problems = [...servers, ...settings]
  const [dismissed, setDismissed] = useState<string>()
  const key = problems.join('\n')
  if (problems.length === 0 || dismissed === key) return null
  const files = [servers.length > 0 ? 'servers.json' : '', settings.length > 0 ? 'settings.json' : ''].filter(Boolean)
  return (
    <Note
      kind="no"
      action={
        <Button size="sm" onClick={() => setDismissed(key)}>
          {words.dismiss}
        </Button>
      }
    >
      <Phrase text={words.misconfigured} slots={{ unusable: <b>{words.unusable(files)}</b> }} />
      {problems.length === 1 ? (
        <p className={styles.problem}>{problems[0]}</p>
      ) : (
        <Fold label={words.showProblems(problems.length)}>
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
