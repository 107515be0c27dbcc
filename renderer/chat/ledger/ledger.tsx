import { useId, useState, type ReactNode } from 'react'
import { mostCounted, type Ledger, type LedgerFile, type LedgerDenial } from '../../../shared/contract/log.ts'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { FileChanges } from '../../content/file-ends.tsx'
import { fileName } from '../../content/file-changes.ts'
import { askAsTask } from '../../inbox/ask-as-task.ts'
import { goToAsk } from '../../inbox/frame/ask-focus.ts'
import { useUndo } from '../../inbox/plan/use-undo.ts'
import { useQuery } from '../../state/query.ts'
import { useHost, useSession } from '../../state/replica.ts'
import { oneDay } from '../../state/audit-filter.ts'
import { href } from '../../state/routes.ts'
import { useNow } from '../../state/use-now.ts'
import { formatDayName, formatTime } from '../../strings/format/time.ts'
import { frame } from '../../strings/frame.ts'
import { ledger as words } from '../../strings/ledger.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { chat } from '../../strings/chat.ts'
import { argumentSummary } from '../../content/argument-summary.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { ServerSeal } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './ledger.module.css'

/** Max conversations to continue. */
const mostContinued = 3

/** Open questions, the changed files and denied calls of the last day with calls, and the latest conversations. */
export function LedgerView({ ledger }: { ledger: Ledger }) {
  const now = useNow(60_000)
  const day = formatDayName(ledger.since, now)
  const days = oneDay(ledger.since, now)
  return (
    <section className={styles.ledger} aria-label={words.name(day)}>
      <header className={styles.head}>
        <h2 className={styles.day}>{day}</h2>
        <a className={styles.counts} href={href({ page: 'audit', filter: days })}>
          {[
            words.calls(ledger.calls, mostCounted),
            ...(ledger.changed > 0 ? [words.changedFiles(ledger.changed)] : []),
            ...(ledger.denied > 0 ? [words.deniedCalls(ledger.denied, mostCounted)] : []),
          ].join(' · ')}
        </a>
      </header>
      <Waiting />
      {ledger.files.length > 0 && (
        <Part title={words.changed}>
          {ledger.files.map((file) => (
            <FileRow key={file.path} file={file} />
          ))}
          {ledger.changed > ledger.files.length && (
            <li className={styles.row}>
              <a href={href({ page: 'audit', filter: { ...days, changed: 'yes' } })}>
                {words.more(ledger.changed - ledger.files.length)}
              </a>
            </li>
          )}
        </Part>
      )}
      {ledger.denials.length > 0 && (
        <Part title={words.denied}>
          {ledger.denials.map((denial) => (
            <DenialRow key={denial.seq} denial={denial} />
          ))}
        </Part>
      )}
      <Continue />
    </section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className={styles.title}>{title}</h3>
    <ul className={styles.rows}>{children}</ul>
  </section>
)

function Waiting() {
  const asks = useHost((state) => state.asks)
  const servers = useHost(({ configured }) => configured.servers)
  if (asks.length === 0) return null
  return (
    <Part title={words.waiting}>
      {asks.slice(0, mostContinued).map((ask) => (
        <li key={ask.id} className={styles.row}>
          <Glyph state="waiting" size={14} label="" />
          <span className={styles.what}>{askAsTask(ask, servers)}</span>
          {ask.openedAt !== undefined && <time className={styles.time}>{formatTime(ask.openedAt)}</time>}
          <Button size="sm" onClick={() => goToAsk(ask)}>
            {words.answer}
          </Button>
        </li>
      ))}
    </Part>
  )
}

function FileRow({ file }: { file: LedgerFile }) {
  const { path, to, became, own, by, at, conversation, turn, seq } = file
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const name = head(fileName(path), 80)
  const isReadOnly = useSession()?.right === 'read'
  const undo = useUndo({ conversation, turn })
  return (
    <li>
      <div className={styles.row}>
        <span className={styles.what} title={head(path, 400)}>
          <small>
            <Plain text={folderOf(path)} />
          </small>
          <Plain text={name} />
        </span>
        <span className={styles.became}>
          {became === 'moved' ? (
            <Phrase text={words.became.moved} slots={{ file: <Plain text={head(fileName(to ?? ''), 80)} /> }} />
          ) : (
            words.became[became]
          )}
          {by === 'rule' && words.byRuleToo}
        </span>
        <a className={styles.time} href={href({ page: 'audit', call: seq })}>
          {formatTime(at)}
        </a>
        <span className={styles.acts}>
          {became === 'changed' && (
            <Button
              size="sm"
              kind="ghost"
              aria-label={words.diffOf(name)}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              {words.diff}
            </Button>
          )}
          {!own && (became === 'changed' || became === 'moved') && (
            <Button
              size="sm"
              kind="ghost"
              aria-label={words.undoOf(name)}
              busy={undo.busy}
              unavailable={isReadOnly ? chat.call.readOnly : undefined}
              onClick={() => void undo.run()}
            >
              {words.undo}
            </Button>
          )}
        </span>
      </div>
      {undo.problem !== undefined && <Note kind="no">{undo.problem}</Note>}
      <div id={id} className={styles.opened} hidden={!isOpen}>
        {isOpen && <Diff seq={seq} />}
      </div>
    </li>
  )
}

/** The folder that a file is in, as the beginning of its short path. */
const folderOf = (path: string): string => {
  const [folder = ''] = path.slice(0, -fileName(path).length).split(/[\\/]/).filter(Boolean).slice(-1)
  return folder === '' ? '' : `${head(folder, 60)}/`
}

/** A call's changes, from its records. */
function Diff({ seq }: { seq: number }) {
  const { answer, problem } = useQuery('getCall', { seq })
  if (problem !== undefined) return <Note kind="no">{problem}</Note>
  if (!answer) return <Loading what={words.reading} />
  return answer.call ? <FileChanges call={answer.call} /> : <p className="small ink3">{words.noDiff}</p>
}

const DenialRow = ({ denial: { server, tool, title, about, by, reason, at, seq } }: { denial: LedgerDenial }) => (
  <li className={styles.row}>
    <Glyph state="denied" size={14} label="" />
    <span className={styles.what}>
      {server !== null && <ServerSeal server={server} size={14} />}
      <Plain text={head(title ?? tool, 80)} />
      <span className={classes(styles.about, 'trunc')}>
        {about && 'json' in about && <Plain text={argumentSummary(about.json)} />}
      </span>
    </span>
    <span className={styles.became}>
      {by === 'rule' ? words.rule : reason === undefined ? words.you : words.youSaid(plainLabel(reason, 80))}
    </span>
    <a className={styles.time} href={href({ page: 'audit', call: seq })}>
      {formatTime(at)}
    </a>
  </li>
)

/** The latest conversations. */
function Continue() {
  const { answer } = useQuery('listConversations', { limit: mostContinued })
  const rows = answer?.rows.slice(0, mostContinued) ?? []
  if (rows.length === 0) return null
  return (
    <p className={styles.continue}>
      <span className="ink3">{words.continue}</span>
      {rows.map(({ id, title }) => (
        <a key={id} href={href({ page: 'chat', conversation: id })}>
          {plainLabel(title, 40) || frame.untitled}
        </a>
      ))}
    </p>
  )
}
