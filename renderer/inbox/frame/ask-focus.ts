import { useEffectEvent, useLayoutEffect } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { navigate } from '../../state/routes.ts'
import { useReplica } from '../../state/replica.ts'
import { makeIntent, useArrivalOf, useIntent } from '../../state/intent.ts'
import { createStore, useStore } from '../../state/store.ts'
import { isInSamePlace, isFree } from '../../state/asks.ts'
import { focusPage } from '../../ui/page/focus-page.ts'

/** The question about to receive focus, and the previous focus; a window has one focus. */
const wanted = makeIntent()
let origin: HTMLElement | undefined

/** The question that last had focus. */
const entered = createStore<string | undefined>(undefined)

/** The questions the user went to. */
const visited = createStore<ReadonlySet<string>>(new Set())

/** Goes to a question: opens its conversation or server, scrolls to it, and focuses the safe answer. */
export function goToAsk(ask: Ask): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && !activeElement.closest('[data-ask]')) origin = activeElement
  wanted.set(ask.id)
  visited.set(new Set([...visited.get(), ask.id]))
  if (ask.operation) navigate({ page: 'chat', conversation: ask.operation.conversation })
  else if (!isFree(ask)) navigate({ page: 'servers', server: ask.question.server })
}

/** The question about to receive focus, if any. */
export const useWantedAsk = (): string | undefined => useIntent(wanted)

/** The questions the user went to; they stay open until answered. */
export const useVisitedAsks = (): ReadonlySet<string> => useStore(visited)

/** The question that last had focus, which may be closed by now. */
export const useEnteredAsk = (): string | undefined => useStore(entered)

/** Remembers the question that has focus. */
export function enter({ id }: Ask): void {
  if (entered.get() !== id) entered.set(id)
}

/** Takes focus for this question as soon as it is on the page. */
export const useArrival = (ask: string, arrive: () => void): void => useArrivalOf(wanted, ask, arrive)

/** Where focus enters a question: its first field, or else the safe answer. */
export function entranceOf({ id }: Ask): HTMLElement | null {
  const ask = document.querySelector(`[data-ask="${CSS.escape(id)}"]`)
  const field = ask?.querySelector<HTMLElement>('[data-entrance] :is(input:checked, input, select, textarea, button)')
  return field ?? ask?.querySelector<HTMLElement>('[data-safe]') ?? null
}

/** Pixels that stay free above a question. */
const headroom = 24

/**
 * The pixels to scroll so a question shows: all of it, or its beginning below the top of the view if it doesn't fit. 0 if
 * it shows already.
 */
export function distanceTo(ask: Element, scroller: Element): number {
  const view = scroller.getBoundingClientRect()
  const box = ask.getBoundingClientRect()
  const above = box.top - view.top - headroom
  if (above < 0 || box.height + headroom > view.height) return above
  return Math.max(0, box.bottom - view.bottom)
}

/** Milliseconds for which the page can still move under a question taller than the view. */
const settleMs = 600

/**
 * Scrolls a question into view; if it doesn't fit, its beginning, so the user reads towards the answers. If that would
 * move usable answers out of view, it stays in place. While it has focus, content growing around it doesn't push it
 * away, until the user scrolls, types, or presses somewhere else: after a press that came too early, the answers stay
 * within reach.
 */
export function showAsk(ask: Element | null | undefined): void {
  if (!ask) return
  const scroller = ask.closest('[role=log], [data-page]')
  const began = performance.now()
  const moved = new ResizeObserver(() => show())
  const done = new AbortController()
  const end = (): void => {
    moved.disconnect()
    done.abort()
  }
  const leave = ({ type, target }: Event): void => {
    if (type !== 'pointerdown' || !(target instanceof Node && ask.contains(target))) end()
  }
  const show = (): void => {
    const isTall = ask.clientHeight + headroom > (scroller?.clientHeight ?? Infinity)
    if (!ask.contains(document.activeElement) || (isTall && performance.now() - began > settleMs)) end()
    else if (!isTall) ask.scrollIntoView({ block: 'nearest' })
    else if (!canBeAnswered(ask)) ask.scrollIntoView({ block: 'start' })
  }
  show()
  for (const element of [ask, scroller, scroller?.firstElementChild]) if (element) moved.observe(element)
  for (const type of ['wheel', 'pointerdown', 'keydown']) window.addEventListener(type, leave, { signal: done.signal })
}

/** Whether its answers follow the question, are in view and react to a press; pinned ones are always in view. */
function canBeAnswered(ask: Element): boolean {
  const answers = ask.querySelector('footer')
  if (!answers || getComputedStyle(answers).position === 'sticky') return false
  return answers.querySelector('[data-consent]') !== null && !answers.querySelector('[data-consent][aria-disabled]')
}

/**
 * After a question closes, here or elsewhere, while it contains focus: goes to the next one of its conversation, or of
 * the servers, else back to the previous focus.
 */
export function useMovingOn(ask: Ask, isInside: () => boolean): void {
  const replica = useReplica()
  const onGone = useEffectEvent(() => {
    const { asks } = replica.state
    if (!isInside() || asks.some(({ id }) => id === ask.id)) return
    const next = asks.find((other) => isInSamePlace(ask, other))
    if (next) goToAsk(next)
    else goBack()
  })
  useLayoutEffect(() => () => onGone(), [])
}

function goBack(): void {
  const back = origin
  origin = undefined
  if (back?.isConnected && back !== document.body) back.focus()
  else focusPage()
}
