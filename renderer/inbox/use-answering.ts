import { useEffect, useRef, type KeyboardEvent } from 'react'
import { asks, type Ask } from '../../shared/asks.ts'
import { showAsk, useArrival } from './ask-focus.ts'
import { useAnswer, useObstacles } from './use-answer.ts'
import { useArmed, useOnScreen, useWindowFocus } from './use-armed.ts'
import { useRead } from './use-read.ts'

export type Answering = ReturnType<typeof useAnswering>

/** Where the person has made something else of what is asked: all of that, and why it cannot be consented to now. */
type Changed = { content: string; obstacle: string | undefined }

/**
 * What answering takes, whatever the kind of question: it has been read, the time has run down, nothing stands in the
 * way, and focus that is led here lands on the safe answer. `onRefused` hears why an answer did not count.
 */
export function useAnswering(ask: Ask, onRefused: (problem: string) => void, changed?: Changed) {
  const content = changed?.content ?? ask.contentHash
  const safeButton = useRef<HTMLButtonElement>(null)
  const [footRef, isOnScreen] = useOnScreen<HTMLDivElement>()
  const { isRead, hearWhole, endRef } = useRead(content)
  const general = useObstacles(asks[ask.kind].right)
  const obstacles = { ...general, consent: general.consent ?? changed?.obstacle }
  const mayConsent = changed?.obstacle === undefined
  const armed = useArmed(isOnScreen && isRead && mayConsent, useWindowFocus(), content)
  const { run, busy, problem, clear } = useAnswer(ask, onRefused)
  useEffect(clear, [clear, content])
  useArrival(ask.id, () => {
    safeButton.current?.focus({ preventScroll: true })
    showAsk(safeButton.current?.closest('[data-ask]'))
  })
  return {
    answer: run,
    busy,
    problem,
    obstacles,
    armed,
    isRead,
    safeButton,
    /** From inside what is asked to the answers, all of which come into view. */
    goToAnswers: () => {
      safeButton.current?.focus({ preventScroll: true })
      safeButton.current?.closest('footer')?.scrollIntoView({ block: 'nearest' })
    },
    /** Go on the row of answers and behind the last of what is to be read. */
    footRef,
    endRef,
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
