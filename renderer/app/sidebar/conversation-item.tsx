import { useState, type SubmitEvent, type KeyboardEvent } from 'react'
import type { ConversationRow } from '../../../shared/contract/commands.ts'
import { strings } from '../../strings/strings.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/fields/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { formatMoment } from '../../strings/format/time.ts'
import styles from './conversation-item.module.css'
import type { ConversationActivity } from '../../state/conversations.ts'
import { href } from '../../state/routes.ts'

const words = strings.frame.conversations

type ItemProps = {
  row: ConversationRow
  activity: ConversationActivity | undefined
  current: boolean
  /** Another title begins with the same words. */
  isAlike: boolean
  /** Its last turn ended unseen. */
  unread: boolean
  rename(title: string): void
  remove(): void
}

/** One conversation in the sidebar. */
export function ConversationItem({ row, activity, current, isAlike, unread, rename, remove }: ItemProps) {
  const [editing, setEditing] = useState(false)
  const title = row.title || strings.frame.untitled
  if (editing)
    return (
      <li>
        <TitleForm
          title={row.title}
          done={(next) => {
            setEditing(false)
            if (next && next !== row.title) rename(next)
          }}
        />
      </li>
    )
  return (
    <li className={styles.item}>
      <a
        className={styles.link}
        href={href({ page: 'chat', conversation: row.id })}
        aria-current={current ? 'page' : undefined}
        data-unread={unread || undefined}
      >
        {isAlike ? <CutTitle title={title} /> : <span className={styles.title}>{title}</span>}
        <span className={styles.meta}>
          <Meta activity={activity} row={row} />
          {unread && <span role="img" className={styles.unread} aria-label={words.unread} />}
        </span>
      </a>
      <Menu
        trigger={<IconButton className={styles.more} size="sm" label={words.more(title)} icon="more" />}
        items={[
          { label: words.rename, icon: 'edit', onSelect: () => setEditing(true) },
          { label: words.delete, icon: 'trash', danger: true, onSelect: remove },
        ]}
      />
    </li>
  )
}

/** Up to as many last letters of a title stay in view, from a word's beginning. */
const shownEnd = 16

/** A title that is cut in its middle, so its end shows. */
function CutTitle({ title }: { title: string }) {
  const letters = [...title]
  const from = Math.max(0, letters.length - shownEnd)
  const gap = letters.indexOf(' ', from)
  const at = gap === -1 ? from : gap
  return (
    <span className={styles.cut} title={title}>
      <span className="sr">{title}</span>
      <span className={styles.title} aria-hidden>
        {letters.slice(0, at).join('')}
      </span>
      <span className={styles.end} aria-hidden>
        {letters.slice(at).join('')}
      </span>
    </span>
  )
}

/** The conversation's running work, else its last problem, else the time of its last activity. */
function Meta({ activity, row }: { activity: ConversationActivity | undefined; row: ConversationRow }) {
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
      {formatMoment(row.activeAt)}
    </>
  )
}

/** Enter and leaving the field save; Esc and an empty field don't. */
function TitleForm({ title, done }: { title: string; done(next: string | undefined): void }) {
  const [text, setText] = useState(title)
  const save = (): void => done(text.trim() || undefined)
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
        onFocus={(event) => event.target.select()}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
    </form>
  )
}
