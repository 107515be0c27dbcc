import { describe, expect, test } from 'vitest'
import { claimSentence } from '../../../renderer/inbox/approval/approval-facts.tsx'
import { valueCount } from '../../../renderer/ui/json/value-count.ts'
import { answerableIn, neighbour } from '../../../renderer/state/asks.ts'
import type { Ask } from '../../../shared/asks/asks.ts'
import { words } from '../../support/words.ts'

const claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }

const ask = (id: string): Ask => ({
  id,
  kind: 'approval',
  contentHash: id,
  question: { server: 's', tool: 't', definition: 'd', description: '', claims, arguments: {} },
})

describe('[CHAT-11] an approval’s sentence', () => {
  test.each([
    [{}, words.inbox.facts.noValues],
    [{ a: 1 }, words.inbox.facts.values(1)],
    [{ a: 1, b: [1, 2, 3] }, words.inbox.facts.values(2)],
  ])('counts the values in %j: %s', (args, count) => {
    expect(valueCount(args)).toBe(count)
  })

  test('says what the server claims and does not take silence for a claim', () => {
    expect(claimSentence('github', { ...claims, readOnly: true })).toBe('github says it only reads.')
    expect(claimSentence('github', { ...claims, destructive: false })).toBe(words.inbox.facts.destroysNothing('github'))
    expect(claimSentence('github', claims)).toBe(words.inbox.facts.mayDestroy('github'))
  })
})

describe('[CHAT-12] moving between requests', () => {
  const asks = [ask('oldest'), ask('middle'), ask('newest')]

  test('starts at the oldest from outside, and at the newest when moving back', () => {
    expect(neighbour(asks, undefined, 1)?.id).toBe('oldest')
    expect(neighbour(asks, undefined, -1)?.id).toBe('newest')
    expect(neighbour(asks, 'one that is closed', 1)?.id).toBe('oldest')
    expect(neighbour([], undefined, 1)).toBeUndefined()
  })

  test('[APU-13] starts at the request in view, if there is one', () => {
    expect(neighbour(asks, undefined, 1, new Set(['newest']))?.id).toBe('newest')
    expect(neighbour(asks, undefined, 1, new Set(['closed']))?.id).toBe('oldest')
    expect(neighbour(asks, 'oldest', 1, new Set(['newest']))?.id).toBe('middle')
  })

  test('[APU-13] goes through a conversation’s own requests before those of servers that belong to no call', () => {
    const form: Ask = {
      id: 'form',
      kind: 'form',
      contentHash: 'form',
      question: { server: 's', running: [], message: '', schema: {}, secrets: [] },
    }
    const operation = { conversation: 'c', turn: 't', call: 'x' }
    const all = [form, ask('elsewhere'), { ...ask('call'), operation }] as Ask[]
    expect(answerableIn(all, 'c').map(({ id }) => id)).toEqual(['call', 'form'])
    expect(answerableIn(all, 'other').map(({ id }) => id)).toEqual(['form'])
  })

  test('goes to the next request and wraps around', () => {
    expect(neighbour(asks, 'oldest', 1)?.id).toBe('middle')
    expect(neighbour(asks, 'newest', 1)?.id).toBe('oldest')
    expect(neighbour(asks, 'oldest', -1)?.id).toBe('newest')
  })
})
