import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { ExtInline } from '../ui/ext.tsx'
import { Fold } from '../ui/fold.tsx'
import { Note } from '../ui/note.tsx'
import { Incomplete } from './incomplete.tsx'
import type { ServerSummary } from './summary.ts'
import styles from './tool-troubles.module.css'

const words = strings.serverTools.troubles

/** So many of what cannot be used are named at once. */
const namedAtOnce = 5

/** What of a server's list cannot be used, and whether the list is whole. */
export function ToolTroubles({ server: { id, name, state } }: { server: ServerSummary }) {
  const { malformed, incomplete } = state
  const items = malformed.map(({ name: tool, problem }, index) => (
    <li key={index}>
      <ExtInline from={name} text={tool} /> {problem}
    </li>
  ))
  return (
    <>
      {incomplete !== undefined && (
        <Incomplete server={id} list="tools">
          {`${incomplete} ${words.listedWork}`}
        </Incomplete>
      )}
      {items.length > 0 && (
        <Note kind="no" quiet>
          <Phrase
            text={items.length === 1 ? words.oneNotOffered : words.severalNotOffered}
            slots={{ unusable: <b>{words.unusable(items.length)}</b> }}
          />
          <ul className={styles.items}>{items.slice(0, namedAtOnce)}</ul>
          {items.length > namedAtOnce && (
            <Fold label={words.more(items.length - namedAtOnce)}>
              <ul className={styles.items}>{items.slice(namedAtOnce)}</ul>
            </Fold>
          )}
        </Note>
      )}
    </>
  )
}
