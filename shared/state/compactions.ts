import type { ModelChoice } from '../config/settings.ts'
import type { ContextEvent, ContextItem } from '../events/context-events.ts'
import type { EventOf } from '../events/events.ts'
import type { Compaction, Conversation, Turn } from './conversation.ts'
import { without } from '../schema/records.ts'

/** A summary that a model is writing now. */
export type RunningCompaction = ModelChoice & { id: string; upTo: string; turns: number; since: number }

/** The key of an item in `leftOut`. */
export const itemKey = (item: ContextItem): string =>
  'call' in item ? `call ${item.call}` : `part ${item.message} ${item.part}`

/** Folds one event about what requests contain. */
export function foldContext(conversation: Conversation, event: ContextEvent, at: number): void {
  if (event.type === 'context.left-out') {
    const key = itemKey(event.item)
    const others = (conversation.leftOut ?? []).filter((it) => it !== key)
    const all = event.leftOut ? [...others, key] : others
    conversation.leftOut = all.length > 0 ? all : undefined
    return
  }
  if (event.type === 'compaction.requested') {
    const { compaction: id, upTo, turns, endpoint, model, actor } = event
    conversation.compactions = [...(conversation.compactions ?? []), { id, upTo, turns, endpoint, model, actor, at }]
    return
  }
  conversation.compactions = conversation.compactions?.map((it) =>
    it.id === event.compaction ? changed(it, event, at) : it,
  )
}

type Change = EventOf<'compaction.finished' | 'compaction.edited' | 'compaction.undone'>

function changed(compaction: Compaction, event: Change, at: number): Compaction {
  switch (event.type) {
    case 'compaction.finished': {
      const { end, summary, facts, usage, problem } = event
      return { ...compaction, end, summary, facts, usage, problem, changedAt: end === 'done' ? at : undefined }
    }
    case 'compaction.edited':
      return { ...compaction, edited: event.text, changedAt: at }
    case 'compaction.undone':
      return { ...compaction, undone: event.undone ? true : undefined, changedAt: at }
    default:
      return event satisfies never
  }
}

/** The summary that models get now, and the turns that they get after it. */
type InUse = { compaction: Compaction | undefined; turns: Turn[] }

/**
 * The part of a branch that models get: the summary that reaches furthest, the latest of several, and the turns after it. A
 * summary counts in every branch that has all its turns. `turns` are those of one branch.
 */
export function compacted({ turns, compactions = [] }: Pick<Conversation, 'turns' | 'compactions'>): InUse {
  const places = new Map(turns.map(({ id }, at) => [id, at]))
  let [compaction, last]: [Compaction | undefined, number] = [undefined, -1]
  for (const it of compactions) {
    const at = places.get(it.upTo) ?? -1
    if (it.end !== 'done' || it.undone || at < last || at === -1) continue
    compaction = it
    last = at
  }
  return { compaction, turns: compaction ? turns.slice(last + 1) : turns }
}

/** A summary's text as models get it. */
export const summaryOf = ({ edited, summary = '' }: Compaction): string => edited ?? summary

/** The running requests for summaries, by conversation. Pure. */
export function foldCompacting(
  running: Record<string, RunningCompaction> = {},
  event: EventOf<'compaction.requested' | 'compaction.finished'>,
  at: number,
): Record<string, RunningCompaction> | undefined {
  if (event.type === 'compaction.finished') {
    const others = without(running, event.conversation)
    return Object.keys(others).length > 0 ? others : undefined
  }
  const { conversation, compaction: id, upTo, turns, endpoint, model } = event
  return { ...running, [conversation]: { id, upTo, turns, endpoint, model, since: at } }
}

type Running = { turns: Record<string, { conversation: string }>; compacting?: object | undefined }

/** Whether a turn or a request for a summary runs in a conversation. */
export const worksIn = ({ turns, compacting = {} }: Running, conversation: string): boolean =>
  Object.hasOwn(compacting, conversation) || Object.values(turns).some((turn) => turn.conversation === conversation)
