import { useEffect, useRef, type ReactNode } from 'react'
import { plan as planWords } from '../../strings/inbox/plan.ts'
import { Apart } from '../../ui/json/apart.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Consent, SafeAnswer, useHint } from '../frame/answer-buttons.tsx'
import { AskShell } from '../frame/ask-shell.tsx'
import { ReasonField, useWrittenReason } from '../frame/reason-field.tsx'
import { DenyServer } from './deny-server.tsx'
import {
  answersOf,
  byTool,
  choiceOf,
  denials,
  severalOfServer,
  type ApprovalAsk,
  type PlanChoice,
  type Plan,
} from './plan.ts'
import { folderKey, PlanGroup } from './plan-group.tsx'
import { PlanItem, sharedFolder } from './plan-item.tsx'
import styles from './plan.module.css'
import { useSeenMarkers } from './seen-markers.ts'
import { useAnswerAll } from '../frame/use-answering.ts'
import { useAnswerable, type Answerable } from '../frame/use-answering.ts'

const words = planWords

/** A plan is a view of approvals: its choices live above it, and survive a switch to one at a time. */
export type PlanViewProps = {
  /** A message's waiting calls, in order. */
  asks: [ApprovalAsk, ...ApprovalAsk[]]
  /** A call's position among all calls of its message, from 1. */
  placeOf(ask: ApprovalAsk): number
  plan: Plan
  change(change: (plan: Plan) => Plan): void
  oneByOne(): void
  /** Leaves a plan that covers the page. */
  onLeave?: () => void
  /** Why the last answers didn't count, in a sentence, and its setter. */
  refused: string | undefined
  onRefused(problem: string | undefined): void
}

/** A message's waiting calls, each with its own answer, and one press to send all. */
export function PlanView(props: PlanViewProps) {
  const { asks, placeOf, plan, change, oneByOne, onLeave, refused, onRefused } = props
  const list = useRef<HTMLOListElement>(null)
  const [seen, markerOf] = useSeenMarkers(list)
  const groups = byTool(asks).map((group) => ({ group, folder: sharedFolder(group) }))
  const allowed = groups.flatMap(({ group }) => group).filter((ask) => choiceOf(plan, ask) === 'allow')
  // A row in a folder that the group's head names is read only together with it.
  const hidden = new Set(
    groups.flatMap(({ group, folder }) =>
      folder && !seen.has(folderKey(group[0].id)) ? group.map(({ id }) => id) : [],
    ),
  )
  const unseen = allowed.filter(({ id }) => !seen.has(id) || hidden.has(id))
  const { run, busy, clear } = useAnswerAll(onRefused)
  // The action's own problem isn't shown: `refused` survives a change of the waiting calls.
  const answering = useAnswerable(
    asks[0],
    { run, busy, clear, problem: undefined },
    {
      content: asks.map((ask) => `${ask.contentHash} ${choiceOf(plan, ask)}`).join(' '),
      obstacle: allowed.length === 0 ? words.noneAllowed : unseen.length > 0 ? words.unseen(unseen.length) : undefined,
    },
  )
  const { reportWhole, keyOf } = answering
  const isAllSeen = unseen.length === 0
  useEffect(() => reportWhole(isAllSeen), [reportWhole, isAllSeen])
  // Only an undo is asked for.
  const isUndo = plan.isWanted === true
  const inComposer = useWrittenReason(asks[0].operation?.conversation)
  const written = isUndo ? undefined : inComposer
  const reason = written?.reason
  const give = async (answers: Parameters<typeof run>[0], denies: boolean): Promise<void> => {
    onRefused(undefined)
    if ((await run(answers)) && denies && reason !== undefined) written?.given()
  }
  const runAllowed = (): void => void give(answersOf(asks, plan, reason), allowed.length < asks.length)
  const denyAll = (): void => void give(denials(asks, reason), true)
  const onDenied = (): void => {
    if (reason !== undefined) written?.given()
    answering.goToAnswers()
  }
  const choose = (ask: string, choice: PlanChoice): void =>
    change((now) => ({ ...now, choices: { ...now.choices, [ask]: choice } }))
  const [nextUnread] = unseen
  const goToNext = nextUnread
    ? () => showNext(list.current, nextUnread.id, hidden.has(nextUnread.id))
    : // oxlint-disable-next-line react/refs -- the hook returns refs and states; this is a state
      answering.isRead || allowed.length === 0
      ? undefined
      : () => list.current?.closest('[data-ask]')?.scrollIntoView({ block: 'end' })
  const chooseAll = (group: readonly ApprovalAsk[]): void =>
    change((now) => ({
      ...now,
      choices: { ...now.choices, ...Object.fromEntries(group.map(({ id }) => [id, 'allow' as const])) },
    }))
  return (
    <AskShell
      ask={asks[0]}
      answering={answering}
      label={words.label(asks.length)}
      head={<PlanHead count={asks.length} isUndo={isUndo} oneByOne={oneByOne} />}
      onLeave={onLeave}
      pinned
      // oxlint-disable-next-line react/refs -- the hook returns refs and states; this is a state
      keys={{ d: keyOf.brake(denyAll), ...(goToNext && { n: goToNext }) }}
      submit={keyOf.consent(runAllowed)}
      actions={
        <PlanAnswers
          answering={answering}
          allowed={allowed.length}
          count={asks.length}
          isUndo={isUndo}
          denyAll={denyAll}
          runAllowed={runAllowed}
          goToNext={goToNext}
          reason={onLeave && written && <ReasonField written={written} />}
        />
      }
    >
      <ol ref={list} className={styles.list} aria-label={words.calls}>
        {groups.map(({ group, folder }) => (
          <PlanGroup
            key={group[0].id}
            asks={group}
            ofPlan={isUndo ? group.length : asks.length}
            {...(reason !== undefined && { reason })}
            onRefused={onRefused}
            onDenied={onDenied}
            folder={folder}
            markerOf={markerOf}
            onAllow={
              !isUndo && group.some((ask) => choiceOf(plan, ask) === 'deny') ? () => chooseAll(group) : undefined
            }
          >
            {group.map((ask) => (
              <Apart key={ask.id} as="item" of={ask.contentHash} raw={() => ask.question}>
                <PlanItem
                  ask={ask}
                  at={placeOf(ask)}
                  choice={choiceOf(plan, ask)}
                  folder={folder}
                  isUndo={isUndo}
                  isFirst={ask === asks[0]}
                  onChoose={choose}
                  markerOf={markerOf}
                  onLeave={onLeave}
                />
              </Apart>
            ))}
          </PlanGroup>
        ))}
      </ol>
      {!isUndo && (
        <DenyByServer asks={asks} {...(reason !== undefined && { reason })} onRefused={onRefused} onDenied={onDenied} />
      )}
      {refused !== undefined && <Note kind="no">{refused}</Note>}
    </AskShell>
  )
}

