import { useState, type ReactNode } from 'react'
import type { LogCheck } from '../../shared/contract/log.ts'
import { href } from '../state/routes.ts'
import { auditLog } from '../strings/audit-log.ts'
import { Button } from '../ui/button.tsx'
import { Note, type NoteKind } from '../ui/note.tsx'
import { useNow } from '../state/use-now.ts'
import styles from './log-check-bar.module.css'
import { useLogCheck, type LogCheckState } from '../state/log-check.ts'
import { Phrase } from '../strings/phrase.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import copyStyles from './to-copy.module.css'
import { formatDay, formatTime } from '../strings/format/time.ts'

const words = auditLog.check

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

/** Checks on request whether the log is as written, and shows the findings. */
export function LogCheckBar() {
  const { check, verify, cancel } = useLogCheck()
  const [isExplained, setExplained] = useState(false)
  const now = useNow(60_000)
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
                {auditLog.yourself.open}
              </Button>
            )}
          </>
        }
      >
        <div role="status">
          <Finding check={check} />
          {'at' in check && ` ${words.verifiedAt(longAgo(check.at, now))}`}
        </div>
        {check.state === 'checking' && check.records > 0 && (
          <span className="row inline wrap">
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

/** How many records to show on either side of a broken one. */
const around = 10

const Broken = ({ seq, reason }: Found<'broken'>) => (
  <>
    <b>{words.broken(seq)}</b> {reason}
    <p className={styles.more}>
      {words.meaning}{' '}
      <a href={href({ page: 'audit', filter: { first: Math.max(1, seq - around), last: seq + around } })}>
        {words.around}
      </a>
    </p>
  </>
)

const yourself = auditLog.yourself

/** How to check the log without Atrium. */
const CheckYourself = ({ open, onClose }: { open: boolean; onClose(): void }) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={yourself.title}
    footer={<Button onClick={onClose}>{yourself.done}</Button>}
  >
    <p>{yourself.what}</p>
    <p className={copyStyles.line}>
      <code className="grow breaks">{yourself.command}</code>
      <CopyButton label={yourself.copy} text={() => yourself.command} />
    </p>
    <p>{yourself.does}</p>
    <p className="ink2">
      <Phrase text={yourself.where} slots={{ option: <code className={copyStyles.option}>{yourself.option}</code> }} />
    </p>
  </Dialog>
)

const minute = 60_000

/** Minutes ago within the last hour, else a day and a time. */
export function longAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / minute)
  if (minutes < 1) return words.justNow
  return minutes < 60 ? words.minutesAgo(minutes) : words.on(formatDay(at, now), formatTime(at))
}
