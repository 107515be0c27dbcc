import { href } from '../../state/routes.ts'
import { strings } from '../../strings/strings.ts'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './failure-note.module.css'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = strings.servers.failure

/** How many of a failed server's first and last lines are quoted. */
const shownLines = 4

/** Why a server doesn't run, its last lines, and a next step. In a list the row carries the colour. */
export function FailureNote({ server, inList = false }: { server: ServerSummary; inList?: boolean }) {
  const { id, name, state, needsSignIn } = server
  if (state.status.state !== 'failed') return null
  const { reason, stderr, stderrHead = [], retryAt } = state.status
  const { cause, fix } = diagnose(reason)
  const head = stderrHead.slice(0, shownLines)
  const lines = [...head, ...(head.length > 0 ? [words.leftOut] : []), ...stderr.slice(-shownLines)]
  return (
    <Note
      kind={inList ? 'plain' : needsSignIn ? 'ask' : 'no'}
      quiet
      action={<NextStep server={id} hasLog={lines.length > 0} />}
    >
      <b>{cause}</b> {fix && `${fix} `}
      <span className={styles.meaning}>{retryAt === undefined ? words.affects : words.affectsUntilItRuns}</span>
      {lines.length > 0 && (
        <div className={styles.words}>
          <Ext from={name} note={words.where}>
            <pre className={styles.lines}>
              <Plain text={lines.join('\n')} limit={2000} />
            </pre>
          </Ext>
        </div>
      )}
    </Note>
  )
}

/** Where the error is most likely found: the server's output, or its settings. */
const NextStep = ({ server, hasLog }: { server: string; hasLog: boolean }) => (
  <a className={styles.more} href={href({ page: 'servers', server, tab: hasLog ? 'log' : 'settings' })}>
    {hasLog ? words.showLog : words.changeSettings}
  </a>
)

/** Why a server doesn't run: the cause, and the next step if the reason names one. */
type Diagnosis = { cause: string; fix: string | undefined }

/** Splits the host's reason: the text after the last colon is the next step. Never splits a server's own words. */
export function diagnose(reason: string): Diagnosis {
  const [, cause, fix] = /^(.+): ([a-z][^“”"]*)$/s.exec(reason) ?? []
  if (cause === undefined || fix === undefined) return { cause: reason, fix: undefined }
  return { cause: `${cause}.`, fix: `${fix.charAt(0).toUpperCase()}${fix.slice(1)}` }
}
