import type { Ask } from '../../../shared/asks/asks.ts'
import type { Input, Right } from '../../../shared/contract/commands.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { covers } from '../../../shared/contract/command.ts'
import { useConnection, useHost, useLink, useSession } from '../../state/replica.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { problemOf, useAction, type Action } from '../../state/action.ts'

const words = inbox.obstacles

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
