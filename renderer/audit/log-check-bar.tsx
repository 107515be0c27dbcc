import { useState, type ReactNode } from 'react'
import type { LogCheck } from '../../shared/contract/log.ts'
import { href } from '../state/routes.ts'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { Note, type NoteKind } from '../ui/note.tsx'
import { useNow } from '../state/use-now.ts'
import { CheckYourself } from './check-yourself.tsx'
import styles from './log-check-bar.module.css'
import { longAgo } from './long-ago.ts'
import { useLogCheck, type LogCheckState } from './use-log-check.ts'

const words = strings.auditLog.check

const looks: Record<LogCheckState['state'], NoteKind> = {
  unchecked: 'plain',
  checking: 'plain',
  intact: 'ok',
  broken: 'no',
  cut: 'no',
  stripped: 'no',
  failed: 'no',
  stopped: 'plain',
}

/** Whether the log is still what was written. It is checked when a person asks, and says what was found. */
export function LogCheckBar() {
  const { check, verify, cancel } = useLogCheck()
  const [isExplained, setExplained] = useState(false)
  return (
    <section className={styles.bar} aria-label={words.label}>
      <Note
        kind={looks[check.state]}
        quiet
        action={
          <>
            <Button size="sm" busy={check.state === 'checking'} onClick={verify}>
              {check.state === 'unchecked' || check.state === 'checking' ? words.verify : words.again}
            </Button>
            {check.state === 'checking' ? (
              <Button size="sm" kind="ghost" onClick={cancel}>
                {words.cancel}
              </Button>
            ) : (
              <Button size="sm" kind="ghost" onClick={() => setExplained(true)}>
                {strings.auditLog.yourself.open}
              </Button>
            )}
          </>
        }
      >
        <div role="status">
          <Finding check={check} />
        </div>
        {check.state === 'checking' && check.records > 0 && (
          <span className={styles.progress}>
            <progress aria-label={words.checking} value={check.checked} max={check.records} />
            <span className="num">{words.progress(check.checked, check.records)}</span>
          </span>
        )}
      </Note>
      <CheckYourself open={isExplained} onClose={() => setExplained(false)} />
    </section>
  )
}

function Finding({ check }: { check: LogCheckState }): ReactNode {
  switch (check.state) {
    case 'unchecked':
      return words.unchecked
    case 'checking':
      return words.checking
    case 'stopped':
      return words.stopped
    case 'failed':
      return words.failed(check.problem)
    case 'intact':
      return <Intact check={check} />
    case 'broken':
      return <Broken {...check} />
    case 'cut':
      return (
        <>
          <b>{words.cut}</b> {words.cutDetail(check.records, check.signedUpTo)}
        </>
      )
    case 'stripped':
      return (
        <>
          <b>{words.stripped}</b> {words.strippedDetail(check.signedUpTo)}
        </>
      )
    default:
      return check satisfies never
  }
}

type Found<S extends LogCheck['state']> = Extract<LogCheck, { state: S }>

function Intact({
  check: { records, erased, signed, unsigned, newKeys, replaced, setBack },
}: {
  check: Found<'intact'>
}) {
  const now = useNow(60_000)
  return (
    <>
      <b>{words.intact(records)}</b> {signed ? signedIn(signed, unsigned, now) : words.unsigned}
      {erased > 0 && ` ${words.erased(erased)}`}
      {setBack && <p className={styles.more}>{words.setBack(setBack.times, setBack.first)}</p>}
      {replaced.length > 0 && <p className={styles.more}>{words.replaced(replaced)}</p>}
      {newKeys.length > 0 && <p className={styles.more}>{words.newKeys(newKeys)}</p>}
    </>
  )
}

const signedIn = ({ seq, at }: { seq: number; at: number }, unsigned: number, now: number): string =>
  unsigned > 0 ? words.signed(seq, longAgo(at, now), unsigned) : words.signedToEnd(seq, longAgo(at, now))

/** How many records are shown on either side of the one that is broken. */
const around = 10

const Broken = ({ seq, reason }: Found<'broken'>) => (
  <>
    <b>{words.broken(seq)}</b> {reason}
    <p className={styles.more}>{words.meaning}</p>
    <a href={href({ page: 'audit', filter: { first: Math.max(1, seq - around), last: seq + around } })}>
      {words.around}
    </a>
  </>
)
