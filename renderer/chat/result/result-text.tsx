import { useState } from 'react'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { formatBytes } from '../../strings/format/time.ts'
import styles from './result.module.css'

const shownLines = 30
const shownCharacters = 4000

/** Text of a server, never rendered: its beginning, then all of it in steps. */
export function ResultText({ text }: { text: string }) {
  const [steps, setSteps] = useState(0)
  const beginning = text.split('\n', shownLines).join('\n')
  const limit = steps === 0 ? Math.min(beginning.length, shownCharacters) : shownCharacters * 25 ** steps
  return (
    <div className={text.includes('\n') ? styles.lines : styles.line}>
      <Plain text={head(text, limit)} />
      {text.length > limit && (
        <Button size="sm" onClick={() => setSteps(steps + 1)}>
          {strings.chat.result.showMore(formatBytes(text.length - limit))}
        </Button>
      )}
    </div>
  )
}
