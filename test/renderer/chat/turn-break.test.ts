import { describe, expect, test } from 'vitest'
import { changeSince } from '../../../renderer/chat/thread/turn-break.tsx'
import type { Turn } from '../../../shared/state/conversation.ts'

const monday = new Date(2026, 10, 23, 23, 50).getTime()
const minute = 60_000

const turn = (rest: Partial<Turn>): Turn => ({
  id: 't',
  actor: 'a',
  startedAt: monday,
  firstSeq: 1,
  lastSeq: 2,
  messages: [],
  ...rest,
})
const sonnet = turn({ model: 'sonnet', endpoint: 'anthropic' })

describe('[CHAT-25] a line before a turn', () => {
  test('names another model, also after the user’s own calls', () => {
    const own = turn({ origin: 'person' })
    const opus = turn({ model: 'opus', endpoint: 'anthropic' })
    expect(changeSince([sonnet, own], opus)).toEqual({ model: { id: 'opus', endpoint: 'anthropic' } })
    expect(changeSince([sonnet, own], sonnet)).toEqual({})
    expect(changeSince([sonnet], own)).toEqual({})
  })

  test('names the same model of another endpoint', () => {
    expect(changeSince([sonnet], turn({ model: 'sonnet', endpoint: 'proxy' }))).toEqual({
      model: { id: 'sonnet', endpoint: 'proxy' },
    })
  })

  test('says nothing before the first reply', () => {
    expect(changeSince([turn({ origin: 'person' })], sonnet)).toEqual({})
    expect(changeSince([], sonnet)).toEqual({})
  })

  test('begins another day after midnight', () => {
    const later = { ...sonnet, startedAt: monday + 20 * minute }
    expect(changeSince([sonnet], later)).toEqual({ day: monday + 20 * minute })
    expect(changeSince([later], { ...later, startedAt: later.startedAt + minute })).toEqual({})
  })
})
