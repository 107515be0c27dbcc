import { useEffect, useRef, type ReactNode } from 'react'
import { consentOf } from '../../../shared/state/consents.ts'
import type { Call } from '../../../shared/state/conversation.ts'
import { isPinned, toolItem } from '../../../shared/state/pins.ts'
import type { RunningCall } from '../../../shared/state/running-turns.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useReview } from '../../inbox/definitions/use-review.ts'
import { useHost } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { formatDuration, formatTime } from '../../strings/format/time.ts'
import { results } from '../../strings/results.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { announce } from '../../ui/page/announcer.tsx'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import styles from './call-card.module.css'
import { awaitedReview, isOwnCall, wasGivenUp, type CallPartProps } from './call-state.ts'
import { RunAgain } from './run-again.tsx'

const words = chat.call

/** A call's second line: progress while it runs, the cause if it failed. */
export function CallExtra({ call, state, running, from }: CallPartProps & { from: string }) {
  const { outcome } = call
  if (call.imported) return <ImportedProblem call={call} />
  if (state === 'refused') return null
  if (running && !outcome) return <UnderWay running={running} label={plainLabel(call.title ?? call.tool)} from={from} />
  if (outcome?.status === 'denied' && outcome.reason)
    return (
      <Line>
        {outcome.rule ? <Plain text={words.deniedBy(outcome.reason)} limit={300} /> : words.youWrote(outcome.reason)}
      </Line>
    )
  if (
    outcome?.status === 'failed' ||
    outcome?.status === 'timed-out' ||
    outcome?.status === 'invalid' ||
    outcome?.status === 'stale'
  ) {
    const isOurs = !('result' in outcome && outcome.result)
    return (
      <Line>
        {isOurs && <Plain text={outcome.problem} />}
        {isOurs && outcome.status === 'failed' && outcome.mayHaveRun && ` ${words.mayHaveFinished}`}
        {!isOurs && results.failed.reported(from)} {!isOwnCall(call) && words.modelTold}
      </Line>
    )
  }
  return null
}

/** The imported file's explanation of a call without a result. */
function ImportedProblem({ call: { outcome, server = '' } }: { call: Call }) {
  if (!outcome || !('problem' in outcome) || ('result' in outcome && outcome.result)) return null
  return (
    <Line>
      <ExtInline from={server} text={outcome.problem} />
    </Line>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <div className={styles.extra}>
    <span>{children}</span>
  </div>
)

type UnderWayProps = { running: RunningCall; label: string; from: string }

/** The reported progress, and the status of its task. */
const UnderWay = ({ running: { progress, task }, label, from }: UnderWayProps) => (
  <>
    {progress && <Progress {...progress} label={label} from={from} />}
    {task && (
      <Line>
        {taskWords(task, from)}{' '}
        {task.message !== undefined && task.message !== progress?.message && (
          <ExtInline from={from} text={task.message} />
        )}
      </Line>
    )}
  </>
)

function taskWords({ status, every, since }: NonNullable<RunningCall['task']>, from: string): string {
  if (status === 'cancelling') return words.taskEnds
  if (status === 'resuming') return words.taskResumes(from)
  const at = formatTime(since)
  return status === 'input_required' ? words.taskWants(at) : words.taskWorks(at, formatDuration(every))
}

type ProgressProps = {
  progress: number
  total?: number | undefined
  message?: string | undefined
  label: string
  from: string
}

function Progress({ progress, total, message, label, from }: ProgressProps) {
  const part = total === undefined || total <= 0 ? undefined : Math.min(1, Math.max(0, progress / total))
  useAnnouncedQuarters(part, label)
  return (
    <div className={styles.extra}>
      {part !== undefined && (
        <span
          className={styles.track}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuenow={progress}
          aria-valuemax={total}
        >
          <span className={styles.bar} style={{ width: `${part * 100}%` }} />
        </span>
      )}
      <span className={styles.figures}>
        {total === undefined ? formatFigure(progress) : words.progress(formatFigure(progress), formatFigure(total))}
      </span>
      {message !== undefined && message !== '' && (
        <span className={styles.message}>
          <ExtInline from={from} text={message} />
        </span>
      )}
    </div>
  )
}

/** A server's number, rounded for display: 0.3, not 0.30000000000000004. */
const figure = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })
const formatFigure = (value: number): string => figure.format(value)

/** 25, 50 and 75 %, each once. */
function useAnnouncedQuarters(part: number | undefined, label: string): void {
  const said = useRef(0)
  const quarter = part === undefined ? 0 : Math.min(3, Math.floor(part * 4))
  useEffect(() => {
    if (quarter <= said.current) return
    said.current = quarter
    announce(words.percent(label, quarter * 25))
  }, [quarter, label])
}

/**
 * The next step after a call wasn't sent because its definition needed a review: the review, then the call. Or after its
 * server gave up waiting for an answer: the call again.
 */
export function CallNext({ call, from }: { call: Call; from: string }) {
  if (call.server === undefined || call.imported) return null
  if (awaitedReview(call)) return <NextStep call={call} server={call.server} />
  return wasGivenUp(call) ? (
    <div className={styles.next}>
      <p>{words.unanswered(from)}</p>
      <RunAgain call={call} />
    </div>
  ) : null
}

function NextStep({ call, server }: { call: Call; server: string }) {
  const item = toolItem(call.tool)
  const offered = useHost((state) => state.servers[server]?.tools[call.tool]?.hash)
  const isUsable = useHost((state) => offered !== undefined && isPinned(consentOf(state, server).pins, item, offered))
  const isChange = useHost((state) => Object.hasOwn(consentOf(state, server).pins ?? {}, item))
  const { open, busy, block, problem } = useReview(server, item)
  if (offered === undefined) return null
  return (
    <div className={styles.next}>
      {isUsable ? (
        <RunAgain call={call} isNow />
      ) : (
        <Button size="sm" busy={busy} unavailable={block} onClick={open}>
          {isChange ? words.reviewChange : words.reviewTool}
        </Button>
      )}
      {problem && <Note kind="no">{problem}</Note>}
    </div>
  )
}
