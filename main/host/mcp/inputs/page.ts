import { isThisComputer } from '../http/addresses.ts'
import { about, badParams, type Elicitation, type ElicitationDeps, idOf } from './elicited.ts'
import { pageAddress } from '../http/page-address.ts'
import type { RequestAnswer } from '../protocol/types.ts'

/**
 * Asks whether a page may be opened, which the window that answers does, and waits until what had to be done there is
 * done where the server is asked again then. Otherwise accepting says only that she agreed.
 */
export async function askPage(elicitation: Elicitation, { inbox }: ElicitationDeps): Promise<RequestAnswer> {
  const { params, operation, signal, waits, visits, isHere } = elicitation
  const { url: written } = params
  if (typeof written !== 'string') return badParams('it has no address')
  const address = pageAddress(written)
  if ('problem' in address) return badParams(address.problem)
  // A page here would be asked for with the rights of this computer, by a server that is elsewhere.
  if (!isHere && isThisComputer(new URL(address.url).hostname)) return badParams('its address leads to this computer')
  const on = { signal, ...(operation && { operation }) }
  const visit = visits.open(idOf(elicitation))
  try {
    const { answer } = await inbox.ask('url', { ...about(elicitation), ...address }, on)
    if (answer.action !== 'open') return { result: { action: answer.action } }
    if (!waits || visit.done.aborted) return accepted
    const wanted = AbortSignal.any([signal, visit.done])
    const ended = await inbox.ask('visit', { ...about(elicitation), url: address.url }, { ...on, signal: wanted })
    return ended.answer.action === 'done' ? accepted : { result: { action: 'cancel' } }
  } catch (error) {
    if (visit.done.aborted && !signal.aborted) return accepted
    throw error
  } finally {
    visit.close()
  }
}

const accepted: RequestAnswer = { result: { action: 'accept' } }
