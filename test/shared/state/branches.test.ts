import { describe, expect, test } from 'vitest'
import { foldConversation } from '../../../shared/state/conversation-fold.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { branchInUse, latestFrom, turnsThere } from '../../../shared/state/branches.ts'
import { emptyConversation, type Conversation } from '../../../shared/state/conversation.ts'

const conversation = 'c'
const actor = 'web:1'

const started = (turn: string, parent?: string | null): HostEvent => ({
  type: 'turn.started',
  conversation,
  turn,
  actor,
  ...(parent !== undefined && { parent }),
})

function folded(...events: HostEvent[]): Conversation {
  const result = emptyConversation(conversation)
  for (const [index, event] of events.entries()) foldConversation(result, { seq: index + 1, at: index + 1, event })
  return result
}

const ids = (turns: readonly { id: string }[]): string => turns.map(({ id }) => id).join(' ')

/** Two ways after `a`; one of them continues to `c`, and later to `e`. */
const tree = [started('a'), started('b'), started('c'), started('d', 'a'), started('e', 'b')]

describe('a conversation’s branches', () => {
  test('[BRN-2] are one line while no turn names another one to continue from', () => {
    const line = folded(started('a'), started('b'), started('c'))
    expect(branchInUse(line)).toBe(line.turns)
    expect(line.turns.map(({ parent }) => parent)).toEqual([undefined, 'a', 'b'])
    expect(branchInUse({ turns: line.turns })).toBe(line.turns)
  })

  test('[BRN-1] end with the latest turn, and start at one that continues from none', () => {
    expect(ids(branchInUse(folded(...tree)))).toBe('a b e')
    expect(ids(branchInUse(folded(...tree, started('f', null), started('g'))))).toBe('f g')
  })

  test('[BRN-3] follow the choice, and the next turn continues from there', () => {
    const choice: HostEvent = { type: 'conversation.branch', conversation, head: 'd', actor }
    expect(ids(branchInUse(folded(...tree, choice)))).toBe('a d')
    expect(ids(branchInUse(folded(...tree, choice, started('f'))))).toBe('a d f')
  })

  test('[BRN-4] disappear with all that continues from them, and come back', () => {
    const deleted: HostEvent = { type: 'branch.deleted', conversation, turn: 'b', actor }
    const restored: HostEvent = { type: 'branch.restored', conversation, turn: 'b', actor }
    expect(ids(turnsThere(folded(...tree, deleted).turns))).toBe('a d')
    expect(ids(turnsThere(folded(...tree, deleted, restored).turns))).toBe('a b c d e')
    expect(folded(...tree, deleted, restored)).toEqual(folded(...tree))
  })

  test('[BRN-3] are entered at their latest turn', () => {
    const { turns } = folded(...tree)
    expect(['a', 'b', 'c', 'd'].map((id) => latestFrom(turns, id))).toEqual(['e', 'e', 'c', 'd'])
  })
})
