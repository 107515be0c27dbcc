import { memo, useState, type SubmitEvent, type KeyboardEvent } from 'react'
import type { ConversationRow } from '../../../shared/contract/commands.ts'
import { frame } from '../../strings/frame.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/fields/field.tsx'
import { useEditInPlace } from '../../ui/fields/use-edit-in-place.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Menu, type MenuItem } from '../../ui/overlay/menu.tsx'
import { formatMoment } from '../../strings/format/time.ts'
import { usePrefetch } from '../../state/chat/kept-transcripts.ts'
import type { ConversationActions } from '../conversations/conversation-actions.ts'
import { conversationItems } from '../conversations/conversation-items.ts'
import styles from './conversation-item.module.css'
import type { ConversationActivity } from '../../state/conversations.ts'
import { href } from '../../state/routes.ts'

const words = frame.conversations

type ItemProps = {
  row: ConversationRow
  activity: ConversationActivity | undefined
  current: boolean
  /** The differing words of its title, if another looks alike; empty if the other is the same. */
  difference?: string | undefined
  /** Its last turn ended unseen. */
  unread: boolean
  isArchived?: boolean
  actions: ConversationActions
  /** The time at which today began. */
  today: number
  /** Any conversation is selected. */
  isSelecting?: boolean
  isSelected?: boolean
  /** Absent if conversations can't be selected. */
  toggle?: (conversation: string) => void
}

/** One conversation in the sidebar. It renders only if its own properties change. */
export const ConversationItem = memo((props: ItemProps) => {
  const { row, activity, current, difference, unread, actions, today, isSelecting, isSelected = false, toggle } = props
  const [editing, setEditing] = useState(false)
  const prefetching = usePrefetch(row.id)
  const title = row.title || frame.untitled
  if (editing)
    return (
      <li>
        <TitleForm
          title={row.title}
          done={(next) => {
            setEditing(false)
            if (next && next !== row.title) actions.rename(row, next)
          }}
        />
      </li>
    )
  return (
    <li className={styles.item} data-selected={isSelected || undefined}>
      {isSelecting && (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={title}
          checked={isSelected}
          onChange={() => toggle?.(row.id)}
        />
      )}
      <a
        className={styles.link}
        href={href({ page: 'chat', conversation: row.id })}
        aria-current={current ? 'page' : undefined}
        data-unread={unread || undefined}
        {...prefetching}
      >
        <span className={styles.title}>
          {title}
          {difference !== undefined && (
            <small className={styles.difference}>{difference || formatMoment(row.activeAt, today)}</small>
          )}
        </span>
        <span className={styles.meta}>
          <Meta activity={activity} row={row} today={today} />
          {unread && <span role="img" className={styles.unread} aria-label={words.unread} />}
        </span>
      </a>
      <Menu
        trigger={<IconButton className={styles.more} size="sm" label={words.more(title)} icon="more" />}
        items={itemsOf(props, () => setEditing(true))}
      />
    </li>
  )
})

const itemsOf = (props: ItemProps, rename: () => void): MenuItem[] => {
  const { row, activity, isArchived = false, actions, isSelected, toggle } = props
  const { id, starred = false, project } = row
  const select = { label: isSelected ? words.deselect : words.select, icon: 'check' as const }
  return conversationItems(
    { id, starred, archived: isArchived, project, isRunning: activity?.running === true },
    { actions, rename, more: toggle ? [{ ...select, onSelect: () => toggle(id) }] : [] },
  )
}

/** The conversation's running work, else its last problem, else the time of its last activity. */
function Meta({ activity, row, today }: Pick<ItemProps, 'activity' | 'row' | 'today'>) {
  if (activity && activity.waiting > 0)
    return (
      <>
        <Glyph state="waiting" size={12} label={words.waiting(activity.waiting)} />
        <span aria-hidden>{activity.waiting}</span>
      </>
    )
  if (activity?.running) return <Glyph state="running" size={12} />
  return (
    <>
      {row.end === 'failed' && <Glyph state="failed" size={12} label={words.turnFailed} />}
      {row.end === 'interrupted' && <Glyph state="cancelled" size={12} label={words.turnInterrupted} />}
      <span className={styles.time}>{formatMoment(row.activeAt, today)}</span>
    </>
  )
}

/** Enter and leaving the field save; Esc and an empty field don't. */
function TitleForm({ title, done }: { title: string; done(next: string | undefined): void }) {
  const [text, setText] = useState(title)
  const save = (): void => done(text.trim() || undefined)
  const inPlace = useEditInPlace(save)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    done(undefined)
  }
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    save()
  }
  return (
    <form onSubmit={onSubmit}>
      <TextInput
        autoFocus
        aria-label={words.name}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        {...inPlace}
      />
    </form>
  )
}
