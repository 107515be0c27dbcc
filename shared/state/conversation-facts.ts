import { someOff } from '../config/tools-off.ts'
import type { EventOf, HostEvent } from '../events/events.ts'
import { foldBranches } from './branches.ts'
import { foldContext } from './compactions.ts'
import type { Conversation } from './conversation.ts'

const factTypes = [
  'conversation.created',
  'conversation.renamed',
  'title.finished',
  'conversation.starred',
  'conversation.archived',
  'conversation.deleted',
  'conversation.restored',
  'conversation.model',
  'conversation.system',
  'conversation.budget',
  'conversation.tools',
  'conversation.project',
  'conversation.branch',
  'branch.deleted',
  'branch.restored',
  'tools.named',
  'tools.found',
  'compaction.requested',
  'compaction.finished',
  'compaction.edited',
  'compaction.undone',
  'context.left-out',
] as const

type FactEvent = EventOf<(typeof factTypes)[number]>

const facts: ReadonlySet<string> = new Set(factTypes)

/** Whether an event is a fact about its conversation as a whole. */
export const isFact = (event: HostEvent): event is FactEvent => facts.has(event.type)

/** Folds a fact about the conversation as a whole. */
export function foldFacts(conversation: Conversation, event: FactEvent, at: number): void {
  switch (event.type) {
    case 'conversation.renamed':
      conversation.renamed = true
      conversation.title = event.title
      return
    case 'conversation.created':
      conversation.title = event.title
      return
    case 'title.finished':
      conversation.titled = { endpoint: event.endpoint, model: event.model, usage: event.usage }
      return
    case 'conversation.starred':
      conversation.starred = event.starred || undefined
      return
    case 'conversation.archived':
      conversation.archived = event.archived || undefined
      return
    case 'conversation.deleted':
      conversation.deletedAt = at
      return
    case 'conversation.restored':
      conversation.deletedAt = undefined
      return
    case 'conversation.model':
      conversation.choice = event.choice
      conversation.without = undefined
      return
    case 'conversation.system':
      conversation.system = event.text === '' ? undefined : event.text
      return
    case 'conversation.budget':
      conversation.budget = event.usd ?? undefined
      return
    case 'conversation.tools':
      conversation.off = someOff(event.off)
      return
    case 'conversation.project':
      conversation.project = event.project ?? undefined
      return
    case 'conversation.branch':
    case 'branch.deleted':
    case 'branch.restored':
      return foldBranches(conversation, event, at)
    case 'tools.named':
      conversation.names = { ...conversation.names, ...event.names }
      return
    case 'tools.found':
      conversation.found = [...(conversation.found ?? []).filter((name) => !event.names.includes(name)), ...event.names]
      return
    case 'compaction.requested':
    case 'compaction.finished':
    case 'compaction.edited':
    case 'compaction.undone':
    case 'context.left-out':
      return foldContext(conversation, event, at)
    default:
      return event satisfies never
  }
}
