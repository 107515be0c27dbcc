import { ExtInline } from '../ui/ext.tsx'
import { Fold } from '../ui/fold.tsx'
import { Note } from '../ui/note.tsx'
import { formatCount } from '../ui/time.tsx'
import type { ServerSummary } from './summary.ts'
import styles from './tool-troubles.module.css'

/** So many of what cannot be used are named at once. */
const namedAtOnce = 5

/** What of a server's list cannot be used, and whether the list is whole. */
export function ToolTroubles({ server: { name, state } }: { server: ServerSummary }) {
  const { malformed, incomplete } = state
  const items = malformed.map(({ name: tool, problem }, index) => (
    <li key={index}>
      <ExtInline from={name} text={tool} /> {problem}
    </li>
  ))
  return (
    <>
      {incomplete !== undefined && (
        <Note kind="no" quiet>
          <b>Its list of tools is not complete.</b> {incomplete} What was listed can be used.
        </Note>
      )}
      {items.length > 0 && (
        <Note kind="no" quiet>
          <b>{formatCount(items.length, 'tool')} cannot be used</b> and {items.length === 1 ? 'is' : 'are'} not offered
          to the model. The others work.
          <ul className={styles.items}>{items.slice(0, namedAtOnce)}</ul>
          {items.length > namedAtOnce && (
            <Fold label={`${items.length - namedAtOnce} more`}>
              <ul className={styles.items}>{items.slice(namedAtOnce)}</ul>
            </Fold>
          )}
        </Note>
      )}
    </>
  )
}
