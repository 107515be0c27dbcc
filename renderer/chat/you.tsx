import { useState } from 'react'
import { textOf } from '../../shared/attachments.ts'
import { Button } from '../ui/button.tsx'
import { head } from '../ui/hidden-characters.ts'
import { formatCount } from '../ui/time.tsx'
import { AttachedFiles } from './attached.tsx'
import styles from './message.module.css'
import { useTurn } from './transcript.ts'

/** Longer messages show their beginning first. */
const shownCharacters = 6000

/** What the person wrote, as written. */
export function You({ turn }: { turn: string }) {
  const message = useTurn(turn, (now) => now.message)
  const [whole, setWhole] = useState(false)
  if (!message) return null
  const text = textOf(message)
  const rest = text.length - shownCharacters
  return (
    <div className={styles.you}>
      <AttachedFiles message={message} />
      {text !== '' && (
        <div className={styles.bubble}>
          <span className="sr">You: </span>
          {whole || rest <= 0 ? text : `${head(text, shownCharacters)}…`}
        </div>
      )}
      {rest > 0 && (
        <Button size="sm" kind="ghost" className={styles.more} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show ${formatCount(rest, 'more character')}`}
        </Button>
      )}
    </div>
  )
}
