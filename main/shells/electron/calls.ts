import type { CommandName, HostLink } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { origin } from './pages.ts'

/** The longest input of a command, in characters. */
const inputLimit = 24 * 1024 * 1024

const stranger = new HostError('forbidden', 'Atrium takes commands only from the page of its own window.')
const mistake = new HostError('internal', 'Atrium made a mistake; nothing more is known.')

/** Who sent a message, as Electron tells it. */
type Sender = { sender: { id: number }; senderFrame: { parent: unknown; origin: string } | null }

/** Whether this came from the main frame of the window's own page, and not from anything inside it or in its place. */
export const isPageOf = (contents: { id: number }, { sender, senderFrame }: Sender): boolean =>
  sender.id === contents.id && senderFrame?.parent === null && senderFrame.origin === origin

/** Runs one command. The host checks the name, the right and the input. */
export async function answerCall(link: HostLink, name: unknown, input: unknown): Promise<string> {
  try {
    if (typeof name !== 'string' || typeof input !== 'string')
      throw new HostError('bad-input', 'A call is a name and an input, which is JSON text.')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host refuses unknown names and parses every input
    const result: unknown = await link.call(name as CommandName, parse(input) as never)
    return JSON.stringify({ result: result ?? null })
  } catch (error) {
    return replyOf(error instanceof HostError ? error : mistake)
  }
}

/** The reply to anybody else. */
export const refuseStranger = (): string => replyOf(stranger)

const replyOf = ({ code, message }: HostError): string => JSON.stringify({ error: { code, message } })

function parse(text: string): unknown {
  if (text.length > inputLimit)
    throw new HostError('bad-input', `A command may have ${inputLimit / 1024 / 1024} MiB at most.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new HostError('bad-input', 'The input of a command must be JSON.')
  }
}
