import { useEffect } from 'react'
import { useHost, useLink } from '../../state/replica.ts'
import { strings } from '../../strings/strings.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { useNow } from '../../state/use-now.ts'
import { useConversationActions } from '../conversations/conversation-actions.ts'
import { ConversationItem } from './conversation-item.tsx'
import styles from './conversation-nav.module.css'
import {
  activities,
  alikeTitles,
  addPage,
  foldList,
  groupConversations,
  outdatesList,
  sameActivities,
  type ConversationList,
} from '../../state/conversations.ts'
import { isUnread, useSeen } from '../../state/chat/unread.ts'
import { useLiveQuery } from '../../state/live-query.ts'

const words = strings.frame.conversations

const pageSize = 100
const minute = 60_000

/** The sidebar's conversations, grouped by what is waiting and by day. */
export function ConversationNav({ current }: { current: string | undefined }) {
  const link = useLink()
  const query = useLiveQuery<ConversationList>(
    () => link.call('listConversations', { limit: pageSize }),
    foldList,
    outdatesList,
  )
  const activity = useHost(activities, sameActivities)
  const seen = useSeen()
  const now = useNow(minute)
  const actions = useConversationActions(current)
  const { answer: list, ask } = query
  useEffect(() => void (list?.missing !== undefined && ask()), [list?.missing, ask])

  const older = useAction(async () => {
    const page = await link.call('listConversations', { limit: pageSize, before: list?.rows.at(-1)?.activeAt })
    query.change((held) => addPage(held, page))
  })

  const alike = alikeTitles(list?.rows ?? [])
  return (
    <div className={styles.list}>
      {query.problem && (
        <Note
          kind="no"
          action={
            <Button size="sm" onClick={query.ask}>
              {words.retry}
            </Button>
          }
        >
          {words.notListed} {query.problem}
        </Note>
      )}
      {actions.problem && <Note kind="no">{actions.problem}</Note>}
      {!list && !query.problem && <Loading what={words.notArrived} />}
      {list?.rows.length === 0 && <p className={styles.none}>{words.none}</p>}
      {list &&
        groupConversations(list.rows, activity, now).map(({ heading, rows }) => (
          <section key={heading} aria-label={heading}>
            <h2 className={styles.heading}>{heading}</h2>
            <ul>
              {rows.map((row) => (
                <ConversationItem
                  key={row.id}
                  row={row}
                  activity={activity[row.id]}
                  current={row.id === current}
                  isAlike={alike.has(row.id)}
                  unread={row.id !== current && isUnread(row, seen)}
                  rename={(title) => actions.rename(row.id, title)}
                  remove={() => void actions.remove(row.id).catch(() => undefined)}
                />
              ))}
            </ul>
          </section>
        ))}
      {list?.more && (
        <Button kind="ghost" size="sm" busy={older.busy} onClick={() => older.run()}>
          {words.showOlder}
        </Button>
      )}
      {older.problem && <Note kind="no">{older.problem}</Note>}
    </div>
  )
}
