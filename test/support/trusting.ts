import type { Inbox } from '../../main/host/inbox.ts'
import type { Journal } from '../../main/host/journal/journal.ts'
import type { Ask } from '../../shared/asks/asks.ts'

/** Answers a question about a program from a session with the right to. Rejects like the inbox. */
export const answerTrust = (
  inbox: Inbox,
  { id, contentHash }: Ask,
  decision: 'trust' | 'leave-off' = 'trust',
): Promise<void> => inbox.answer(id, { decision }, contentHash, { actor: 'test', right: 'admin' })

/** A user who trusts every program, for tests about something else. */
export function trustAll(journal: Journal, inbox: Inbox): void {
  journal.subscribe(({ event }) => {
    if (event.type === 'ask.opened' && event.ask.kind === 'trust') void answerTrust(inbox, event.ask)
  })
}
