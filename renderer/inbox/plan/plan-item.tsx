import { useId, useMemo, useRef, useState } from 'react'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { useReplica } from '../../state/replica.ts'
import { changes } from '../../strings/changes.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { plan } from '../../strings/inbox/plan.ts'
import { showsAll, useFileDiff, type FileDiff } from '../../content/file-changes.ts'
import { FileChange, FileLines } from '../../content/file-lines.tsx'
import { argumentSummary } from '../../content/argument-summary.ts'
import { isPath } from '../../../shared/text/path-signs.ts'
import { ToolArguments } from '../../ui/json/arguments.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Note } from '../../ui/note.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useServerName } from '../../ui/seal.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { AskedBecause, AskedForSkill, ChangedDefinition } from '../approval/approval-reasons.tsx'
import { showAsk, useArrival, useMovingOn } from '../frame/ask-focus.ts'
import { FlowLegend, usePassages } from '../approval/flows.tsx'
import type { ApprovalAsk, PlanChoice } from './plan.ts'
import styles from './plan.module.css'
import type { MarkerOf } from './seen-markers.ts'

const words = plan

type PlanItemProps = {
  ask: ApprovalAsk
  /** Its position among the message's calls, from 1. */
  at: number
  choice: PlanChoice
  /** The group's head names it for all of its calls. */
  folder: SharedFolder | undefined
  isUndo: boolean
  /** The first item's focus target is the plan's answers. */
  isFirst: boolean
  onChoose(ask: string, choice: PlanChoice): void
  /** For the element that is in view when all of it was. */
  markerOf: MarkerOf
  onLeave: (() => void) | undefined
}

/** One call of a plan: its arguments in a row if they fit, else open if it's to be allowed. */
export function PlanItem({ ask, at, choice, folder, isUndo, isFirst, onChoose, markerOf, onLeave }: PlanItemProps) {
  const { question } = ask
  const { deny, allow } = (isUndo ? words.undo : words).choices
  const name = useServerName(question.server)
  const title = question.title ?? question.tool
  const [wasOpened, setOpened] = useState(false)
  const id = useId()
  const row = useRef<HTMLLIElement>(null)
  const replica = useReplica()
  const isPlanLeft = (): boolean => replica.state.asks.some(({ operation }) => operation?.turn === ask.operation?.turn)
  useMovingOn(ask, () => row.current?.contains(document.activeElement) === true && isPlanLeft())
  const { files = none, arguments: input } = question
  const change = useFileDiff(files, input, input)
  const inRow = useMemo(() => rowOf(question), [question])
  const marker = useMemo(() => markerOf(ask.id), [markerOf, ask.id])
  const isOpen = wasOpened || (choice === 'allow' && inRow === undefined)
  const carries = question.flows?.reduce((sum, { start, end }) => sum + end - start, 0)
  const label = (isOpen ? words.hide : carries ? words.showWithSource : words.show)(at)
  return (
    <li ref={row} className={styles.item} data-ask={ask.id}>
      {!isFirst && <Arrival ask={ask.id} arrive={() => focusItem(row.current)} />}
      <div ref={inRow && marker} className={styles.row}>
        <span className={styles.number}>{words.number(at)}</span>
        <span className={styles.values}>
          {inRow ? (
            <InRow values={inRow} folder={folder} />
          ) : (
            <code>
              <Plain text={argumentSummary(question.arguments)} />
            </code>
          )}
          {files.length > 0 && (
            <span>
              <FileLines files={files} original={input} input={input} diff={change} />
            </span>
          )}
          {carries === undefined ? (
            <span>{words.sourceUnknown}</span>
          ) : (
            carries > 0 && <em>{words.fromElsewhere(carries)}</em>
          )}
        </span>
        <IconButton
          size="sm"
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          label={label}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpened(!wasOpened)}
          unavailable={isOpen && !wasOpened ? words.mustShow : undefined}
        />
        <Segments
          role="radiogroup"
          label={words.choiceOf(at, name, plainLabel(title))}
          items={[deny, allow]}
          value={choice === 'allow' ? allow : deny}
          onChange={(chosen) => onChoose(ask.id, chosen === allow ? 'allow' : 'deny')}
        />
      </div>
      <div id={id} hidden={!isOpen} className={styles.content}>
        {isOpen && (
          <Opened ask={ask} name={name} change={change} marker={inRow ? undefined : marker} onLeave={onLeave} />
        )}
      </div>
    </li>
  )
}

type InRowValues = [name: string, value: string][]

/** Max arguments in a row, and characters of one and of all. */
const most = { values: 4, one: 100, all: 160 }

/**
 * All of a call's arguments, if a row can show them whole and nothing else about the call needs to be read: short plain
 * values in one line each, none from elsewhere, none filled in, an unchanged definition, and no file to look at.
 */
