import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reduce } from '../../../shared/state/reduce.ts'
import type { FeedMessage, HostLink } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { HostEvent, Recorded } from '../../../shared/events/events.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import { Replica } from '../../../renderer/state/replica.ts'
import { counted } from '../counted.ts'
import { words } from '../../support/words.ts'

/** The host's end of a link, controlled by the test: its state, and each subscription in turn. */
class Feed implements HostLink {
  state: HostState = emptyState
  seq = 0
  subscriptions: {
    listener: (message: FeedMessage) => void
    ended: ((why: HostError) => void) | undefined
    n: number
  }[] = []
  left = 0

  call(): Promise<never> {
    return Promise.reject(new HostError('not-found', 'No commands here.'))
  }

  subscribe(listener: (message: FeedMessage) => void, ended?: (why: HostError) => void): () => void {
    this.subscriptions.push({ listener, ended, n: 0 })
    return () => (this.left += 1)
  }

  get last() {
    const last = this.subscriptions.at(-1)
    if (!last) throw new Error('Nobody has subscribed.')
    return last
  }

  happen(event: HostEvent, durable = true): Recorded {
    const recorded = { seq: durable ? ++this.seq : null, at: 1000 + this.seq, event }
    this.state = reduce(this.state, event, recorded.at)
    return recorded
  }

  snapshot(): void {
    this.last.n = 0
    this.last.listener({
      snapshot: this.state,
      seq: this.seq,
      durable: this.seq,
      session: { actor: 'web:1', right: 'admin' },
    })
  }

  send(...events: Recorded[]): void {
    this.last.listener({ n: ++this.last.n, events, durable: this.seq })
  }
}

const created = (conversation: string): HostEvent => ({
  type: 'conversation.created',
  conversation,
  title: 'A title',
  actor: 'web:1',
})
const started = (turn: string): HostEvent => ({
  type: 'turn.started',
  conversation: 'c',
  turn,
  model: 'm',
  actor: 'web:1',
})
const requested: HostEvent = {
  type: 'model.requested',
  conversation: 'c',
  turn: 't',
  model: 'm',
  message: 'x',
  tools: 0,
}
const delta = (offset: number, text: string): HostEvent => ({
  type: 'message.delta',
  conversation: 'c',
  turn: 't',
  message: 'x',
  block: 0,
  kind: 'text',
  offset,
  text,
})

let feed: Feed
let replica: Replica

beforeEach(() => {
  vi.useFakeTimers()
  feed = new Feed()
  replica = new Replica(feed)
})

afterEach(() => {
  replica.close()
  vi.useRealTimers()
})

describe('a replica that follows its feed', () => {
  test('[UI-1] has the host’s state from the snapshot through every frame', () => {
    expect(replica.connection).toBe('connecting')
    feed.happen(started('t'))
    feed.snapshot()
    expect(replica.connection).toBe('live')
    expect(replica.session).toEqual({ actor: 'web:1', right: 'admin' })
    feed.send(feed.happen(requested), feed.happen(delta(0, 'Hel'), false))
    feed.send(feed.happen(delta(3, 'lo'), false))
    expect(replica.state).toEqual(feed.state)
    expect(replica.state.turns['t']?.message?.blocks).toEqual([{ kind: 'text', text: 'Hello' }])
  })

  test('[UI-1] keeps the identity of its state after an event that changes none', () => {
    feed.snapshot()
    const before = replica.state
    feed.send(feed.happen(created('c')))
    expect(replica.state).toBe(before)
  })

  test('[UI-5] calls state listeners once for many frames, and event listeners for every event in order', () => {
    const heard: string[] = []
    let changes = 0
    replica.subscribe(() => changes++)
    replica.onEvents({
      events: (recorded) => heard.push(...recorded.map(({ seq, event }) => `${seq} ${event.type}`)),
      reset: () => heard.push('reset'),
    })
    feed.snapshot()
    feed.send(feed.happen(created('a')), feed.happen(started('t')))
    feed.send(feed.happen(requested), feed.happen(delta(0, 'x'), false))
    expect(heard).toEqual([
      'reset',
      '1 conversation.created',
      '2 turn.started',
      '3 model.requested',
      'null message.delta',
    ])
    expect(changes).toBe(0)
    vi.advanceTimersByTime(1)
    expect(changes).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(changes).toBe(1)
  })

  test('[UI-6] folds the hundred-thousandth delta at the cost of an early one', () => {
    feed.happen(started('t'))
    feed.happen(requested)
    feed.snapshot()
    let offset = 0
    const fold = (count: number): void => {
      for (let i = 0; i < count; i++, offset += 5)
        feed.last.listener({
          n: ++feed.last.n,
          durable: 0,
          events: [{ seq: null, at: 0, event: delta(offset, 'word ') }],
        })
    }
    const looksAt = (): number => {
      const state = counted(replica.state)
      reduce(state.value, delta(offset, 'word '), 0)
      return state.looks()
    }
    fold(1000)
    const early = looksAt()
    fold(99_000)
    expect(replica.state.turns['t']?.message?.blocks[0]?.text.length).toBe(offset)
    expect(early).toBeGreaterThan(0)
    expect(looksAt()).toBe(early)
  })
})

