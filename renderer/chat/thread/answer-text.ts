import { HostError } from '../../../shared/contract/errors.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import type { ModelMessage, Turn } from '../../../shared/state/conversation.ts'
import { chat } from '../../strings/chat.ts'
import { readStored } from '../../ui/json/stored-value.tsx'
import { draftBlocks, shownBlocks, textOfBlocks } from './message-blocks.ts'

/** The text of these messages, as the model wrote it. `unavailable` if one is too long to read. */
export async function answerText(link: HostLink, messages: readonly ModelMessage[]): Promise<string> {
  const textOf = async (message: ModelMessage): Promise<string[]> => {
    if (message.state === 'partial') return textOfBlocks(draftBlocks(message))
    const blocks = await readStored(link, message.blocks)
    if (blocks === undefined) throw new HostError('unavailable', chat.message.tooLong)
    return textOfBlocks(shownBlocks(blocks, message.calls))
  }
  return (await Promise.all(messages.map(textOf))).flat().join('\n\n')
}

/** The messages of the last answer that ended; none if there is no answer yet. */
export const lastAnswer = (turns: readonly Turn[]): readonly ModelMessage[] =>
  turns.findLast(({ end, messages }) => end !== undefined && messages.length > 0)?.messages ?? []
