import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import { consentOf } from '../../../../shared/state/consents.ts'
import { addressOf, isSameAddress } from '../../../../shared/state/addresses.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { leftOff, StartFailure } from '../process/reasons.ts'
import { turnOff, type TrustDeps } from '../process/trust.ts'
import { NotWanted, signInProblems } from '../sign-in/problems.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import { failedBy, seenIn } from './http-failure.ts'

/** The parts of the host that ask the user before a server at a URL is used. */
export type ConsentDeps = Pick<TrustDeps, 'id' | 'journal' | 'inbox' | 'signal' | 'leaveOff' | 'waiting'>

/**
 * Resolves when the user knows this address: they entered it, or answered the question about one that is new or changed
 * in the file. Nothing is sent before. Rejects with the signal's reason, else with the sentence shown to the user.
 */
export async function knownAddress(config: HttpConfig, deps: ConsentDeps): Promise<void> {
  const { id, journal, inbox, signal, waiting } = deps
  const address = addressOf(config)
  while (!isSameAddress(consentOf(journal.state, id).address, address)) {
    signal.throwIfAborted()
    journal.assertHealthy()
    const { address: before } = consentOf(journal.state, id)
    const status = journal.state.servers[id]?.status.state ?? 'off'
    if (status !== 'off') journal.append({ type: 'server.changed', server: id, to: { state: 'off' } })
    const asked = inbox.ask('address', { server: id, address, ...(before && { before }) }, { signal })
    waiting()
    const { answer, actor } = await asked
    if (answer.decision === 'leave-off') throw new StartFailure(leftOff(turnOff(actor, deps)))
    await journal.durable()
  }
}

/** Resolves when the user has signed in, or declined although the existing sign-in is still valid. */
export async function signedIn(
  config: HttpConfig,
  { id, journal, signal, waiting }: Pick<ConsentDeps, 'id' | 'journal' | 'signal' | 'waiting'>,
  signIn: SignIn,
): Promise<void> {
  const isAnew = signIn.isWanted
  let hasAsked = false
  if (signIn.isLeft) throw failedBy(signInProblems.notNow())
  const opening = (): void => {
    // While the question is open, nothing of the server is used.
    const status = journal.state.servers[id]?.status.state ?? 'off'
    if (status !== 'off') journal.append({ type: 'server.changed', server: id, to: { state: 'off' } })
    waiting()
    hasAsked = true
  }
  try {
    await signIn.ask(signal, opening)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof HttpProblem)) throw error
    if (isAnew && error instanceof NotWanted && (await signIn.header()) !== undefined) return
    // The question isn't repeated just because an authorization server failed.
    throw hasAsked
      ? new StartFailure(error.message, 'lasting', { signIn: true })
      : failedBy(error, seenIn(config, error))
  }
}
