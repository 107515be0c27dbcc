import { memo, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { Turn } from '../../../shared/state/conversation.ts'
import { callShownWith } from '../../../shared/state/app-calls.ts'
import { useHost, useSession } from '../../state/replica.ts'
import { useAsksInView } from '../../inbox/frame/answers-in-view.ts'
import { useWantedAsk } from '../../inbox/frame/ask-focus.ts'
import { changes } from '../../strings/changes.ts'
import { chat } from '../../strings/chat.ts'
import { Button } from '../../ui/button.tsx'
import { Apart } from '../../ui/json/apart.tsx'
import { SummaryLine } from '../context/summary-line.tsx'
import { CallMap } from './call-map.tsx'
import { Message } from './message.tsx'
import { useMessageKeys } from './message-keys.ts'
import { useEnteredTurn } from '../../state/chat/branches.ts'
import { rowOfHit, useFinding, type Hit } from '../../state/chat/finding.ts'
import { useFindMarks } from '../find/use-find-marks.ts'
import { rowOfCall, rowOfSource, type ThreadRow } from '../../state/chat/rows.ts'
import { useWantedSource } from '../../state/chat/sources.ts'
import styles from './thread.module.css'
import { useRows, type Transcript, useTurn } from '../../state/chat/transcript.ts'
import { TurnBreak } from './turn-break.tsx'
import { TurnEndRow } from './turn-end.tsx'
import { Quote } from './quote.tsx'
import { rowInFocus, useThreadScroll } from './thread-scroll.ts'
import { You } from './you.tsx'
import { CallCard } from '../call/call-card.tsx'
import { CallSet } from '../call/call-set.tsx'
import { formatTime } from '../../strings/format/time.ts'

/** The conversation from first to last message; builds only the rows near the viewport. */
export function Thread({ transcript }: { transcript: Transcript }) {
  const rows = useRows(transcript)
  const lastTurn = transcript.turns.at(-1)
  const last = lastTurn?.id
  const viewport = useRef<HTMLDivElement>(null)
  const { virtualizer, isNearEnd, goToEnd, onClick } = useThreadScroll(transcript.id, rows, viewport)
  const hasAnswers = useAsksInView().size > 0
  useOwnTurn(transcript.allTurns.at(-1), goToEnd)
  const show = (index: number): void => virtualizer.scrollToIndex(index, { align: 'center' })
  useWantedRow(transcript.turns, rows, show)
  useSourceRow(transcript.turns, rows, show)
  useEnteredRow(rows, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }))
  useMessageKeys(rows, () => ({
    focused: rowInFocus(viewport.current),
    first: virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0,
    isAtEnd: isNearEnd,
  }))
  const rowOf = useCallback((hit: Hit) => rowOfHit(transcript.turns, rows, hit), [transcript, rows])
  useFoundRow(rowOf, show)
  useFindMarks(viewport, rowOf)
  return (
    <div className={styles.frame}>
      <div
        ref={viewport}
        className={styles.viewport}
        role="log"
        aria-live="off"
        aria-label={chat.thread.name}
        tabIndex={0}
        onClickCapture={onClick}
      >
        <div className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index]
            return (
              row && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={styles.row}
                  style={{ top: start }}
                >
                  {rows[index - 1]?.turn !== row.turn && <TurnBreak turn={row.turn} transcript={transcript} />}
                  <Apart of={row} raw={() => rawOf(row, transcript)}>
                    <RowView row={row} conversation={transcript.id} isLast={row.turn === last} />
                  </Apart>
                </div>
              )
            )
          })}
        </div>
      </div>
      <CallMap
        transcript={transcript}
        show={(call) => virtualizer.scrollToIndex(rowOfCall(transcript.turns, rows, call), { align: 'auto' })}
      />
      {!hasAnswers && (
        <div className={styles.over}>
          <Quote within={viewport} />
          {!isNearEnd && (
            <Button size="sm" icon="arrow-down" onClick={goToEnd}>
              {chat.thread.latest}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const RowView = memo(({ row, conversation, isLast }: { row: ThreadRow; conversation: string; isLast: boolean }) => {
  switch (row.kind) {
    case 'person':
      return <You turn={row.turn} />
    case 'model':
      return <Message turn={row.turn} id={row.message} />
    case 'call':
      return <OwnCall turn={row.turn} />
    case 'end':
      return (
        <>
          <TurnEndRow id={row.turn} conversation={conversation} isLast={isLast} />
          <SummaryLine turn={row.turn} />
        </>
      )
    default:
      return row satisfies never
  }
})

/** The data of a row. */
function rawOf(row: ThreadRow, { allTurns }: Transcript): unknown {
  const turn = allTurns.find(({ id }) => id === row.turn)
  return row.kind === 'model' ? turn?.messages.find(({ id }) => id === row.message) : turn
}

/** After sending a message, the user sees it and what follows, wherever they were reading. */
function useOwnTurn(last: Turn | undefined, goToEnd: () => void): void {
  const own = useSession()?.actor === last?.actor ? last?.id : undefined
  const seen = useRef(own)
  useEffect(() => {
    if (own !== undefined && own !== seen.current) goToEnd()
    seen.current = own ?? seen.current
  }, [own, goToEnd])
}

/** Builds the row of a question that is about to receive focus, if it's far away; the question takes focus itself. */
function useWantedRow(turns: readonly Turn[], rows: ThreadRow[], show: (index: number) => void): void {
  const wanted = useWantedAsk()
  const call = useHost((state) => {
    const ask = state.asks.find(({ id }) => id === wanted)
    return ask && callShownWith(state, ask)
  })
  const index = call === undefined ? -1 : rowOfCall(turns, rows, call)
  const onWanted = useEffectEvent((at: number) => show(at))
  useEffect(() => {
    const isBuilt = wanted !== undefined && document.querySelector(`[data-ask="${CSS.escape(wanted)}"]`) !== null
    if (index !== -1 && !isBuilt) onWanted(index)
  }, [index, wanted])
}

/** Builds the row of the source the user is going to; the row takes focus itself. */
function useSourceRow(turns: readonly Turn[], rows: ThreadRow[], show: (index: number) => void): void {
  const wanted = useWantedSource()
  const onWanted = useEffectEvent((source: string) => {
    const index = rowOfSource(turns, rows, source)
    if (index !== -1) show(index)
  })
  useEffect(() => {
    if (wanted !== undefined) onWanted(wanted)
  }, [wanted])
}

/** Builds the first row of the branch that the user enters; its step takes focus itself. */
function useEnteredRow(rows: ThreadRow[], show: (index: number) => void): void {
  const entered = useEnteredTurn()
  const index = entered === undefined ? -1 : rows.findIndex(({ turn }) => turn === entered)
  const onEntered = useEffectEvent((at: number) => show(at))
  useEffect(() => {
    if (index !== -1) onEntered(index)
  }, [index])
}

/** Builds the row of the match that the user goes to. */
function useFoundRow(rowOf: (hit: Hit) => number, show: (index: number) => void): void {
  const hit = useFinding()?.hit
  const onHit = useEffectEvent((found: Hit) => {
    const index = rowOf(found)
    if (index !== -1) show(index)
  })
  useEffect(() => {
    if (hit) onHit(hit)
  }, [hit])
}

const callOf = ({ call }: Turn) => call
const undoOf = ({ undoes }: Turn) => undoes

/** A call the user made without a model, or the calls that take a turn's changes back. */
function OwnCall({ turn }: { turn: string }) {
  const call = useTurn(turn, callOf)
  const undoes = useTurn(turn, undoOf)
  const at = useTurn(undoes?.turn ?? '', ({ finishedAt }) => finishedAt)
  if (!undoes) return call ? <CallCard call={call} turn={turn} /> : null
  return (
    <>
      <h2 className={styles.undo}>{changes.undo.of(at === undefined ? '' : formatTime(at))}</h2>
      <CallSet calls={undoes.calls} turn={turn} isWanted />
    </>
  )
}
