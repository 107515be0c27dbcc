import { useEffect, useEffectEvent, useState } from 'react'
import { asks as kinds, type Ask } from '../../../shared/asks/asks.ts'
import { useNarrow } from '../../inbox/ask-sheet.tsx'
import { useEnteredAsk } from '../../inbox/frame/ask-focus.ts'
import { writtenReason } from '../../inbox/frame/reason-field.tsx'
import { useAnswerAll, useObstacles } from '../../inbox/frame/use-answering.ts'
import { denials, fewestTogether, useIsApart, useIsPlanned, type ApprovalAsk } from '../../inbox/plan/plan.ts'
import { useHost } from '../../state/replica.ts'
import { useAsks } from '../../state/asks.ts'
import { composer } from '../../strings/composer.ts'
import { useArmed } from '../../ui/arming/use-armed.ts'

const words = composer.denial

/** Max characters of a reason, as the host limits it. */
const longest = 2000

/** The composer as the place for a reason: what a press of Enter denies. */
export type Denial = {
  /** A sentence about what the text becomes, or why it can't. */
  says: string
  /** Why the text can't be a reason; absent if it can, or if there is none yet. */
  unavailable: string | undefined
  busy: boolean
  problem: string | undefined
  /** The button's label: which calls it denies. */
  send: string
  deny(): void
}

type Draft = {
  conversation: string | undefined
  text: string
  setText(text: string): void
  /** Number of attachments: a reason has none. */
  brings: number
}

/** Whether no app made the call: an app gets no reasons, and mustn't take the user's message. */
const isOfModel = (ask: Ask): ask is ApprovalAsk => ask.kind === 'approval' && ask.question.page === undefined

/**
 * While calls of a conversation wait for approval: denies the one that last had focus, else the oldest, with the
 * composer's text as the reason; all of them if the user answers them together.
 */
export function useDenial({ conversation, text, setText, brings }: Draft): Denial | undefined {
  const asks = useAsks(conversation)
  const turns = useHost((state) => state.turns)
  const waiting =
    conversation === undefined
      ? []
      : asks.filter(isOfModel).filter(({ operation }) => turns[operation?.turn ?? '']?.origin !== 'person')
  const entered = useEnteredAsk()
  const isPlanned = useIsTogether(waiting)
  const [problem, setProblem] = useState<string>()
  const { run, busy } = useAnswerAll((refused) => setProblem(words.refused(refused)))
  const { answer: obstacle } = useObstacles(kinds.approval.right)
  // An Enter that was meant to send a message doesn't deny a call that has only just begun to wait.
  const { armed } = useArmed(waiting.length > 0, true, '')
  const one = waiting.find(({ id }) => id === entered) ?? waiting[0]
  const reason = text.trim()
  const unavailable =
    reason === '' && brings === 0
      ? undefined
      : (obstacle ?? (brings > 0 ? words.attachments : reason.length > longest ? words.tooLong(longest) : undefined))
  const write = useEffectEvent(setText)
  const isAsked = one !== undefined
  useEffect(() => {
    if (conversation === undefined || !isAsked) return undefined
    writtenReason.set({
      conversation,
      text,
      setText: (to) => write(to),
      reason: unavailable === undefined && text.trim() !== '' ? text.trim() : undefined,
      unavailable,
      given: () => write(''),
    })
    return () => writtenReason.set(undefined)
  }, [conversation, isAsked, text, unavailable])
  if (!one) return undefined
  const denied: readonly ApprovalAsk[] = isPlanned ? waiting : [one]
  const deny = async (): Promise<void> => {
    setProblem(undefined)
    if (await run(denials(denied, reason))) setText('')
  }
  const at = asks.indexOf(one) + 1
  return {
    says: unavailable ?? (isPlanned ? words.saysInPlan : words.says(words.one(at, asks.length))),
    unavailable,
    busy,
    problem,
    send: denied.length > 1 ? words.sendAll(denied.length) : words.send,
    deny: () => void (armed && reason !== '' && unavailable === undefined && deny()),
  }
}

/** Whether these calls are answered together: in a narrow window, a plan that hasn't been opened yet counts too. */
function useIsTogether(asks: readonly ApprovalAsk[]): boolean {
  const isPlanned = useIsPlanned(asks)
  const [isApart] = useIsApart(asks[0]?.operation?.conversation ?? '')
  const isNarrow = useNarrow()
  return isPlanned || (isNarrow && !isApart && asks.length >= fewestTogether)
}
