import type { EventOf } from '../events/events.ts'
import type { Conversation, Turn } from './conversation.ts'

/** A conversation's turns as a tree: each continues from its `parent`, and `head` ends the branch in use. */
type Tree = Pick<Conversation, 'turns' | 'head'>

type BranchEvent = EventOf<'conversation.branch' | 'branch.deleted' | 'branch.restored'>

/** Folds the choice of the branch in use, and turns' deletion and restoration. */
export function foldBranches(conversation: Conversation, event: BranchEvent, at: number): void {
  if (event.type === 'conversation.branch') {
    conversation.head = event.head
    return
  }
  const index = conversation.turns.findIndex(({ id }) => id === event.turn)
  const turn = conversation.turns[index]
  if (turn) conversation.turns[index] = { ...turn, deletedAt: event.type === 'branch.deleted' ? at : undefined }
}

/** Adds an event's turn, at which the branch in use then ends. Records without a parent continue that branch. */
export function startTurn(conversation: Conversation, event: EventOf<'turn.started'>, seq: number, at: number): void {
  conversation.turns.push({
    id: event.turn,
    parent: event.parent === undefined ? conversation.head : (event.parent ?? undefined),
    origin: event.origin,
    ...(event.undoes !== undefined && { undoes: { turn: event.undoes, calls: [] } }),
    endpoint: event.endpoint,
    model: event.model,
    actor: event.actor,
    startedAt: at,
    firstSeq: seq,
    lastSeq: seq,
    message: event.message,
    without: event.without,
    toolless: event.toolless,
    messages: [],
  })
  conversation.head = event.turn
}

/** The turns of the branch in use, from the first to the last; the same array if there is no other branch. */
export function branchInUse({ turns, head }: Tree): Turn[] {
  if (head === undefined) return turns
  const branch: Turn[] = []
  let wanted: string | undefined = head
  for (const turn of turns.toReversed()) {
    if (turn.id !== wanted) continue
    branch.push(turn)
    wanted = turn.parent
  }
  return branch.length === turns.length ? turns : branch.toReversed()
}

/** The conversation with only the branch in use: models get no other. */
export const withBranchInUse = (conversation: Conversation): Conversation => ({
  ...conversation,
  turns: branchInUse(conversation),
})

/** The turns outside deleted branches. */
export function turnsThere(turns: readonly Turn[]): Turn[] {
  const hidden = new Set<string>()
  return turns.filter(({ id, parent, deletedAt }) => {
    const isThere = deletedAt === undefined && (parent === undefined || !hidden.has(parent))
    if (!isThere) hidden.add(id)
    return isThere
  })
}

/** The latest turn that continues, directly or not, from this one, or itself. `turns` has no deleted ones. */
export function latestFrom(turns: readonly Turn[], from: string): string {
  const after = new Set([from])
  let latest = from
  for (const { id, parent } of turns) {
    if (parent === undefined || !after.has(parent)) continue
    after.add(id)
    latest = id
  }
  return latest
}
