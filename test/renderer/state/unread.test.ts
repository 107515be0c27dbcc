import { describe, expect, test } from 'vitest'
import { isUnread, withSeen } from '../../../renderer/state/chat/unread.ts'

const row = (activeAt: number, end: 'done' | 'failed' | null = 'done') => ({
  id: 'c',
  title: '',
  createdAt: 0,
  activeAt,
  end,
})
const since = { since: 100, turns: {} }

describe('[UI-8] a conversation in the list', () => {
  test('is unread if its last turn ended since the user last saw it, also without a window', () => {
    expect(isUnread(row(150), since)).toBe(true)
    expect(isUnread(row(150, 'failed'), since)).toBe(true)
    expect(isUnread(row(150), withSeen(since, 'c', 150))).toBe(false)
    expect(isUnread(row(160), withSeen(since, 'c', 150))).toBe(true)
  })

  test('isn’t unread while its turn runs, or if it ended before this was remembered', () => {
    expect(isUnread(row(150, null), since)).toBe(false)
    expect(isUnread(row(90), since)).toBe(false)
  })

  test('counts as read once many others were seen after it', () => {
    let seen = withSeen(since, 'c', 150)
    for (let at = 0; at < 300; at++) seen = withSeen(seen, `other ${at}`, 200 + at)
    expect(seen.turns).not.toHaveProperty('c')
    expect(isUnread(row(150), seen)).toBe(false)
    expect(isUnread(row(151), seen)).toBe(true)
  })
})
