import type { CommandName, HostEnd } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { commonWords } from '../common/words.ts'
import { origin, placeOfFrame } from './pages.ts'
import { desktopWords as words } from './words.ts'

/** Max characters of a command's input. */
const inputLimit = 24 * 1024 * 1024

const stranger = new HostError('forbidden', words.notFromPage)
const mistake = new HostError('internal', commonWords.internal)

/** A message's sender, as Electron reports it. */
type Sender = { sender: { id: number }; senderFrame: { parent: unknown; origin: string } | null }

/** Whether this came from the main frame of the window's own page, and not from anything inside it or in its place. */
export function isPageOf(contents: { id: number }, { sender, senderFrame }: Sender): boolean {
  const place = placeOfFrame(senderFrame)
  return sender.id === contents.id && place?.isMain === true && place.origin === origin
}

/** Runs one command. The host checks the name, the right and the input. */
export async function answerCall(link: HostEnd, name: unknown, input: unknown): Promise<string> {
  try {
    if (typeof name !== 'string' || typeof input !== 'string') throw new HostError('bad-input', words.badCall)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host refuses unknown names and parses every input
    return `{"result":${await link.callForJson(name as CommandName, parse(input))}}`
  } catch (error) {
    return replyOf(error instanceof HostError ? error : mistake)
  }
}

/** The reply to all other senders. */
export const refuseStranger = (): string => replyOf(stranger)

const replyOf = ({ code, message }: HostError): string => JSON.stringify({ error: { code, message } })

function parse(text: string): unknown {
  if (text.length > inputLimit) throw new HostError('bad-input', words.inputTooLarge(inputLimit / 1024 / 1024))
  try {
    return JSON.parse(text)
  } catch {
    throw new HostError('bad-input', words.inputNotJson)
  }
}
