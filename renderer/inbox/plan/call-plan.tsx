import { Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { lazyPart } from '../../ui/lazy.ts'
import type { Call } from '../../../shared/state/conversation.ts'
import { askOfCall, type HostState } from '../../../shared/state/state.ts'
import { useHost } from '../../state/replica.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { plan as planWords } from '../../strings/inbox/plan.ts'
import { Note } from '../../ui/note.tsx'
import { goToAsk, useMovingOn, useWantedAsk } from '../frame/ask-focus.ts'
import { PageSheet, SheetLoading } from '../frame/page-sheet.tsx'
import { useNarrow } from '../ask-sheet.tsx'
import { useSomeEdit } from '../approval/use-edit.ts'
import { sameAsks } from '../../state/asks.ts'
import { fewestTogether, useIsApart, useKeptPlan, type ApprovalAsk } from './plan.ts'
import type { PlanViewProps } from './plan-view.tsx'
import styles from './plan.module.css'

const PlanView = lazyPart(async () => (await import('./plan-view.tsx')).PlanView)

/** A message's waiting calls, and the plan they can form. `isWanted`: the user asked for these calls. */
export function usePlan(calls: Call[], isWanted: boolean) {
  const asks = useHost((state) => waitingOf(calls, state), sameAsks)
  const [plan, change] = useKeptPlan(calls[0]?.id ?? '')
  const [refused, setRefused] = useState<string>()
  const isEdited = useSomeEdit(asks)
  const [first, ...others] = asks
  const isOpen = plan !== undefined && first !== undefined && !isEdited
  const [isApart, setApart] = useIsApart(first?.operation?.conversation ?? '')
  const start = (): void => {
    const ids = calls.map(({ id }) => id)
    change(() => ({ choices: {}, calls: ids, ...(isWanted && { isWanted }) }))
  }
  useDefault(isOpen || isEdited || isApart ? [] : asks, start)
  return {
    /** The calls the open plan replaces. */
    stands: new Set(isOpen ? asks.map(({ operation }) => operation?.call) : []),
    open: isOpen ? { asks: [first, ...others] satisfies PlanViewProps['asks'], plan, change } : undefined,
    refused,
    setRefused,
    /** Absent if there aren't several to answer. */
    begin:
      !isOpen && first && others.length > 0
        ? () => {
            setRefused(undefined)
            setApart(false)
            start()
            goToAsk(first)
          }
        : undefined,
    setApart,
    obstacle: isEdited ? planWords.editing : undefined,
  }
}

/**
 * Begins the plan of several waiting calls by itself, in a narrow window when the user goes to one of them. Not while one
 * of them has focus: the user is at it.
 */
function useDefault(asks: readonly ApprovalAsk[], start: () => void): void {
  const isNarrow = useNarrow()
  const wanted = useWantedAsk()
  const isAtOne = useRef(false)
  const begin = useEffectEvent(() => {
    const at = document.activeElement?.closest('[data-ask]')?.getAttribute('data-ask')
    isAtOne.current ||= !isNarrow && asks.some(({ id }) => id === at)
    if (!isAtOne.current) start()
  })
  const isDue = asks.length >= fewestTogether && (!isNarrow || asks.some(({ id }) => id === wanted))
  useEffect(() => {
    if (isDue) begin()
  }, [isDue])
}

/** These calls' open approvals, in order of the calls. */
export const waitingOf = (calls: readonly Call[], state: HostState): ApprovalAsk[] =>
  calls.flatMap(({ id }) => {
    const ask = askOfCall(state, id)
    return ask?.kind === 'approval' ? [ask] : []
  })

/** A message's plan, in place of the calls it contains; in a narrow window it covers the page. */
export function CallPlan({ calls, plan }: { calls: Call[]; plan: ReturnType<typeof usePlan> }) {
  const isNarrow = useNarrow()
  const { open, refused, setRefused, setApart } = plan
  if (!open)
    return (
      refused !== undefined && (
        <div className={styles.refused}>
          <Note kind="no">{refused}</Note>
        </div>
      )
    )
  const { asks, change } = open
  const close = (): void => change(() => undefined)
  const view = (
    <PlanView
      asks={asks}
      placeOf={({ operation }) => calls.findIndex(({ id }) => id === operation?.call) + 1}
      plan={open.plan}
      change={(to) => change((now) => now && { ...now, ...to(now) })}
      oneByOne={() => {
        setApart(true)
        close()
        goToAsk(asks[0])
      }}
      refused={refused}
      onRefused={(problem) => setRefused(problem === undefined ? undefined : planWords.refused(problem))}
      {...(isNarrow && { onLeave: close })}
    />
  )
  if (!isNarrow)
    return (
      <div className={styles.planned}>
        <Suspense>{view}</Suspense>
      </div>
    )
  return (
    <PlanSheet first={asks[0]} close={close}>
      {view}
    </PlanSheet>
  )
}

function PlanSheet({ first, close, children }: { first: ApprovalAsk; close(): void; children: ReactNode }) {
  useMovingOn(first, () => true)
  return (
    <PageSheet
      onOpenChange={(isOpen) => isOpen || close()}
      isDim={false}
      aria-label={inbox.ask.waiting}
      initialFocus={() => document.querySelector<HTMLElement>('[data-plan] [data-safe]')}
      data-plan
    >
      <Suspense fallback={<SheetLoading />}>{children}</Suspense>
    </PageSheet>
  )
}