describe('a replica that loses its feed', () => {
  test('[UI-2] subscribes again after a missing frame and folds nothing after the gap', () => {
    feed.snapshot()
    feed.send(feed.happen(started('t')))
    const before = replica.state
    feed.last.n += 1
    feed.send(feed.happen(requested))
    expect(replica.connection).toBe('lost')
    expect(replica.state).toBe(before)
    expect(feed.left).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(feed.subscriptions).toHaveLength(2)
    feed.snapshot()
    expect(replica.connection).toBe('live')
    expect(replica.state).toEqual(feed.state)
  })

  test('[UI-2] detects a gap in the journal even if the frames are in order', () => {
    feed.snapshot()
    feed.happen(started('t'))
    feed.send(feed.happen(requested))
    expect(replica.connection).toBe('lost')
    expect(replica.problem).toBe(words.frame.feedIncomplete)
  })

  test('[UI-2] ignores messages from a closed subscription', () => {
    feed.snapshot()
    const old = feed.last
    feed.last.ended?.(new HostError('unavailable', 'Gone.'))
    vi.advanceTimersByTime(1000)
    old.listener({ n: 1, durable: 0, events: [feed.happen(started('t'))] })
    old.ended?.(new HostError('unavailable', 'Gone again.'))
    expect(replica.state.turns).toEqual({})
    expect(feed.subscriptions).toHaveLength(2)
  })

  test('[UI-3] retries at growing intervals up to eight seconds, and starts over after a snapshot', () => {
    feed.snapshot()
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      const count = feed.subscriptions.length
      feed.last.ended?.(new HostError('unavailable', 'Atrium does not answer.'))
      expect(replica.problem).toBe('Atrium does not answer.')
      let waited = 0
      while (feed.subscriptions.length === count) {
        vi.advanceTimersByTime(5)
        waited += 5
      }
      waits.push(waited)
    }
    expect(waits[0]).toBeLessThanOrEqual(250)
    expect(waits[7]).toBeGreaterThanOrEqual(4000)
    expect(Math.max(...waits)).toBeLessThanOrEqual(8000)
    feed.snapshot()
    expect(replica.problem).toBeUndefined()
    feed.last.ended?.(new HostError('unavailable', 'Atrium does not answer.'))
    vi.advanceTimersByTime(250)
    expect(feed.subscriptions).toHaveLength(10)
  })

  test('[UI-3] stays connecting and says why if it never reached the host', () => {
    feed.last.ended?.(new HostError('unavailable', 'Atrium does not answer.'))
    expect(replica.connection).toBe('connecting')
    expect(replica.problem).toBe('Atrium does not answer.')
  })

  test('[UI-4] replaces everything with a new snapshot and counts frames from one again', () => {
    let resets = 0
    replica.onEvents({ events: () => undefined, reset: () => resets++ })
    feed.snapshot()
    feed.send(feed.happen(started('t')))
    feed.happen({ type: 'turn.finished', conversation: 'c', turn: 't', end: 'done' })
    feed.snapshot()
    expect(resets).toBe(2)
    expect(replica.state.turns).toEqual({})
    feed.send(feed.happen(started('t2')))
    expect(replica.connection).toBe('live')
    expect(Object.keys(replica.state.turns)).toEqual(['t2'])
  })

  test('[UI-3] neither listens nor retries once it is closed', () => {
    feed.snapshot()
    replica.close()
    feed.last.listener({ n: 1, durable: 0, events: [feed.happen(started('t'))] })
    vi.advanceTimersByTime(60_000)
    expect(replica.state.turns).toEqual({})
    expect(feed.subscriptions).toHaveLength(1)
  })
})
