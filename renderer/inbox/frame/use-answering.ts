import { useEffect, useRef, type KeyboardEvent } from 'react'
import { asks, type Ask, type AskKind } from '../../../shared/asks/asks.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Action } from '../../state/action.ts'
import { entranceOf, showAsk, useArrival } from './ask-focus.ts'
import { useAnswer, useObstacles } from './use-answer.ts'
import { armingMs } from '../../ui/arming/arming.ts'
import { useArmed, useOnScreen, useWindowFocus } from '../../ui/arming/use-armed.ts'
import { useRead } from './use-read.ts'

/** The conditions of one question, or several answered together, before an answer counts. */
export type Answerable = ReturnType<typeof useAnswerable>

/** One request's answer, with the time before a consent counts. */
export type Answering = Answerable & {
  /** Sends the answer; true if it counted. */
  answer(answer: JsonObject): Promise<boolean>
}

/** Questions whose consent outlasts them: it arms later, and no single key gives it. */
const lasting: readonly AskKind[] = ['trust', 'address', 'definitions', 'sign-in', 'sign-in-page', 'server-page']

/** If the user edited the question's content: all of it, and why it can't be consented to now. */
type Changed = { content: string; obstacle: string | undefined }

/** The requirements for answering any kind of question. `onRefused` receives why an answer didn't count. */
export function useAnswering(ask: Ask, onRefused: (problem: string) => void, changed?: Changed): Answering {
  const action = useAnswer(ask, onRefused)
  return { answer: action.run, ...useAnswerable(ask, action, changed) }
}

/**
 * A consent counts once the question was read, the arming time has passed, and nothing prevents it. Focus goes to the
 * question's first field, or else the safe answer. `ask` is the question, or the first that `action` answers.
 */
export function useAnswerable<A extends unknown[]>(ask: Ask, action: Action<A>, changed?: Changed) {
  const content = changed?.content ?? ask.contentHash
  const safeButton = useRef<HTMLButtonElement>(null)
  const [footRef, isOnScreen] = useOnScreen<HTMLDivElement>()
  const { isRead, isWhole, reportWhole, endRef, tailRef } = useRead(content)
  const general = useObstacles(asks[ask.kind].right)
  const obstacles = { ...general, consent: general.consent ?? changed?.obstacle }
  const mayConsent = changed?.obstacle === undefined
  const time = lasting.includes(ask.kind) ? armingMs.lasting : armingMs.once
  const armed = useArmed(isOnScreen && isRead && mayConsent, useWindowFocus(), content, time)
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
    /** Nothing in the question is collapsed. */
    isWhole,
    /** All of the answers are on screen. */
    isOnScreen,
    safeButton,
    /** Moves from inside the question to the answers and scrolls them into view. */
    goToAnswers: () => {
      safeButton.current?.focus({ preventScroll: true })
      safeButton.current?.closest('footer')?.scrollIntoView({ block: 'nearest' })
    },
    /** For the row of answers, the end of the text to read, and the element after the answers. */
    footRef,
    endRef,
    tailRef,
    reportWhole,
    /** The effect of a shortcut for either kind of answer. */
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
