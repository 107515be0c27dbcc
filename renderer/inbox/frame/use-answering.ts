import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { asks, type Ask, type AskKind } from '../../../shared/asks/asks.ts'
import { covers } from '../../../shared/contract/command.ts'
import type { Input, Right } from '../../../shared/contract/commands.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { problemOf, useAction, type Action } from '../../state/action.ts'
import { useConnection, useHost, useLink, useSession } from '../../state/replica.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { armingMs } from '../../ui/arming/arming.ts'
import { useArmed, useOnScreen, useWindowFocus } from '../../ui/arming/use-armed.ts'
import { entranceOf, showAsk, useArrival } from './ask-focus.ts'

const words = inbox.obstacles

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

/**
 * Whether all of this exact content has been on screen: nothing of it collapsed, as `reportWhole` reports, and its end
 * reached, which `endRef` marks. Answers that can cover the end have `tailRef` behind them: both must be in view at
 * once.
 */
export function useRead(content: string) {
  const [shown, setShown] = useState({ content: '', whole: false })
  const isWhole = shown.whole && shown.content === content
  // While something was collapsed, the end was elsewhere.
  const layout = isWhole ? content : ''
  const [endRef, isEndOnScreen] = useOnScreen<HTMLDivElement>(layout)
  const [tailRef, isTailOnScreen, tail] = useOnScreen<HTMLDivElement>(layout)
  const [read, setRead] = useState<string>()
  const reportWhole = useCallback((whole: boolean) => setShown({ content, whole }), [content])
  if (isWhole && isEndOnScreen && (isTailOnScreen || !tail) && read !== content) setRead(content)
  return { isRead: read === content, isWhole, reportWhole, endRef, tailRef }
}

/** The questions this window has answered. */
const sent = new Set<string>()

/** Whether this window sent the answer that closed a question. */
export const isAnsweredHere = (ask: string): boolean => sent.has(ask)

/** Sends an answer with the hash of what was shown. `onRefused` receives why it didn't count. */
export function useAnswer(ask: Ask, onRefused: (problem: string) => void): Action<[JsonObject]> {
  const link = useLink()
  return useAction(async (answer: JsonObject) => {
    sent.add(ask.id)
    try {
      await link.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer })
    } catch (error) {
      sent.delete(ask.id)
      onRefused(problemOf(error))
      throw error
    }
  })
}

type Answers = Input<'answerAll'>['answers']

/** Sends the answers to several waiting calls: all count, or none. `onRefused` receives why they didn't. */
export function useAnswerAll(onRefused: (problem: string) => void): Action<[Answers]> {
  const link = useLink()
  return useAction(async (answers: Answers) => {
    try {
      await link.call('answerAll', { answers })
    } catch (error) {
      onRefused(problemOf(error))
      throw error
    }
  })
}

/** Why this window can't give any answer, or any consent, now. */
export type Obstacles = { answer: string | undefined; consent: string | undefined }

/** The obstacles in a window with this right and connection; `needed` is the right that an answer requires. */
export function obstaclesOf(
  { right, isLive, isFailing }: { right: Right | undefined; isLive: boolean; isFailing: boolean },
  needed: Right,
): Obstacles {
  const answer = isLive ? lackOf(right, needed) : words.noConnection
  const consent = answer ?? (isFailing ? words.noLog : undefined)
  return { answer, consent }
}

function lackOf(right: Right | undefined, needed: Right): string | undefined {
  if (right === undefined || right === 'read') return words.mayLook
  return covers(right, needed) ? undefined : words.mayNotTrust
}

/** Why this window can't answer, or can't consent to, a request that needs this right. */
export function useObstacles(needed: Right): Obstacles {
  const right = useSession()?.right
  const isLive = useConnection() === 'live'
  const isFailing = useHost((state) => state.health.state === 'failing')
  return obstaclesOf({ right, isLive, isFailing }, needed)
}
