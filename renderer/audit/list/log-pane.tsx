import type { ReactNode } from 'react'
import type { GlyphState } from '../../state/glyph-state.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './log-pane.module.css'

type LogPaneProps = {
  /** The class under which its parts have their places. */
  className: string | undefined
  label: string
  words: { close: string; loading: string }
  /** Why the row can't be shown. */
  problem: string | undefined
  onClose(): void
  /** Absent until it is read. */
  children: ReactNode
}

/** One row of the log in full, below the table. */
export const LogPane = ({ className, label, words, problem, onClose, children }: LogPaneProps) => (
  <aside className={classes(styles.pane, className)} aria-label={label}>
    <IconButton className={styles.close} label={words.close} icon="close" onClick={onClose} />
    {problem === undefined ? (children ?? <Loading what={words.loading} />) : <Note kind="no">{problem}</Note>}
  </aside>
)

/** How the row's subject ended, next to its title. */
export const PaneOutcome = ({ glyph, children }: { glyph: GlyphState | undefined; children: string }) => (
  <span className={styles.outcome}>
    {glyph && <Glyph state={glyph} size={14} label="" />}
    {children}
  </span>
)
