import { HostError } from '../../../shared/contract/errors.ts'
import type { Handlers } from '../../../shared/contract/commands.ts'
import type { ContextItem } from '../../../shared/events/context-events.ts'
import { ownCalls } from '../../../shared/state/call-fold.ts'
import type { Conversation, Turn } from '../../../shared/state/conversation.ts'
import type { HostParts } from './parts.ts'
import { commandWords as words } from './words.ts'

/** The contents of a conversation's requests: its summaries, and the items left out. */
export function contextHandlers({ journal, reader, turns }: HostParts) {
  const existing = async (id: string) => (await reader.ask('getConversation', { conversation: id })).conversation
  const withSummary = async (id: string, compaction: string): Promise<void> => {
    const { compactions = [] } = await existing(id)
    if (!compactions.some((it) => it.id === compaction && it.end === 'done'))
      throw new HostError('not-found', words.noSummary)
  }
  return {
    describeRequest: (asked) => turns.describeRequest(asked),
    compactConversation: ({ conversation }, { actor }) => turns.compact(conversation, actor),
    cancelCompaction: async ({ compaction }) => turns.cancelCompaction(compaction),
    editSummary: async ({ conversation, compaction, text }, { actor }) => {
      await withSummary(conversation, compaction)
      journal.append({ type: 'compaction.edited', conversation, compaction, text, actor })
      await journal.durable()
    },
    undoSummary: async ({ conversation, compaction, undone }, { actor }) => {
      await withSummary(conversation, compaction)
      journal.append({ type: 'compaction.undone', conversation, compaction, undone, actor })
      await journal.durable()
    },
    leaveOut: async ({ conversation, item, leftOut }, { actor }) => {
      if (!has(await existing(conversation), item)) throw new HostError('not-found', words.noItem)
      journal.append({ type: 'context.left-out', conversation, item, leftOut, actor })
      await journal.durable()
    },
  } satisfies Partial<Handlers>
}

/** Whether one of its turns has this result or attachment. */
function has({ turns }: Conversation, item: ContextItem): boolean {
  if ('call' in item) return turns.some((turn) => callsOf(turn).some(({ id }) => id === item.call))
  return turns.some(({ message }) => {
    const part = message?.id === item.message ? message.parts[item.part] : undefined
    return part !== undefined && part.type !== 'text'
  })
}

const callsOf = (turn: Turn) => [...ownCalls(turn), ...turn.messages.flatMap(({ calls }) => calls)]