export function rowOf(question: ApprovalAsk['question']): InRowValues | undefined {
  const { arguments: input, because, flows, filled, changedFrom, skillsOf } = question
  if (question.files !== undefined || question.filesChanged) return undefined
  if ((because ?? changedFrom ?? skillsOf) !== undefined || (filled?.length ?? 0) > 0) return undefined
  if (!isObject(input) || flows?.length !== 0) return undefined
  const values = Object.entries(input)
  const texts = values.flatMap(([name, value]): InRowValues => {
    const text = isPlain(value) ? String(value) : undefined
    return text !== undefined && text === text.trim() && /^[^\n\r\u2028\u2029]+$/.test(text) ? [[name, text]] : []
  })
  const isShort =
    texts.length === values.length &&
    texts.length <= most.values &&
    texts.every(([name, text]) => name.length + text.length <= most.one) &&
    texts.reduce((sum, [name, text]) => sum + name.length + text.length, 0) <= most.all
  return isShort ? texts : undefined
}

/** Whether a row can show a value. Text like a number, a boolean or null would look the same as one there. */
const isPlain = (value: JsonValue | undefined): value is string | number | boolean =>
  typeof value === 'string'
    ? !/^(?:true|false|null|-?\d[\d.eE+-]*)?$/.test(value)
    : typeof value === 'number' || typeof value === 'boolean'

/** The argument in which several calls name something in one folder, and the folder with its last separator. */
export type SharedFolder = { name: string; path: string }

/** Min number of calls in rows that share a folder. */
const fewest = 3

/** The folder that the calls of a group share in their rows, if they do. */
export function sharedFolder(asks: readonly ApprovalAsk[]): SharedFolder | undefined {
  const rows = asks.flatMap(({ question }) => {
    const row = rowOf(question)
    return row ? [row] : []
  })
  const [first, ...others] = rows
  if (!first || rows.length < fewest) return undefined
  for (const [name, value] of first) {
    const values = [value, ...others.map((row) => row.find(([each]) => each === name)?.[1] ?? '')]
    const path = isPath(value) ? commonFolder(values) : ''
    if (path !== '') return { name, path }
  }
  return undefined
}

/** The deepest folder that all of these paths are in, below the topmost; empty if there is none. */
function commonFolder([first = '', ...others]: readonly string[]): string {
  let path = first
  do path = /^.+[\\/](?=[^\\/]+[\\/]?$)/.exec(path)?.[0] ?? ''
  while (path !== '' && !others.every((other) => other.length > path.length && other.startsWith(path)))
  return path
}

function InRow({ values, folder }: { values: InRowValues; folder: SharedFolder | undefined }) {
  if (values.length === 0) return <span className="ink3">{inbox.facts.noValues}</span>
  return values.map(([name, text]) => {
    const isInside = folder?.name === name && text.startsWith(folder.path)
    const label = <span className="ink3">{isInside ? words.inside : <Plain text={name} />}</span>
    // A row begins with its path, as the row of a call whose file Atrium read does.
    const isPathFirst = !isInside && values.length === 1 && isPath(text)
    return (
      <span key={name} className={classes(styles.pair, isInside && styles.inside)}>
        {!isPathFirst && label}
        <code>
          <Plain text={isInside ? text.slice(folder.path.length) : text} />
        </code>
        {isPathFirst && label}
      </span>
    )
  })
}

type OpenedProps = Pick<PlanItemProps, 'ask' | 'onLeave'> & {
  name: string
  change: FileDiff | undefined
  /** For its end, if reading to there counts. */
  marker: ReturnType<MarkerOf> | undefined
}

/** Everything a call's request shows, and its end. */
function Opened({ ask: { question, contentHash }, change, name, marker, onLeave }: OpenedProps) {
  const { arguments: value, flows = none, server } = question
  const passages = usePassages(flows)
  const [areArgumentsWhole, hearArguments] = useState(false)
  const [isDiffWhole, hearDiff] = useState(question.changedFrom === undefined)
  const [isChangeWhole, hearChange] = useState(false)
  // As in a single call's request: such a diff shows everything that would be sent.
  const isOnlyChange = !question.filled && showsAll(change, question.flows)
  return (
    <div className="stack gap3">
      <AskedForSkill question={question} name={name} />
      <AskedBecause question={question} name={name} />
      <ChangedDefinition question={question} name={name} onWhole={hearDiff} />
      {question.filesChanged && <Note kind="ask">{changes.changed}</Note>}
      {change && (
        <FileChange
          key={`${contentHash} diff`}
          diff={change}
          passages={isOnlyChange ? passages : undefined}
          onWhole={hearChange}
        />
      )}
      {!isOnlyChange && (
        <ToolArguments
          key={contentHash}
          value={value}
          filled={question.filled}
          passages={passages}
          onWhole={hearArguments}
        />
      )}
      <FlowLegend flows={flows} server={server} onLeave={onLeave} />
      {(isOnlyChange || areArgumentsWhole) && isDiffWhole && (!change || isChangeWhole) && (
        <div ref={marker} className={styles.end} />
      )}
    </div>
  )
}

const none: [] = []

function Arrival({ ask, arrive }: { ask: string; arrive(): void }) {
  useArrival(ask, arrive)
  return null
}

/** Scrolls a plan's call into view and focuses the choice made for it. */
function focusItem(item: Element | null | undefined): void {
  item?.querySelector<HTMLElement>('[role=radio][aria-checked=true]')?.focus({ preventScroll: true })
  showAsk(item)
}
