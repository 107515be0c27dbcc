import { href } from '../../state/routes.ts'
import { strings } from '../../strings/strings.ts'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './failure-note.module.css'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = strings.servers.failure

/** So many of a failed server's first and last words stand as evidence. */
const shownLines = 4

/** Why a server does not run, what it said last, and one thing to do. In a list its row carries the colour. */
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

/** Where the mistake is most likely found: what the server printed, or else how it is set up. */
const NextStep = ({ server, hasLog }: { server: string; hasLog: boolean }) => (
  <a className={styles.more} href={href({ page: 'servers', server, tab: hasLog ? 'log' : 'settings' })}>
    {hasLog ? words.showLog : words.changeSettings}
  </a>
)

/** Why a server does not run: what was found, and the one thing to do where the reason names it. */
type Diagnosis = { cause: string; fix: string | undefined }

/** Takes the host's reason apart: what stands after the last colon is what to do. What a server said is never cut. */
export function diagnose(reason: string): Diagnosis {
  const [, cause, fix] = /^(.+): ([a-z][^“”"]*)$/s.exec(reason) ?? []
  if (cause === undefined || fix === undefined) return { cause: reason, fix: undefined }
  return { cause: `${cause}.`, fix: `${fix.charAt(0).toUpperCase()}${fix.slice(1)}` }
}
