import type { ReactNode } from 'react'
import { Glyph } from './glyph.tsx'
import { Icon } from './icon.tsx'
import styles from './note.module.css'
import { classes } from './classes.ts'

/** The colour's meaning: plain, failed or denied, waits for you, done, written by a server. */
export type NoteKind = 'plain' | 'no' | 'ask' | 'ok' | 'ext'

type NoteProps = { kind?: NoteKind; quiet?: boolean; action?: ReactNode; children: ReactNode }

/**
 * A sentence next to its subject. An error (`no`) says what failed and where, then what that means for the user's data,
 * then one thing to do (`action`); it is announced when it appears, unless it is `quiet`.
 */
export function Note({ kind = 'plain', quiet = false, action, children }: NoteProps) {
  return (
    <div className={classes(styles.note, styles[kind])} role={kind === 'no' && !quiet ? 'alert' : undefined}>
      <Mark kind={kind} />
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

function Mark({ kind }: { kind: NoteKind }) {
  switch (kind) {
    case 'no':
      return <Glyph state="failed" label="" />
    case 'ask':
      return <Glyph state="waiting" label="" />
    case 'ok':
      return <Glyph state="succeeded" label="" />
    case 'ext':
      return <Icon name="flow" />
    case 'plain':
      return <Icon name="info" />
    default:
      return kind satisfies never
  }
}
