import { href } from '../frame/routes.ts'
import { Ext, Plain } from '../ui/ext.tsx'
import { Note } from '../ui/note.tsx'
import styles from './failure-note.module.css'
import type { ServerSummary } from './summary.ts'

/** So many of a failed server's last words stand in a list of servers. */
const shownLines = 4

/** Why a server does not run, and what it said last. `whole` shows every line that is kept. */
export function FailureNote({ server, whole = false }: { server: ServerSummary; whole?: boolean }) {
  const { id, name, state } = server
  if (state.status.state !== 'failed') return null
  const { reason, stderr } = state.status
  const lines = whole ? stderr : stderr.slice(-shownLines)
  return (
    <Note
      kind="no"
      quiet
      action={
        !whole && (
          <a className={styles.more} href={href({ page: 'servers', server: id })}>
            Show log
          </a>
        )
      }
    >
      <b>{reason}</b> Its tools are not offered to the model; nothing else is affected.
      {lines.length > 0 && (
        <div className={styles.words}>
          <Ext from={name} note="to its error output">
            <pre className={styles.lines}>
              <Plain text={lines.join('\n')} limit={4000} />
            </pre>
          </Ext>
        </div>
      )}
    </Note>
  )
}
