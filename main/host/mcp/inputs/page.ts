import { isThisComputer } from '../../network/host-kinds.ts'
import { about, badParams, type Elicitation, type ElicitationDeps } from './elicited.ts'
import { pageAddress } from '../http/page-address.ts'
import type { RequestAnswer } from '../protocol/types.ts'
import { peerWords } from './peer-words.ts'

/** Max characters of the server's ID for a page (2025-11-25, client/elicitation). */
const longestId = 1000

/**
 * Asks whether a page can be opened, which the answering window does, and waits until the user is done there if the
 * server gets asked again then. Otherwise accepting only means that they agreed.
 */
export async function askPage(elicitation: Elicitation, { inbox }: ElicitationDeps): Promise<RequestAnswer> {
  const { params, operation, signal, waits, visits, isHere } = elicitation
  const { url: written, elicitationId: id } = params
  if (typeof written !== 'string') return badParams(peerWords.noUrl)
  const address = pageAddress(written)
  if ('problem' in address) return badParams(address.problem)
  // A page on this computer would be requested with local rights, for a server on another computer.
  if (!isHere && isThisComputer(new URL(address.url).hostname)) return badParams(peerWords.urlHere)
  const on = { signal, ...(operation && { operation }) }
  const visit = visits.open(typeof id === 'string' && id.length <= longestId ? id : undefined)
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
