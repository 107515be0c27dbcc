import { describe, expect, test } from 'vitest'
import { reduce } from '../../../shared/state/reduce.ts'
import type { Ask } from '../../../shared/asks/asks.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'

const question = { server: 'asking', running: [], message: '', schema: {}, secrets: [] }
const operation = { conversation: 'c', turn: 't', call: 'x' }
const form = (id: string, over: Partial<Extract<Ask, { kind: 'form' }>> = {}): Ask => ({
  id,
  kind: 'form',
  question,
  contentHash: 'h',
  ...over,
})
const opened = (ask: Ask): HostEvent => ({ type: 'ask.opened', ask })
const closed = ({ id, kind, operation: of }: Ask, by: 'withdrawn' | 'expired'): HostEvent => ({
  type: 'ask.closed',
  ask: id,
  kind,
  by,
  operation: of,
})
const after = (...events: HostEvent[]): HostState =>
  events.reduce((state, event, at) => reduce(state, event, at), emptyState)

describe('[FUI-10] a request outside a call', () => {
  test('is remembered with its time if it ended before an answer, also by a crash', () => {
    expect(after(opened(form('a')), closed(form('a'), 'withdrawn')).endedRequests).toEqual({ asking: 1 })
    expect(after(opened(form('a')), closed(form('a'), 'expired')).endedRequests).toEqual({ asking: 1 })
  })

  test('is forgotten as soon as its server asks again, and without its server', () => {
    const ended = after(opened(form('a')), closed(form('a'), 'expired'))
    expect(reduce(ended, opened(form('b')), 5).endedRequests).toEqual({})
    const gone = { type: 'configured', file: 'servers', actor: 'file', before: {}, after: {} } as const
    expect(reduce(ended, gone, 5).endedRequests).toEqual({})
  })

  test('leaves no note if it belongs to a call, or was answered', () => {
    const ofCall = form('a', { operation })
    expect(after(opened(ofCall), closed(ofCall, 'withdrawn')).endedRequests).toEqual({})
    const answered: HostEvent = {
      type: 'ask.closed',
      ask: 'a',
      kind: 'form',
      by: 'person',
      actor: 'web:1',
      answer: { json: { action: 'decline' } },
      operation: undefined,
    }
    expect(after(opened(form('a')), answered).endedRequests).toEqual({})
  })
})
