import { memo, useState } from 'react'
import { strings } from '../strings/strings.ts'
import { Plain } from '../ui/ext.tsx'
import { Button } from '../ui/button.tsx'
import styles from './server-log.module.css'

/** So many lines are built at a time, from the end. */
const builtAtOnce = 1000

/** The last lines, with what was looked for marked; earlier ones on demand. */
export function LogLines({ lines, query }: { lines: string[]; query: string }) {
  const [built, setBuilt] = useState(builtAtOnce)
  const hidden = Math.max(0, lines.length - built)
  return (
    <>
      {hidden > 0 && (
        <Button size="sm" kind="ghost" onClick={() => setBuilt(built + builtAtOnce)}>
          {strings.servers.log.showEarlier(Math.min(hidden, builtAtOnce))}
        </Button>
      )}
      {lines.slice(hidden).map((line, index) => (
        <Line key={hidden + index} line={line} query={query} />
      ))}
    </>
  )
}

const Line = memo(function Line({ line, query }: { line: string; query: string }) {
  return (
    <div className={styles.line}>
      {splitAt(line, query).map((piece, index) =>
        index % 2 === 1 ? (
          <mark key={index} className={styles.hit}>
            <Plain text={piece} />
          </mark>
        ) : (
          <Plain key={index} text={piece} />
        ),
      )}
    </div>
  )
})

/** A line around what was looked for: every second piece is a find. Each find begins at or after the end of the last. */
export function splitAt(line: string, query: string): string[] {
  const lower = line.toLowerCase()
  // A letter whose small form is longer would shift the places; then nothing is marked.
  if (query === '' || lower.length !== line.length) return [line]
  const wanted = query.toLowerCase()
  const pieces: string[] = []
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    pieces.push(line.slice(from, at), line.slice(at, at + wanted.length))
    from = at + wanted.length
  }
  return [...pieces, line.slice(from)]
}
