import { useId, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { sentArguments, type Call } from '../../../shared/state/conversation.ts'
import type { HostState } from '../../../shared/state/state.ts'
import type { StoredValue } from '../../../shared/schema/json.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { CallPlan, usePlan } from '../../inbox/plan/call-plan.tsx'
import { filesSummary } from '../../content/argument-summary.ts'
import { useAppearance } from '../../state/appearance.ts'
import { useIsFound } from '../../state/chat/finding.ts'
import { hasApp } from '../../state/chat/live-apps.ts'
import { useWantedSource } from '../../state/chat/sources.ts'
import type { GlyphState } from '../../state/glyph-state.ts'
import { useHost } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { plan as planWords } from '../../strings/inbox/plan.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { isShortcut, keyMap, pressedKey } from '../../ui/key-map.ts'
import { isTextField } from '../../ui/page/focus-page.ts'
import { useServerName } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { CallCard } from './call-card.tsx'
import card from './call-card.module.css'
import { CallExtra } from './call-extra.tsx'
import { useWantedCall } from './call-map-focus.ts'
import { ByRule, CallName } from './call-row.tsx'
import styles from './call-set.module.css'
import {
  askedCalls,
  awaitedReview,
  callState,
  ending,
  glyphOf,
  isOwnCall,
  isQuiet,
  wordOf,
  type CallState,
} from './call-state.ts'
import { mayHavePictures, picturesIn } from './result-preview.tsx'

const words = chat.callSet

type CallSetProps = {
  calls: Call[]
  turn: string
  /** The user asked for them. */
  isWanted?: boolean
}

/** Calls that were requested at once, in order; several share a frame with a count. */
export function CallSet(props: CallSetProps) {
  const { calls, turn } = props
  const [only, ...others] = calls
  if (!only) return null
  return others.length === 0 ? <CallCard call={only} turn={turn} /> : <SeveralCalls {...props} />
}

function SeveralCalls({ calls, turn, isWanted = false }: CallSetProps) {
  const title = words.title(calls.length)
  const opensAll = useAppearance('openResults') === 'all'
  const rows = useMemo(() => callRows(calls, opensAll), [calls, opensAll])
  const plan = usePlan(calls, isWanted)
  const { begin, obstacle, stands } = plan
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = event
    // Overlays aren't in the frame, though their key events bubble here.
    if (!(target instanceof Node) || !currentTarget.contains(target)) return
    if (!begin || obstacle !== undefined || event.repeat || !isShortcut(event, 'together') || isTextField(target))
      return
    event.preventDefault()
    begin()
  }
  return (
    <div role="group" className={styles.set} aria-label={title} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <span className={styles.title}>{title}</span>
        <Counts calls={calls} turn={turn} />
        {begin && (
          <Button size="sm" kind="ghost" keys={keyMap.together.keys} unavailable={obstacle} onClick={begin}>
            {planWords.together}
          </Button>
        )}
      </header>
      <CallPlan calls={calls} plan={plan} />
      {rows.map((row) =>
        stands.has(row[0].id) ? null : (
          <div key={row[0].id} className={styles.call}>
            {row.length > 1 ? <LikeCalls calls={row} turn={turn} /> : <CallCard call={row[0]} turn={turn} framed />}
          </div>
        ),
      )}
    </div>
  )
}

type Column = 'waiting' | 'running' | 'done' | 'failed' | 'denied' | 'cancelled' | 'other'
type Tally = Record<Column, number>

const shown: { of: Column; glyph?: GlyphState }[] = [
  { of: 'waiting', glyph: 'waiting' },
  { of: 'running', glyph: 'running' },
  { of: 'done', glyph: 'succeeded' },
  { of: 'failed', glyph: 'failed' },
  { of: 'denied', glyph: 'denied' },
  { of: 'cancelled', glyph: 'cancelled' },
  { of: 'other' },
]

function Counts({ calls, turn }: { calls: Call[]; turn: string }) {
  const tally = useHost((state) => tallyOf(calls, state, turn), sameTally)
  return (
    <span className={styles.counts}>
      {shown.map(({ of, glyph }) =>
        tally[of] === 0 ? null : (
          <span key={of} className={styles.count} data-of={of}>
            {glyph && <Glyph state={glyph} label="" size={12} />}
            {words[of](tally[of])}
          </span>
        ),
      )}
    </span>
  )
}

/** How many calls are in which state. */
export function tallyOf(calls: Call[], state: Pick<HostState, 'asks' | 'turns'>, turn: string): Tally {
  const tally: Tally = { waiting: 0, running: 0, done: 0, failed: 0, denied: 0, cancelled: 0, other: 0 }
  const isAsked = askedCalls(state)
  for (const call of calls) tally[column(callState(call, state.turns[turn]?.calls[call.id], isAsked(call.id)))] += 1
  return tally
}