/** Scrolls a call, or the head of its group, to the start of the view; a tall one that has focus already, to its end. */
function showNext(list: HTMLElement | null, ask: string, fromHead: boolean): void {
  const item = list?.querySelector<HTMLElement>(`[data-ask="${CSS.escape(ask)}"]`)
  if (!item) return
  const isHere = item.contains(document.activeElement) && item.clientHeight > innerHeight / 2
  item.querySelector<HTMLElement>('[role=radio][aria-checked=true]')?.focus({ preventScroll: true })
  if (fromHead) item.closest('[data-group]')?.scrollIntoView({ block: 'start' })
  else item.scrollIntoView({ block: isHere ? 'end' : 'start' })
}

function PlanHead({ count, isUndo, oneByOne }: { count: number; isUndo: boolean; oneByOne(): void }) {
  return (
    <>
      <span className="medium">{(isUndo ? words.undo : words).title(count)}</span>
      <span className={`${styles.order} trunc`}>{(isUndo ? words.undo : words).order}</span>
      <Button size="sm" kind="ghost" onClick={oneByOne}>
        {words.oneByOne}
      </Button>
    </>
  )
}

type DenyByServerProps = Pick<PlanViewProps, 'asks' | 'onRefused'> & { reason?: string; onDenied(): void }

/**
 * For each server with several calls in the plan, a button to deny them; with only one server, the plan's answers do
 * that.
 */
function DenyByServer({ asks, ...rest }: DenyByServerProps) {
  const several = severalOfServer(asks).filter((those) => those.length < asks.length)
  if (several.length === 0) return null
  return (
    <div className={styles.servers}>
      {several.map((those) => (
        <DenyServer key={those[0].question.server} asks={those} {...rest} />
      ))}
    </div>
  )
}

type PlanAnswersProps = {
  answering: Answerable
  allowed: number
  count: number
  isUndo: boolean
  denyAll(): void
  runAllowed(): void
  /** Goes to the next allowed call the user hasn't seen; absent if there is none. */
  goToNext: (() => void) | undefined
  /** The field for a reason, if the plan covers the composer. */
  reason: ReactNode
}

function PlanAnswers({ answering, allowed, count, isUndo, denyAll, runAllowed, goToNext, reason }: PlanAnswersProps) {
  const hint = useHint(answering, words.unread)
  return (
    <>
      {reason}
      <span className={styles.tally}>
        {(isUndo ? words.undo : words).tally(allowed, count - allowed)} {hint.line}
      </span>
      {goToNext && (
        <Button kind="ghost" keys="N" onClick={goToNext}>
          {words.nextUnread}
        </Button>
      )}
      <SafeAnswer answering={answering} keys="D" give={denyAll}>
        {isUndo ? words.undo.keepAll : words.denyAll}
      </SafeAnswer>
      <Consent answering={answering} hint={hint.id} keys="Ctrl Enter" className={styles.run} give={runAllowed}>
        {isUndo ? words.undo.take(allowed, count) : words.run(allowed, count)}
      </Consent>
    </>
  )
}
