import type { Inbox } from '../../main/host/inbox.ts'
import type { Journal } from '../../main/host/journal/journal.ts'
import type { Ask } from '../../shared/asks/asks.ts'
import type { Consents, ServerConsent } from '../../shared/state/consents.ts'

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

/** One kind of consent, by server. */
export const consentsOf = <K extends keyof ServerConsent>(
  { consents }: { consents: Consents },
  kind: K,
): Record<string, NonNullable<ServerConsent[K]>> =>
  Object.fromEntries(
    Object.entries(consents).flatMap(([server, { [kind]: consent }]) =>
      consent === undefined ? [] : [[server, consent]],
    ),
  )