function column(state: CallState): Column {
  if (state === 'waiting' || state === 'running') return state
  if (state === 'cancelling') return 'running'
  if (state === 'refused') return 'denied'
  if (state === 'failed' || state === 'denied' || state === 'cancelled') return state
  if (state === 'timed-out' || state === 'interrupted') return 'failed'
  return state === 'succeeded' ? 'done' : 'other'
}

const sameTally = (a: Tally, b: Tally): boolean => shown.every(({ of }) => a[of] === b[of])

/** Min number of like neighbours that share a row. */
const least = 5

/**
 * The calls of a message as rows: neighbours to one tool share a row if they succeeded and each shows nothing but its
 * row, or weren't sent for one reason. Only once all calls have ended, so rows don't move while the user answers.
 * `opensAll`: the user wants results open, so successes stay apart.
 */
export function callRows(calls: readonly Call[], opensAll: boolean): [Call, ...Call[]][] {
  const isOver = calls.every(({ outcome }) => outcome !== undefined)
  const rows: [Call, ...Call[]][] = []
  for (const call of calls) {
    const last = rows.at(-1)
    if (isOver && last && isLike(last[0], call, opensAll)) last.push(call)
    else rows.push([call])
  }
  return rows.flatMap((row) => (row.length < least ? row.map((call): [Call] => [call]) : [row]))
}

function isLike(a: Call, b: Call, opensAll: boolean): boolean {
  if (a.server !== b.server || a.tool !== b.tool) return false
  return (!opensAll && isPlainSuccess(a) && isPlainSuccess(b)) || isUnsentAlike(a, b)
}

/** Whether a call succeeded and changed no file, and its closed row has no image, app or result. */
const isPlainSuccess = (call: Call): boolean =>
  call.outcome?.status === 'succeeded' &&
  !isOwnCall(call) &&
  !call.imported &&
  !call.fileEnds?.length &&
  !hasApp(call) &&
  !hasPictures(call.outcome.result)

const hasPictures = (result: StoredValue): boolean =>
  'json' in result ? picturesIn(result.json).length > 0 : mayHavePictures(result)

function isUnsentAlike(a: Call, b: Call): boolean {
  const reason = ({ outcome }: Call) => (outcome?.status === 'denied' ? outcome.reason : undefined)
  return (
    isQuiet(callState(a, undefined, false)) &&
    !awaitedReview(a) &&
    a.startedAt === undefined &&
    b.startedAt === undefined &&
    a.outcome?.status === b.outcome?.status &&
    ending(a) === ending(b) &&
    reason(a) === reason(b)
  )
}

const filesOf = (calls: readonly Call[]): string =>
  filesSummary(calls.map(sentArguments).flatMap((sent) => ('json' in sent ? [sent.json] : [])))

type LikeCallsProps = { calls: [Call, ...Call[]]; turn: string }

/** Like calls: one row, and all of them one press away. A search or a link that leads to one of them opens the row. */
export function LikeCalls({ calls, turn }: LikeCallsProps) {
  const [call] = calls
  const [open, setOpen] = useState(false)
  const name = useServerName(call.server ?? '')
  const [wanted, source] = [useWantedCall(), useWantedSource()]
  const isFound = useIsFound(...calls.map(({ id }) => id))
  const isWanted = isFound || calls.some(({ id }) => id === wanted || id === source)
  const [wasWanted, setWasWanted] = useState(false)
  if (wasWanted !== isWanted) {
    setWasWanted(isWanted)
    if (isWanted) setOpen(true)
  }
  const list = useId()
  const state = callState(call, undefined, false)
  const toggle = (event: MouseEvent): void => {
    if (!(event.target instanceof Element && event.target.closest('button'))) setOpen(!open)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const pressed = pressedKey(event, 'foldCall')
    if (pressed !== undefined) setOpen(pressed === 0)
  }
  return (
    <>
      <div
        role="group"
        aria-label={words.likeCalls(calls.length, plainLabel(call.title ?? call.tool))}
        className={classes(card.call, card.framed, isQuiet(state) && card.quiet)}
      >
        <div className={card.row} onClick={toggle} onKeyDown={onKeyDown}>
          <Glyph state={glyphOf(state)} label={wordOf(state)} />
          <CallName call={call} name={name} times={words.times(calls.length)} />
          <span className={classes(card.summary, 'trunc')}>
            {state === 'succeeded' ? <Plain text={filesOf(calls)} /> : ending(call)}
          </span>
          <div className={card.meta}>
            <ByRule calls={calls} />
            <IconButton
              size="sm"
              icon={open ? 'chevron-down' : 'chevron-right'}
              label={open ? words.hideLike(calls.length) : words.showLike(calls.length)}
              aria-expanded={open}
              aria-controls={list}
              onClick={() => setOpen(!open)}
            />
          </div>
        </div>
        {!open && <CallExtra call={call} state={state} running={undefined} from={name} />}
      </div>
      <div id={list} className={styles.like}>
        {open &&
          calls.map((each) => (
            <div key={each.id} className={styles.call}>
              <CallCard call={each} turn={turn} framed />
            </div>
          ))}
      </div>
    </>
  )
}
