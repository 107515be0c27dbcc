import { useCallback, useState, type ReactNode } from 'react'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { readablePath } from '../../../shared/schema/pointer.ts'
import { head } from '../../../shared/text/clip.ts'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { ui } from '../../strings/ui.ts'
import { Segments } from '../fields/segments.tsx'
import { MoreButton } from '../more-button.tsx'
import { Note } from '../note.tsx'
import { Pieces, Plain } from '../third-party/ext.tsx'
import styles from './arguments.module.css'
import { Fields } from './fields.tsx'
import { jsonDiff } from './json-diff.ts'
import { jsonLines, type ShownLine } from './json-lines.ts'
import { FoldedLines, Tokens, useShownLines, type LabelledPassage } from './shown-lines.tsx'
import { useWhole } from '../arming/use-whole.ts'

const words = ui.arguments

type ArgumentsProps = JsonProps & {
  /** The heading, if it isn't simply the arguments. */
  title?: string | undefined
  /** Text at the right of the heading, such as who allowed the call. */
  note?: ReactNode
  /** Positions (RFC 6901) that have the tool's defaults, because they were left out. */
  filled?: readonly string[] | undefined
  /** How they were sent is what matters, so there are no fields. */
  asSent?: boolean
  /** Actions at the end of the heading. */
  actions?: ReactNode
}

/** A tool's arguments. The only renderer of tool input: calls, questions and records share it. */
export function ToolArguments({ title = words.title, note, filled, actions, asSent, ...json }: ArgumentsProps) {
  const { value, before, passages, onWhole } = json
  const fields = !asSent && before === undefined && isObject(value) ? value : undefined
  const views = fields ? [words.fields, words.json, words.exact] : [words.json, words.exact]
  const [chosen, choose] = useState<string>()
  const view = views.find((it) => it === chosen) ?? views[0] ?? words.json
  return (
    <div role="group" aria-label={title}>
      <div className={styles.head}>
        <span>{title}</span>
        <span className={styles.note}>{note}</span>
        <Segments label={words.view} items={views} value={view} onChange={choose} />
        {actions}
      </div>
      {filled && <FilledNote places={filled} />}
      {view === words.fields && fields && <Fields value={fields} passages={passages} onWhole={onWhole} />}
      {view === words.json && <Json {...json} />}
      {view === words.exact && <ExactText text={JSON.stringify(value)} onWhole={onWhole} />}
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
  passages?: readonly LabelledPassage[] | undefined
}

/** Pretty-printed JSON: wrapped, hidden characters labelled, long strings collapsed, long values in parts. */
export function Json({ value, before, passages, onWhole }: JsonProps) {
  const build = useCallback(
    (limit: number) =>
      before === undefined ? jsonLines(value, limit, passages) : jsonDiff(before, value, limit, passages),
    [before, value, passages],
  )
  const { shown, more, open } = useShownLines(build, onWhole)
  return (
    <pre className={styles.json} tabIndex={0} aria-label={words.json}>
      {shown.map((line, index) => (
        <ShownLineView key={index} line={line} passages={passages} open={open} />
      ))}
      {more}
    </pre>
  )
}

type ShownLineProps = Pick<JsonProps, 'passages'> & { line: ShownLine; open(value: number): void }

function ShownLineView({ line, passages, open }: ShownLineProps) {
  const indent = '  '.repeat(Math.min(line.depth, 20))
  if ('folded' in line)
    return (
      <div>
        {indent}
        <FoldedLines line={line} open={open} />
      </div>
    )
  return (
    <div data-mark={line.mark} className={line.mark && styles.changed}>
      {line.mark && <span className="sr">{words.marks[line.mark]}: </span>}
      {indent}
      <Tokens tokens={line.tokens} passages={passages} />
    </div>
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
