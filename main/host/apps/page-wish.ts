import type { Question } from '../../../shared/asks/asks.ts'
import type { Inbox } from '../inbox.ts'
import type { OfferedTo } from './page-offers.ts'
import { codes, PageRefusal } from './page-peer.ts'
import { appWords as words } from './words.ts'

/** A wish of a page, without whose page it is. */
type Wish = Omit<Question<'page-wish'>, 'server' | 'tool' | 'title'>

/** Asks the user. Resolves with who allowed it; undefined if they don't. Rejects with `PageRefusal` while another waits. */
export type AskWish = (wish: Wish, signal: AbortSignal) => Promise<string | undefined>

/** The user is asked about one wish of a page at a time, and no answer counts for a later one. */
export function wishAsker({ shown: { conversation, turn, call } }: OfferedTo, inbox: Inbox): AskWish {
  let isWaiting = false
  return async (wish, signal) => {
    if (isWaiting) throw new PageRefusal(codes.refused, words.refused.oneAtATime)
    isWaiting = true
    const { id, server, tool, title } = call
    const question = { server, tool, ...(title !== undefined && { title }), ...wish }
    const operation = { conversation, turn, call: id }
    try {
      const { answer, actor } = await inbox.ask('page-wish', question, { signal, operation })
      return answer.decision === 'allow' ? actor : undefined
    } finally {
      isWaiting = false
    }
  }
}
