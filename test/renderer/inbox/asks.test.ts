import { describe, expect, test } from 'vitest'
import { claimSentence } from '../../../renderer/inbox/approval/sends.tsx'
import { valueCount } from '../../../renderer/ui/json/value-count.ts'
import { neighbour } from '../../../renderer/state/asks.ts'
import type { Ask } from '../../../shared/asks/asks.ts'

const claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }

const ask = (id: string): Ask => ({
  id,
  kind: 'approval',
  contentHash: id,
  question: { server: 's', tool: 't', definition: 'd', description: '', claims, arguments: {} },
})

describe('[CHAT-11] the sentence of an approval', () => {
  test.each([
    [{}, 'no values'],
    [{ a: 1 }, '1 value'],
    [{ a: 1, b: [1, 2, 3] }, '2 values'],
  ])('%j is %s', (args, count) => {
    expect(valueCount(args)).toBe(count)
  })

  test('says what the server says, and does not take silence for a claim', () => {
    expect(claimSentence('github', { ...claims, readOnly: true })).toBe('github says it only reads.')
    expect(claimSentence('github', { ...claims, destructive: false })).toBe(
      'github says it changes things and destroys nothing.',
    )
    expect(claimSentence('github', claims)).toBe('github does not rule out that it changes or destroys things.')
  })
})

describe('[CHAT-12] the way to an ask', () => {
  const asks = [ask('oldest'), ask('middle'), ask('newest')]

  test('from outside it leads to the oldest, and backwards to the newest', () => {
    expect(neighbour(asks, undefined, 1)?.id).toBe('oldest')
    expect(neighbour(asks, undefined, -1)?.id).toBe('newest')
    expect(neighbour(asks, 'one that is closed', 1)?.id).toBe('oldest')
    expect(neighbour([], undefined, 1)).toBeUndefined()
  })

  test('from an ask it leads to the one beside it, around and around', () => {
    expect(neighbour(asks, 'oldest', 1)?.id).toBe('middle')
    expect(neighbour(asks, 'newest', 1)?.id).toBe('oldest')
    expect(neighbour(asks, 'oldest', -1)?.id).toBe('newest')
  })
})
