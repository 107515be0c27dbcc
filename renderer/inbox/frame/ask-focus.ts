import { useEffectEvent, useLayoutEffect } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { navigate } from '../../state/routes.ts'
import { useReplica } from '../../state/replica.ts'
import { makeWish, useArrivalOf, useWish } from '../../state/wish.ts'
import { isBeside, isFree } from '../../state/asks.ts'

/** The ask that focus is on its way to, and where it was before; a window has one focus. */
const wanted = makeWish()
let origin: HTMLElement | undefined

/** Takes the person to an ask: to its conversation or server, into view, and with focus on the answer that is safe. */
export function goToAsk(ask: Ask): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && !activeElement.closest('[data-ask]')) origin = activeElement
  wanted.set(ask.id)
  if (ask.operation) navigate({ page: 'chat', conversation: ask.operation.conversation })
  else if (!isFree(ask)) navigate({ page: 'servers', server: ask.question.server })
}

/** The ask that focus waits for, if any. */
export const useWantedAsk = (): string | undefined => useWish(wanted)

/** Takes up the focus that is on its way to this ask, as soon as it is on the page. */
export const useArrival = (ask: string, arrive: () => void): void => useArrivalOf(wanted, ask, arrive)

/** Where focus goes when one comes to an ask: to what is to be filled in, or else to the answer that is safe. */
export function entranceOf({ id }: Ask): HTMLElement | null {
  const ask = document.querySelector(`[data-ask="${CSS.escape(id)}"]`)
  const field = ask?.querySelector<HTMLElement>('[data-entrance] :is(input:checked, input, select, textarea, button)')
  return field ?? ask?.querySelector<HTMLElement>('[data-safe]') ?? null
}

/** How long the page may still move under an ask that is taller than it, in milliseconds. */
const settleMs = 600

/**
 * Brings an ask into view; of one that does not fit, the beginning, so that it is read on the way to its answers. One
 * whose answers would go out of view by that stays where it is, if they can be given.
 * What grows around it does not push it away while it has focus, until the person scrolls, types, or presses elsewhere:
 * a press on an answer that came too early to count leaves the question where it can be answered.
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
    const isTall = ask.clientHeight > (scroller?.clientHeight ?? Infinity)
    if (!ask.contains(document.activeElement) || (isTall && performance.now() - began > settleMs)) end()
    else if (!isTall) ask.scrollIntoView({ block: 'nearest' })
    else if (!canBeAnswered(ask)) ask.scrollIntoView({ block: 'start' })
  }
  show()
  for (const element of [ask, scroller, scroller?.firstElementChild]) if (element) moved.observe(element)
  for (const type of ['wheel', 'pointerdown', 'keydown']) window.addEventListener(type, leave, { signal: done.signal })
}

/** Whether its answers follow what is asked, are in view and take a press; those that are pinned never go. */
function canBeAnswered(ask: Element): boolean {
  const answers = ask.querySelector('footer')
  if (!answers || getComputedStyle(answers).position === 'sticky') return false
  return answers.querySelector('[data-consent]') !== null && !answers.querySelector('[data-consent][aria-disabled]')
}

/**
 * When an ask is closed, here or elsewhere, while the person is inside it: on to the next one of its conversation, or
 * of the servers, else back to where the person came from.
 */
export function useMovingOn(ask: Ask, isInside: () => boolean): void {
  const replica = useReplica()
  const onGone = useEffectEvent(() => {
    const { asks } = replica.state
    if (!isInside() || asks.some(({ id }) => id === ask.id)) return
    const next = asks.find((other) => isBeside(ask, other))
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

/** Out of an ask that keeps waiting: to where one writes, or to the page. */
export function focusPage(): void {
  const place = document.querySelector<HTMLElement>('[data-composer]') ?? document.querySelector<HTMLElement>('main')
  place?.focus({ preventScroll: true })
}
