import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { JsonValue } from '../../shared/json.ts'
import { strings } from '../strings/strings.ts'
import styles from './arguments.module.css'
import { Pieces } from './ext.tsx'
import { head, revealHidden } from './hidden-characters.ts'
import { fold, foldedLines, jsonLines, type ShownLine, type Token } from './json-lines.ts'
import { MoreButton } from './more-button.tsx'
import { Segments } from './segments.tsx'
import { formatBytes } from './time.tsx'

const words = strings.ui.arguments

type ArgumentsProps = {
  value: JsonValue
  /** Words at the right of the heading, such as who allowed the call. */
  note?: ReactNode
  /** Hears whether all of it is on the page, and again whenever that changes. */
  onWhole?: (whole: boolean) => void
}

const views = [words.pretty, words.exact] as const
type View = (typeof views)[number]

/** What a tool is given. The only renderer of tool input: calls, asks and records share it. */
export function Arguments({ value, note, onWhole }: ArgumentsProps) {
  const [view, setView] = useState<View>(words.pretty)
  return (
    <div role="group" aria-label={words.title}>
      <div className={styles.head}>
        <span>{words.title}</span>
        <span className={styles.note}>{note}</span>
        <Segments label={words.view} items={views} value={view} onChange={setView} />
      </div>
      {view === words.pretty ? (
        <Json value={value} onWhole={onWhole} />
      ) : (
        <ExactText text={JSON.stringify(value)} onWhole={onWhole} />
      )}
    </div>
  )
}

type WholeProps = { onWhole?: ((whole: boolean) => void) | undefined }

/** Lines of a value before "Show more". */
const firstLines = 400

/** Pretty JSON: wrapped, hidden characters labelled, long strings folded, long values in parts. */
export function Json({ value, onWhole }: { value: JsonValue } & WholeProps) {
  const [limit, setLimit] = useState(firstLines)
  const [opened, setOpened] = useState<Record<number, number>>({})
  const { lines, more } = useMemo(() => jsonLines(value, limit), [value, limit])
  const shown = useMemo(() => fold(lines, (id) => opened[id] ?? foldedLines), [lines, opened])
  useWhole(!more && !shown.some((line) => 'folded' in line), onWhole)
  return (
    <pre className={styles.json} tabIndex={0} aria-label={words.json}>
      {shown.map((line, index) => (
        <ShownLineView
          key={index}
          line={line}
          onOpen={(id) => setOpened({ ...opened, [id]: (opened[id] ?? 0) + 2000 })}
        />
      ))}
      {more && <MoreButton onClick={() => setLimit(limit * 4)}>{words.moreLines}</MoreButton>}
    </pre>
  )
}

function ShownLineView({ line, onOpen }: { line: ShownLine; onOpen(value: number): void }) {
  const indent = '  '.repeat(Math.min(line.depth, 20))
  if ('folded' in line)
    return (
      <div>
        {indent}
        <MoreButton onClick={() => onOpen(line.value)}>{words.showFolded(line.folded)}</MoreButton>
      </div>
    )
  return (
    <div>
      {indent}
      {line.tokens.map((token, index) => (
        <TokenView key={index} token={token} />
      ))}
    </div>
  )
}

const TokenView = ({ token }: { token: Token }) =>
  token.kind === 'mark' ? (
    token.text
  ) : (
    <bdi className={styles[token.kind]}>
      <Pieces pieces={revealHidden(token.text)} />
    </bdi>
  )

const firstCharacters = 20_000

/** Text as it is sent or was received, in parts when it is long; only hidden characters are labelled. */
export function ExactText({ text, onWhole }: { text: string } & WholeProps) {
  const [limit, setLimit] = useState(firstCharacters)
  const rest = text.length - limit
  useWhole(rest <= 0, onWhole)
  return (
    <pre className={styles.json} tabIndex={0} aria-label={words.exact}>
      <bdi>
        <Pieces pieces={revealHidden(head(text, limit))} />
      </bdi>
      {rest > 0 && (
        <div>
          <MoreButton onClick={() => setLimit(limit * 8)}>{words.showMore(formatBytes(rest))}</MoreButton>
        </div>
      )}
    </pre>
  )
}

/** Reports whether all of something is on the page, whenever that changes. */
export function useWhole(whole: boolean, report: ((whole: boolean) => void) | undefined): void {
  useEffect(() => report?.(whole), [whole, report])
}
