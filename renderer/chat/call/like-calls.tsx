import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import type { Call } from '../../../shared/state/conversation.ts'
import { chat } from '../../strings/chat.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { pressedKey } from '../../ui/key-map.ts'
import { useServerName } from '../../ui/seal.tsx'
import { CallCard, CallName } from './call-card.tsx'
import styles from './call-card.module.css'
import { CallExtra } from './call-extra.tsx'
import { useWantedCall } from './call-map-focus.ts'
import set from './call-set.module.css'
import { awaitedReview, callState, ending, glyphOf, isQuiet, wordOf } from './call-state.ts'

const words = chat.callSet

/** Min number of like neighbours that share a row. */
const least = 5

/**
 * The calls of a message as rows: neighbours that weren't sent, to one tool and for one reason, share a row. Only once
 * all calls have ended, so rows don't move while the user answers.
 */
export function callRows(calls: readonly Call[]): [Call, ...Call[]][] {
  const isOver = calls.every(({ outcome }) => outcome !== undefined)
  const rows: [Call, ...Call[]][] = []
  for (const call of calls) {
    const last = rows.at(-1)
    if (isOver && last && isLike(last[0], call)) last.push(call)
    else rows.push([call])
  }
  return rows.flatMap((row) => (row.length < least ? row.map((call): [Call] => [call]) : [row]))
}

function isLike(a: Call, b: Call): boolean {
  const reason = ({ outcome }: Call) => (outcome?.status === 'denied' ? outcome.reason : undefined)
  return (
    isQuiet(callState(a, undefined, false)) &&
    !awaitedReview(a) &&
    a.startedAt === undefined &&
    b.startedAt === undefined &&
    a.server === b.server &&
    a.tool === b.tool &&
    a.outcome?.status === b.outcome?.status &&
    ending(a) === ending(b) &&
    reason(a) === reason(b)
  )
}

type LikeCallsProps = { calls: [Call, ...Call[]]; turn: string }

/** Like calls that weren't sent: one row, and all of them one press away. */
export function LikeCalls({ calls, turn }: LikeCallsProps) {
  const [call] = calls
  const [open, setOpen] = useState(false)
  const name = useServerName(call.server ?? '')
  const wanted = useWantedCall()
  const isWanted = calls.some(({ id }) => id === wanted)
  if (isWanted && !open) setOpen(true)
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
        className={classes(styles.call, styles.framed, styles.quiet)}
      >
        <div className={styles.row} onClick={toggle} onKeyDown={onKeyDown}>
          <Glyph state={glyphOf(state)} label={wordOf(state)} />
          <CallName call={call} name={name} times={words.times(calls.length)} />
          <span className={classes(styles.summary, 'trunc')}>{ending(call)}</span>
          <div className={styles.meta}>
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
      <div id={list} className={set.like}>
        {open &&
          calls.map((each) => (
            <div key={each.id} className={set.call}>
              <CallCard call={each} turn={turn} framed />
            </div>
          ))}
      </div>
    </>
  )
}
