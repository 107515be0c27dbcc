import { useState } from 'react'
import { useLink } from '../../state/replica.ts'
import { results } from '../../strings/results.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './large-result.module.css'

const words = results.large

/** How many characters one press adds. */
const step = 50_000

type LargeResultTextProps = { hash: string; from: string; start: number; characters: number; begun?: string }

/** A result's text from one position on, as far as requested; `begun` is the part already here. */
export function LargeResultText({ hash, from, start, characters, begun = '' }: LargeResultTextProps) {
  const link = useLink()
  const [text, setText] = useState(begun)
  const end = start + text.length
  const { run, busy, problem } = useAction(async () => {
    const more = await link.call('readResultText', { hash, from: end, limit: step })
    setText(text + more.text)
  })
  return (
    <div className={styles.rest}>
      {text !== '' && (
        <Ext from={from} note={words.from(start)}>
          <div className={styles.text} tabIndex={0} role="group" aria-label={words.from(start)}>
            <Plain text={text} />
          </div>
        </Ext>
      )}
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {end < characters && (
        <Button size="sm" busy={busy} onClick={() => void run()}>
          {words.readOn(characters - end)}
        </Button>
      )}
    </div>
  )
}
