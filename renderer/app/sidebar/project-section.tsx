import { useId, useState, type ReactNode } from 'react'
import type { ConversationRow } from '../../../shared/contract/commands.ts'
import {
  projectDialog,
  projectName,
  toggleProject,
  useCollapsedProjects,
  useProjects,
} from '../../state/models/projects.ts'
import { useSession } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { frame } from '../../strings/frame.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { goToNewIn } from '../conversations/conversation-ways.ts'
import { useConversationList } from './conversation-list.ts'
import navStyles from './conversation-nav.module.css'
import styles from './project-section.module.css'

const words = frame.projects

type SectionProps = {
  project: string
  /** Its conversations among the latest of all. */
  rows: ConversationRow[]
  /** Older ones may be missing from `rows`. */
  hasMore: boolean
  current: string | undefined
  item(row: ConversationRow): ReactNode
}

/** A project in the sidebar: its conversations, or if it is folded the current one; a new one in it, and its menu. */
export function ProjectSection({ project: id, rows, hasMore, current, item }: SectionProps) {
  const list = useId()
  const project = useProjects().find((one) => one.id === id)
  const block = useAdminBlock()
  const isReadOnly = useSession()?.right === 'read'
  const isOpen = !useCollapsedProjects().includes(id)
  const [showsOlder, setShowsOlder] = useState(false)
  const here = rows.find((row) => row.id === current)
  if (!project) return null
  const name = projectName(project.content)
  return (
    <section aria-label={name}>
      <h2 className={styles.head}>
        <button
          type="button"
          className={styles.name}
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => toggleProject(id)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          <span className="trunc">{name}</span>
        </button>
        {!isReadOnly && (
          <IconButton size="sm" icon="plus" label={words.newIn(name)} data-new onClick={() => goToNewIn(id)} />
        )}
        <Menu
          trigger={<IconButton size="sm" icon="more" label={words.more(name)} />}
          items={[
            {
              label: words.editShort,
              icon: 'edit',
              unavailable: block,
              onSelect: () => projectDialog.set({ dialog: 'edit', project: id }),
            },
            {
              label: words.delete,
              icon: 'trash',
              danger: true,
              unavailable: block,
              onSelect: () => projectDialog.set({ dialog: 'delete', project: id }),
            },
          ]}
        />
      </h2>
      {!isOpen && here && <ul>{item(here)}</ul>}
      <div id={list} hidden={!isOpen}>
        {isOpen && (
          <>
            {rows.length > 0 && <ul>{rows.map(item)}</ul>}
            {rows.length === 0 && !hasMore && <p className={navStyles.none}>{words.empty}</p>}
            {hasMore && !showsOlder && (
              <Button kind="ghost" size="sm" onClick={() => setShowsOlder(true)}>
                {frame.conversations.showOlder}
              </Button>
            )}
            {showsOlder && <Older project={id} rows={rows} item={item} />}
          </>
        )}
      </div>
    </section>
  )
}

type OlderProps = Pick<SectionProps, 'project' | 'rows' | 'item'>

/** The project's conversations that aren't among the latest of all. */
function Older({ project, rows, item }: OlderProps) {
  const { list, problem, older } = useConversationList('project', project)
  const known = new Set(rows.map(({ id }) => id))
  const others = list?.rows.filter((row) => row.project === project && !row.starred && !known.has(row.id)) ?? []
  return (
    <>
      {others.length > 0 && <ul>{others.map(item)}</ul>}
      {list?.more && (
        <Button kind="ghost" size="sm" busy={older.busy} onClick={() => older.run()}>
          {frame.conversations.showOlder}
        </Button>
      )}
      {(problem ?? older.problem) && <Note kind="no">{problem ?? older.problem}</Note>}
    </>
  )
}
