import { useEffect, useRef, type KeyboardEvent } from 'react'
import { asks, type Ask } from '../../../shared/asks/asks.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Action } from '../../state/action.ts'
import { entranceOf, showAsk, useArrival } from './ask-focus.ts'
import { useAnswer, useObstacles } from './use-answer.ts'
import { useArmed, useOnScreen, useWindowFocus } from '../../ui/arming/use-armed.ts'
import { useRead } from './use-read.ts'

/** What a question, or several that are answered together, need before an answer counts. */
export type Answerable = ReturnType<typeof useAnswerable>

export type Answering = Answerable & {
  /** Gives the answer; true when it counted. */
  answer(answer: JsonObject): Promise<boolean>
}

/** Where the person has made something else of what is asked: all of that, and why it cannot be consented to now. */
type Changed = { content: string; obstacle: string | undefined }

/** What answering takes, whatever the kind of question. `onRefused` hears why an answer did not count. */
export function useAnswering(ask: Ask, onRefused: (problem: string) => void, changed?: Changed): Answering {
  const action = useAnswer(ask, onRefused)
  return { answer: action.run, ...useAnswerable(ask, action, changed) }
}

/**
 * It has been read, the time has run down, nothing stands in the way, and focus that is led here lands on the safe
 * answer. `ask` is the question, or the first of those that `action` answers together.
 */
export function useAnswerable<A extends unknown[]>(ask: Ask, action: Action<A>, changed?: Changed) {
  const content = changed?.content ?? ask.contentHash
  const safeButton = useRef<HTMLButtonElement>(null)
  const [footRef, isOnScreen] = useOnScreen<HTMLDivElement>()
  const { isRead, isWhole, hearWhole, endRef, tailRef } = useRead(content)
  const general = useObstacles(asks[ask.kind].right)
  const obstacles = { ...general, consent: general.consent ?? changed?.obstacle }
  const mayConsent = changed?.obstacle === undefined
  const armed = useArmed(isOnScreen && isRead && mayConsent, useWindowFocus(), content)
  const { busy, problem, clear } = action
  useEffect(clear, [clear, content])
  useArrival(ask.id, () => {
    const entrance = entranceOf(ask) ?? safeButton.current
    entrance?.focus({ preventScroll: true })
    showAsk(entrance?.closest('[data-ask]'))
  })
  return {
    busy,
    problem,
    obstacles,
    armed,
    isRead,
    /** Nothing of what is asked is folded. */
    isWhole,
    /** All of the answers are on screen. */
    isOnScreen,
    safeButton,
    /** From inside what is asked to the answers, all of which come into view. */
    goToAnswers: () => {
      safeButton.current?.focus({ preventScroll: true })
      safeButton.current?.closest('footer')?.scrollIntoView({ block: 'nearest' })
    },
    /** Go on the row of answers, behind the last of what is to be read, and behind the answers. */
    footRef,
    endRef,
    tailRef,
    hearWhole,
    /** What a key does that stands for an answer of either kind. */
    keyOf: {
      brake: (give: () => void) => (event: KeyboardEvent) => {
        if (obstacles.answer === undefined && !event.repeat) give()
      },
      consent: (give: () => void) => (event: KeyboardEvent) => {
        if (obstacles.consent === undefined && !busy && armed.accepts(event)) give()
      },
    },
  }
}
