import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { readablePath } from '../../../shared/schema/pointer.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { ui } from '../../strings/ui.ts'
import styles from './arguments.module.css'
import { classes } from '../classes.ts'
import { Pieces, Plain } from '../third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import { jsonDiff } from './json-diff.ts'
import { fold, foldedLines, jsonLines, type ShownLine, type JsonToken } from './json-lines.ts'
import { MoreButton } from '../more-button.tsx'
import { Note } from '../note.tsx'
import { PassageNumber } from './passage-number.tsx'
import type { Passage } from './passages.ts'
import { Segments } from '../fields/segments.tsx'
import { formatBytes } from '../../strings/format/time.ts'

const words = ui.arguments

type ArgumentsProps = JsonProps & {
  /** The heading, if it isn't simply the arguments. */
  title?: string | undefined
  /** Text at the right of the heading, such as who allowed the call. */
  note?: ReactNode
  /** Positions (RFC 6901) that have the tool's defaults, because they were left out. */
  filled?: readonly string[] | undefined
  /** Actions at the end of the heading. */
  actions?: ReactNode
}

const views = [words.pretty, words.exact] as const
type View = (typeof views)[number]

/** A tool's arguments. The only renderer of tool input: calls, questions and records share it. */
export function ToolArguments({ title = words.title, note, filled, actions, ...json }: ArgumentsProps) {
  const [view, setView] = useState<View>(words.pretty)
  return (
    <div role="group" aria-label={title}>
      <div className={styles.head}>
        <span>{title}</span>
        <span className={styles.note}>{note}</span>
        <Segments label={words.view} items={views} value={view} onChange={setView} />
        {actions}
      </div>
      {filled && <FilledNote places={filled} />}
      {view === words.pretty ? (
        <Json {...json} />
      ) : (
        <ExactText text={JSON.stringify(json.value)} onWhole={json.onWhole} />
      )}
    </div>
  )
}

const namedPlaces = 10

function FilledNote({ places }: { places: readonly string[] }) {
  const named = places.slice(0, namedPlaces).map(readablePath).join(', ')
  const more = places.length - namedPlaces
  const names = <Plain text={head(named, 200)} />
  return (
    <div className={styles.filled}>
      <Note>
        <Phrase text={more > 0 ? words.filledAndMore(more) : words.filled} slots={{ names }} />
      </Note>
    </div>
  )
}

type WholeProps = {
  /** Reports whether all of it is on the page, and every change of that. */
  onWhole?: ((whole: boolean) => void) | undefined
}

type JsonProps = WholeProps & {
  value: JsonValue
  /** The earlier value: changed lines are marked, and removed lines are shown too. */
  before?: JsonValue | undefined
  /** Parts of its strings to underline and number; screen readers get the label instead of the number. */
  passages?: readonly (Passage & { label: string })[] | undefined
}

/** Lines of a value before "Show more". */
const firstLines = 400

/** Pretty-printed JSON: wrapped, hidden characters labelled, long strings collapsed, long values in parts. */
export function Json({ value, before, passages, onWhole }: JsonProps) {
  const [limit, setLimit] = useState(firstLines)
  const [opened, setOpened] = useState<Record<number, number>>({})
  const { lines, more } = useMemo(
    () => (before === undefined ? jsonLines(value, limit, passages) : jsonDiff(before, value, limit, passages)),
    [before, value, limit, passages],
  )
  const shown = useMemo(() => fold(lines, (id) => opened[id] ?? foldedLines), [lines, opened])
  useWhole(!more && !shown.some((line) => 'folded' in line), onWhole)
  return (
    <pre className={styles.json} tabIndex={0} aria-label={words.json}>
      {shown.map((line, index) => (
        <ShownLineView
          key={index}
          line={line}
          labelOf={(number) => passages?.[number - 1]?.label ?? ''}
          onOpen={(id) => setOpened({ ...opened, [id]: (opened[id] ?? 0) + 2000 })}
        />
      ))}
      {more && <MoreButton onClick={() => setLimit(limit * 4)}>{words.moreLines}</MoreButton>}
    </pre>
  )
}

type ShownLineProps = { line: ShownLine; labelOf(passage: number): string; onOpen(value: number): void }

function ShownLineView({ line, labelOf, onOpen }: ShownLineProps) {
  const indent = '  '.repeat(Math.min(line.depth, 20))
  if ('folded' in line)
    return (
      <div>
        {indent}
        <MoreButton onClick={() => onOpen(line.value)}>{words.showFolded(line.folded)}</MoreButton>
      </div>
    )
  return (
    <div data-mark={line.mark} className={line.mark && styles.changed}>
      {line.mark && <span className="sr">{words.marks[line.mark]}: </span>}
      {indent}
      {line.tokens.map((token, index) => (
        <TokenView key={index} token={token} labelOf={labelOf} />
      ))}
    </div>
  )
}

function TokenView({ token, labelOf }: { token: JsonToken } & Pick<ShownLineProps, 'labelOf'>) {
  if (token.kind === 'mark') return token.text
  return (
    <>
      <bdi className={classes(styles[token.kind], token.isPassage && styles.passage)}>
        <Pieces pieces={revealHidden(token.text)} />
      </bdi>
      {token.ends?.map((number) => (
        <PassageNumber key={number} number={number} label={labelOf(number)} />
      ))}
    </>
  )
}

const firstCharacters = 20_000

/** Text exactly as sent or received, in parts if it's long; only hidden characters are labelled. */
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
