import { useState, type ReactNode } from 'react'
import { Phrase } from '../../strings/phrase.tsx'
import { strings } from '../../strings/strings.ts'
import styles from './ext.module.css'
import { clip, head } from '../../../shared/text/clip.ts'
import { revealHidden, revealWord, type Piece } from '../../../shared/text/hidden-characters.ts'

const words = strings.ui.ext

/** A block that a server wrote: the hatch, its name, and what it says inside. */
export function Ext({ from, note, children }: { from: string; note?: string; children: ReactNode }) {
  return (
    <div className={styles.ext}>
      <div className={styles.label}>
        <Phrase text={note ? words.writtenByNoted : words.writtenBy} slots={{ from: <bdi>{from}</bdi>, note }} />
      </div>
      {children}
      <span className="sr">{words.end(from)}</span>
    </div>
  )
}

/** A few words that a server wrote, inside a line of ours. */
export function ExtInline({ from, text, limit = 200 }: { from: string; text: string; limit?: number }) {
  return (
    <span className={styles.inline}>
      <span className="sr">{words.from(from)}</span>
      <Plain text={clip(text, limit)} />
    </span>
  )
}

/** Third-party text as text and nothing else: isolated, hidden characters as labels, folded after `limit` characters. */
export function Plain({ text, limit }: { text: string; limit?: number }) {
  const [open, setOpen] = useState(false)
  const folded = limit !== undefined && !open && text.length > limit
  return (
    <bdi className={styles.text}>
      <Pieces pieces={revealHidden(folded ? head(text, limit) : text)} />
      {folded && '…'}
      {limit !== undefined && text.length > limit && (
        <button type="button" className={styles.more} onClick={() => setOpen(!open)}>
          {open ? words.showLess : words.showMore}
        </button>
      )}
    </bdi>
  )
}

/** One word of a command, or a name: isolated, and nothing in it can pass for the space between two. */
export const Word = ({ text }: { text: string }) => (
  <bdi className={styles.text}>
    <Pieces pieces={revealWord(text)} />
  </bdi>
)

/** Text with the characters that cannot be seen as red labels. */
export function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? piece : <HiddenCharacter key={index} code={piece.hidden} />,
  )
}

/** The label that stands for a character that cannot be seen. */
export const HiddenCharacter = ({ code }: { code: string }) => <span className={styles.hidden}>{code}</span>
