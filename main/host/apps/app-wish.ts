import type { Question } from '../../../shared/asks/asks.ts'
import type { Inbox } from '../inbox.ts'
import type { OfferedTo } from './offer.ts'
import { codes, AppRefusal } from './app-peer.ts'
import { appWords as words } from './words.ts'
import { defined } from '../../../shared/schema/json.ts'

/** An app's wish, without the server, tool and title of its call. */
type Wish = Omit<Question<'page-wish'>, 'server' | 'tool' | 'title'>

/**
 * Asks the user. Resolves with the actor who allowed it, or undefined. Rejects with `AppRefusal` while another wish is
 * open.
 */
export type AskWish = (wish: Wish, signal: AbortSignal) => Promise<string | undefined>

/** Asks about one wish of an app at a time, so no answer counts for a later one. */
export function wishAsker({ shown: { conversation, turn, call } }: OfferedTo, inbox: Inbox): AskWish {
  let isWaiting = false
  return async (wish, signal) => {
    if (isWaiting) throw new AppRefusal(codes.refused, words.refused.oneAtATime)
    isWaiting = true
    const { id, server, tool, title } = call
    const question = { server, tool, ...defined({ title }), ...wish }
    const operation = { conversation, turn, call: id }
    try {
      const { answer, actor } = await inbox.ask('page-wish', question, { signal, operation })
      return answer.decision === 'allow' ? actor : undefined
    } finally {
      isWaiting = false
    }
  }
}
