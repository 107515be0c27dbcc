import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { frame } from '../../strings/frame.ts'
import { useHost } from '../../state/replica.ts'
import { Button } from '../../ui/button.tsx'
import { Apart } from '../../ui/json/apart.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import type { ConversationRow } from '../../../shared/contract/commands.ts'
import { useProjects } from '../../state/models/projects.ts'
import { useProjectActions } from '../projects/project-actions.ts'
import { ProjectSection } from './project-section.tsx'
import { useNow } from '../../state/use-now.ts'
import { useConversationActions, useConversationProblem } from '../conversations/conversation-actions.ts'
import { ArchivedConversations } from './archived-conversations.tsx'
import { ConversationItem } from './conversation-item.tsx'
import { useConversationList } from './conversation-list.ts'
import { SelectionBar } from './selection-bar.tsx'
import styles from './conversation-nav.module.css'
import {
  activities,
  groupConversations,
  sameActivities,
  titleDifferences,
  type ConversationGroup,
} from '../../state/conversations.ts'
import { isUnread, useSeen } from '../../state/chat/unread.ts'

const words = frame.conversations

const minute = 60_000
/** Max conversations that are fetched by themselves to show the current one in the list. */
const mostFetched = 500
const none: ReadonlySet<string> = new Set()

const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  chosen.has(id) ? new Set([...chosen].filter((other) => other !== id)) : new Set([...chosen, id])

/** The sidebar's conversations, grouped by what is waiting, by star, by project and by day; then the archived. */
export function ConversationNav({ current }: { current: string | undefined }) {
  const { list, problem, ask, older } = useConversationList('listed')
  const projects = useProjects()
  const projectProblem = useProjectActions().problem
  const place = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(none)
  const activity = useHost(activities, sameActivities)
  const seen = useSeen()
  const now = useNow(minute)
  const today = new Date(now).setHours(0, 0, 0, 0)
  const actions = useConversationActions()
  const actionProblem = useConversationProblem()
  const toggle = useCallback((id: string) => setChosen((before) => toggled(before, id)), [])
  const differences = titleDifferences(list?.rows ?? [])
  const selected = list?.rows.filter(({ id }) => chosen.has(id)) ?? []
  const item = (row: ConversationRow) => (
    <Apart key={row.id} as="item" of={row} raw={() => row}>
      <ConversationItem
        row={row}
        activity={activity[row.id]}
        current={row.id === current}
        difference={differences.get(row.id)}
        unread={row.id !== current && isUnread(row, seen)}
        actions={actions}
        today={today}
        isSelecting={selected.length > 0}
        isSelected={chosen.has(row.id)}
        toggle={toggle}
      />
    </Apart>
  )
  const endSelection = (): void => {
    setChosen(none)
    place.current?.focus()
  }
  const section = ({ heading, rows, project }: ConversationGroup): ReactNode =>
    project === undefined ? (
      <section key={heading} aria-label={heading}>
        <h2 className={styles.heading}>{heading}</h2>
        <ul>{rows.map(item)}</ul>
      </section>
    ) : (
      <ProjectSection
        key={project}
        project={project}
        rows={rows}
        hasMore={list?.more === true}
        current={current}
        item={item}
      />
    )
  const groups = groupConversations(list?.rows ?? [], activity, now, projects)
  const here = groups.find(({ rows }) => rows.some(({ id }) => id === current))
  useInView(place, here && `${current} ${here.heading}`)
  const isMissing = here === undefined && current !== undefined && list?.more === true
  const mayAsk = isMissing && list.rows.length < mostFetched && !older.busy && older.problem === undefined
  const { run: askOlder } = older
  useEffect(() => void (mayAsk && askOlder()), [mayAsk, askOlder])
  return (
    <div
      ref={place}
      className={styles.nav}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || selected.length === 0 || event.defaultPrevented) return
        event.stopPropagation()
        endSelection()
      }}
    >
      {selected.length > 0 && (
        <SelectionBar rows={selected} activity={activity} actions={actions} onEnd={endSelection} />
      )}
      {problem && (
        <Note
          kind="no"
          action={
            <Button size="sm" onClick={ask}>
              {words.retry}
            </Button>
          }
        >
          {words.notListed} {problem}
        </Note>
      )}
      {actionProblem && <Note kind="no">{actionProblem}</Note>}
      {projectProblem && <Note kind="no">{projectProblem}</Note>}
      {!list && !problem && <Loading what={words.notArrived} />}
      <div className={styles.waiting}>{groups.filter(isWaiting).map(section)}</div>
      <div className={styles.list}>
        {list?.rows.length === 0 && <p className={styles.none}>{words.none}</p>}
        {list && groups.filter((group) => !isWaiting(group)).map(section)}
        {list?.more && (
          <Button kind="ghost" size="sm" busy={older.busy} onClick={() => older.run()}>
            {words.showOlder}
          </Button>
        )}
        {older.problem && <Note kind="no">{older.problem}</Note>}
        <ArchivedConversations current={current} actions={actions} today={today} />
      </div>
    </div>
  )
}

/** These have a place of their own, so they never scroll away. */
const isWaiting = ({ heading, project }: ConversationGroup): boolean =>
  project === undefined && heading === words.groups.waiting

/** Brings the current conversation into view whenever it comes to another place: `where`. */
function useInView(place: RefObject<HTMLElement | null>, where: string | undefined): void {
  useLayoutEffect(() => {
    if (where === undefined) return
    place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [place, where])
}
