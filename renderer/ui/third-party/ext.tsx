import { Fragment, useState, type ReactNode } from 'react'
import type { Snippet } from '../../../shared/contract/find-commands.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { ui } from '../../strings/ui.ts'
import styles from './ext.module.css'
import { clip, headOfWords } from '../../../shared/text/clip.ts'
import { revealHidden, revealWord, type TextPiece } from '../../../shared/text/hidden-characters.ts'

const words = ui.ext

/** A block of third-party text: a hatched edge, the server's name, and the text inside. */
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

/** The mark of third-party words, for a part that names their server itself. */
export const Hatched = ({ children }: { children: ReactNode }) => <span className={styles.inline}>{children}</span>

type ExtInlineProps = {
  from: string
  text: string
  limit?: number
  /** A press shows the rest. */
  opens?: boolean
}

/** A few third-party words, inside a line of Atrium's. */
export function ExtInline({ from, text, limit = 200, opens = false }: ExtInlineProps) {
  return (
    <span className={styles.inline}>
      <span className="sr">{words.from(from)}</span>
      {opens ? <Plain text={text} limit={limit} /> : <Plain text={clip(text, limit)} />}
    </span>
  )
}

/** A passage found in third-party text, with its matches. */
export function ExtPassage({ from, snippet }: { from: string; snippet: Snippet }) {
  return (
    <span className={styles.inline}>
      <span className="sr">{words.from(from)}</span>
      <FoundPassage snippet={snippet} />
    </span>
  )
}

/** A passage with its matches: plain text, isolated, hidden characters labelled. */
export function FoundPassage({ snippet: { text, marks, cut } }: { snippet: Snippet }) {
  const ends = [...marks.map(([, to]) => to), text.length]
  return (
    <bdi>
      {cut.start && '…'}
      {ends.map((end, index) => {
        const [from, to] = marks[index] ?? [end, end]
        return (
          <Fragment key={end}>
            <Pieces pieces={revealHidden(text.slice(ends[index - 1] ?? 0, from))} />
            {from < to && (
              <mark className="found">
                <Pieces pieces={revealHidden(text.slice(from, to))} />
              </mark>
            )}
          </Fragment>
        )
      })}
      {cut.end && '…'}
    </bdi>
  )
}

/** Third-party text as plain text: isolated, hidden characters labelled, collapsed after `limit` characters. */
export function Plain({ text, limit }: { text: string; limit?: number }) {
  const [open, setOpen] = useState(false)
  const folded = limit !== undefined && !open && text.length > limit
  return (
    <bdi className="pre-wrap">
      <Pieces pieces={revealHidden(folded ? headOfWords(text, limit) : text)} />
      {folded && '…'}
      {limit !== undefined && text.length > limit && (
        <button type="button" className={styles.more} onClick={() => setOpen(!open)}>
          {open ? words.showLess : words.showMore}
        </button>
      )}
    </bdi>
  )
}

/** One word of a command, or a name: isolated, and nothing in it can pass for a space between two words. */
export const Word = ({ text }: { text: string }) => (
  <bdi className="pre-wrap">
    <Pieces pieces={revealWord(text)} />
  </bdi>
)

/** Text with invisible characters as red labels. */
export function Pieces({ pieces }: { pieces: TextPiece[] }) {
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? piece : <HiddenCharacter key={index} code={piece.hidden} />,
  )
}

/** The label for an invisible character. */
export const HiddenCharacter = ({ code }: { code: string }) => <span className={styles.hidden}>{code}</span>
