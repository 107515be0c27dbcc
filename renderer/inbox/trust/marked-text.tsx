import type { ReactNode } from 'react'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Word } from '../../ui/third-party/ext.tsx'
import { classes } from '../../ui/classes.ts'
import type { DiffMark, MarkedLine } from '../../../shared/text/diff-lines.ts'
import styles from './launch.module.css'

const signs = { removed: '−', added: '+' } as const

/** Removed or added text: struck through or highlighted, with a sign, and a word for screen readers. */
export function MarkedText({ mark, children }: { mark: DiffMark; children: ReactNode }) {
  if (mark === 'same') return children
  const Element = mark === 'removed' ? 'del' : 'ins'
  return (
    <Element className={styles[mark]}>
      <span className="sr">{inbox.marks[mark]}: </span>
      <span className={styles.sign} aria-hidden>
        {signs[mark]}
      </span>
      {children}
    </Element>
  )
}

type MarkedLinesProps = {
  lines: MarkedLine[]
  more?: (text: string) => ReactNode
  /** Atrium's words instead of a path, name or value. */
  isProse?: true
}

/** Short texts, one per line. */
export const MarkedLines = ({ lines, more, isProse }: MarkedLinesProps) =>
  lines.map(({ mark, text }) => (
    <div key={mark + text} className={classes(styles.value, !isProse && 'mono')}>
      <MarkedText mark={mark}>
        <Word text={text} />
        {mark !== 'removed' && more?.(text)}
      </MarkedText>
    </div>
  ))
