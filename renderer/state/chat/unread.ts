import { useEffect, useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { ConversationRow } from '../../../shared/contract/commands.ts'
import type { Turn } from '../../../shared/state/conversation.ts'
import { persisted } from '../persisted.ts'
import { createStore, useStore } from '../store.ts'

/**
 * The turns whose end the user saw: by conversation, when its last one started. Turns from before `since`
 * count as seen.
 */
const shape = z.object({ since: z.number(), turns: z.record(z.string(), z.number()) })
export type SeenTurns = z.infer<typeof shape>

/** Max conversations remembered one by one. */
const most = 300

const storage = persisted(globalThis.localStorage, 'atrium.seen', shape)

function begin(): SeenTurns {
  const seen = { since: Date.now(), turns: {} }
  storage.write(seen)
  return seen
}

const seenTurns = createStore<SeenTurns>(storage.read() ?? begin())

/** Adds a seen turn. Forgets the oldest ones; all turns older than those count as seen. */
export function withSeen(seen: SeenTurns, conversation: string, startedAt: number): SeenTurns {
  const all = Object.entries({ ...seen.turns, [conversation]: startedAt }).toSorted(([, a], [, b]) => b - a)
  const since = Math.max(seen.since, all[most]?.[1] ?? 0)
  return { since, turns: Object.fromEntries(all.slice(0, most)) }
}

/** Whether a conversation's last turn ended since the user last saw it. */
export const isUnread = ({ id, end, activeAt }: ConversationRow, { since, turns }: SeenTurns): boolean =>
  end !== null && activeAt > Math.max(since, turns[id] ?? 0)

/** The last turn seen in each conversation, in this window. */
export const useSeen = (): SeenTurns => useStore(seenTurns)

/** Remembers that the user saw the end of the conversation's last turn, while the window shows. */
export function useSeenEnd(conversation: string, last: Turn | undefined): void {
  const isShown = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const startedAt = isShown && last?.end !== undefined ? last.startedAt : undefined
  useEffect(() => {
    if (startedAt === undefined || seenTurns.get().turns[conversation] === startedAt) return
    seenTurns.set(withSeen(seenTurns.get(), conversation, startedAt))
    storage.write(seenTurns.get())
  }, [conversation, startedAt])
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
