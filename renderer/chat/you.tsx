import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { head } from '../ui/hidden-characters.ts'
import { formatCount } from '../ui/time.tsx'
import styles from './message.module.css'
import { useTurn } from './transcript.ts'

/** Longer messages show their beginning first. */
const shownCharacters = 6000

/** What the person wrote, as written. */
export function You({ turn }: { turn: string }) {
  const message = useTurn(turn, (now) => now.message)
  const [whole, setWhole] = useState(false)
  if (!message) return null
  const text = message.parts.map((part) => part.text).join('\n\n')
  const rest = text.length - shownCharacters
  return (
    <div className={styles.you}>
      <div className={styles.bubble}>
        <span className="sr">You: </span>
        {whole || rest <= 0 ? text : `${head(text, shownCharacters)}…`}
      </div>
      {rest > 0 && (
        <Button size="sm" kind="ghost" className={styles.more} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show ${formatCount(rest, 'more character')}`}
        </Button>
      )}
    </div>
  )
}
