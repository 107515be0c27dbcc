import { useEffect, useState } from 'react'
import type { ConversationRow } from '../../../shared/contract/commands.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { strings } from '../../strings/strings.ts'
import { problemOf, useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { useNow } from '../../state/use-now.ts'
import { useUndoToast } from '../../ui/overlay/toast.tsx'
import { ConversationItem } from './conversation-item.tsx'
import styles from './conversation-nav.module.css'
import {
  activities,
  addPage,
  foldList,
  groupConversations,
  outdatesList,
  sameActivities,
  type ConversationList,
} from '../../state/conversations.ts'
import { useLiveQuery } from '../../state/live-query.ts'
import { navigate } from '../../state/routes.ts'

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
  const now = useNow(minute)
  const actions = useConversationActions(current)
  const { answer: list, ask } = query
  useEffect(() => void (list?.missing !== undefined && ask()), [list?.missing, ask])

  const older = useAction(async () => {
    const page = await link.call('listConversations', { limit: pageSize, before: list?.rows.at(-1)?.activeAt })
    query.change((held) => addPage(held, page))
  })

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
                  rename={(title) => actions.rename(row, title)}
                  remove={() => actions.remove(row)}
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

/** Rename and delete; the toast can restore a deleted conversation while it's visible. */
function useConversationActions(current: string | undefined) {
  const link = useLink()
  const offerUndo = useUndoToast()
  const [problem, setProblem] = useState<string>()
  const attempt = (what: string, done: Promise<unknown>): Promise<void> =>
    done.then(
      () => setProblem(undefined),
      (error: unknown) => setProblem(`${what} ${problemOf(error)}`),
    )
  const restore = (id: string): void => {
    void attempt(words.notRestored, link.call('restoreConversation', { conversation: id }))
  }
  return {
    problem,
    rename: ({ id }: ConversationRow, title: string): void => {
      void attempt(words.notRenamed, link.call('renameConversation', { conversation: id, title }))
    },
    remove: ({ id }: ConversationRow): void => {
      const deleted = link.call('deleteConversation', { conversation: id }).then(() => {
        offerUndo(words.deleted, () => restore(id))
        if (id === current) navigate({ page: 'chat' })
      })
      void attempt(words.notDeleted, deleted)
    },
  }
}
