import type { Lacks, MalformedItem } from '../../../shared/events/offer-events.ts'
import { resources } from '../../strings/resources.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { ExtInline } from '../../ui/third-party/ext.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Note } from '../../ui/note.tsx'
import { Incomplete } from './incomplete.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import styles from './tool-troubles.module.css'

const words = resources.tab

/** How many unusable items are named at once. */
const namedAtOnce = 5

type ListTroublesProps = { server: ServerSummary; list: 'prompts' | 'resources'; lists: List[] }
type List = { malformed: MalformedItem[]; incomplete?: string | undefined; lacks?: Lacks | undefined } | undefined

/** The unusable items in a server's lists, and the lists that are incomplete. */
export function ListTroubles({ server: { id, name }, list, lists }: ListTroublesProps) {
  const malformed = lists.flatMap((one) => one?.malformed ?? [])
  const gaps = lists.flatMap((one) =>
    one?.incomplete === undefined ? [] : [{ why: one.incomplete, lacks: one.lacks }],
  )
  const items = malformed.map((item, index) => (
    <li key={index}>
      <ExtInline from={name} text={item.name} /> {item.problem}
    </li>
  ))
  return (
    <>
      {gaps.map(({ why, lacks }) => (
        <Incomplete key={why} server={id} list={list} lacks={lacks}>
          {why}
        </Incomplete>
      ))}
      {items.length > 0 && (
        <Note kind="no" quiet>
          <b>{words.unusable(items.length)}</b>
          <ul className={styles.items}>{items.slice(0, namedAtOnce)}</ul>
          {items.length > namedAtOnce && (
            <Fold label={serverTools.troubles.more(items.length - namedAtOnce)}>
              <ul className={styles.items}>{items.slice(namedAtOnce)}</ul>
            </Fold>
          )}
        </Note>
      )}
    </>
  )
}
