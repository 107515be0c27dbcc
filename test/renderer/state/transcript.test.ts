import { describe, expect, test } from 'vitest'
import { foldConversation } from '../../../shared/state/conversation-fold.ts'
import { branchesOf, turnsBeside, type Branch } from '../../../renderer/state/chat/branches.ts'
import { Transcript } from '../../../renderer/state/chat/transcript.ts'
import { emptyConversation, type Conversation } from '../../../shared/state/conversation.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { HostEvent, Recorded } from '../../../shared/events/events.ts'

const conversation = 'c'
const actor = 'web:1'
const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 }

const started = (turn: string): HostEvent => ({
  type: 'turn.started',
  conversation,
  turn,
  model: 'm',
  actor,
  message: { id: `${turn} person`, parts: [{ type: 'text', text: turn }] },
})
const requested = (turn: string): HostEvent => ({
  type: 'model.requested',
  conversation,
  turn,
  message: `${turn} model`,
  model: 'm',
  tools: 0,
})
const finished = (turn: string): HostEvent => ({
  type: 'message.finished',
  conversation,
  turn,
  message: `${turn} model`,
  model: 'm',
  blocks: { json: [] },
  stop: 'end-turn',
  usage,
})
const created: HostEvent = { type: 'conversation.created', conversation, title: 'Title', actor }

const recorded = (events: HostEvent[], from = 1): Recorded[] =>
  events.map((event, index) => ({ seq: from + index, at: from + index, event }))

function folded(events: Recorded[]): Conversation {
  const result = emptyConversation(conversation)
  for (const event of events) foldConversation(result, event)
  return result
}

/** The other end of a window's link, controlled by the test. */
class Source {
  #listener: { events(recorded: Recorded[]): void; reset(): void } | undefined
  readonly asked: { answer(conversation: Conversation, asOf: number): void; refuse(error: Error): void }[] = []
  readonly link = {
    call: () =>
      new Promise<never>((resolve, reject) => {
        this.asked.push({
          answer: (one, asOf) => resolve({ conversation: one, asOf } as never),
          refuse: (error) => reject(error),
        })
      }),
  }
  onEvents(listener: { events(recorded: Recorded[]): void; reset(): void }): () => void {
    this.#listener = listener
    return () => (this.#listener = undefined)
  }
  send(events: Recorded[]): void {
    this.#listener?.events(events)
  }
  reset(): void {
    this.#listener?.reset()
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function opened(events: HostEvent[]): Promise<{ source: Source; transcript: Transcript }> {
  const source = new Source()
  const transcript = new Transcript(conversation, source)
  transcript.open()
  source.asked[0]?.answer(folded(recorded(events)), events.length)
  await settle()
  return { source, transcript }
}

describe('[CHAT-6] a transcript', () => {
  test('continues the answer with events that arrived while it loaded', async () => {
    const source = new Source()
    const transcript = new Transcript(conversation, source)
    transcript.open()
    expect(transcript.status).toEqual({ state: 'loading' })
    const all = recorded([created, started('t1'), requested('t1'), finished('t1'), started('t2')])
    source.send(all.slice(1, 3))
    source.send(all.slice(3))
    source.asked[0]?.answer(folded(all.slice(0, 4)), 4)
    await settle()
    expect(transcript.turns).toEqual(folded(all).turns)
    expect(transcript.title).toBe('Title')
  })

  test('folds in later events, except those of other conversations', async () => {
    const { source, transcript } = await opened([created, started('t1')])
    const others = recorded([{ ...started('t9'), conversation: 'other' } as HostEvent], 3)
    source.send(others)
    source.send(recorded([requested('t1'), finished('t1')], 4))
    expect(transcript.turns.map(({ id }) => id)).toEqual(['t1'])
    expect(transcript.turn('t1')?.messages[0]?.state).toBe('complete')
  })

  test('asks again after a break, keeps its content, and ignores an outdated answer', async () => {
    const { source, transcript } = await opened([created, started('t1')])
    source.reset()
    expect(transcript.status).toEqual({ state: 'ready' })
    source.reset()
    const all = recorded([created, started('t1'), requested('t1')])
    source.asked[2]?.answer(folded(all), 3)
    await settle()
    source.asked[1]?.answer(emptyConversation(conversation), 0)
    await settle()
    expect(transcript.turns).toEqual(folded(all).turns)
  })

  test('says when its conversation is deleted, and comes back when it is restored', async () => {
    const { source, transcript } = await opened([created, started('t1')])
    source.send(recorded([{ type: 'conversation.deleted', conversation, actor }], 3))
    expect(transcript.status).toEqual({ state: 'deleted' })
    source.send(recorded([{ type: 'conversation.restored', conversation, actor }], 4))
    expect(transcript.status).toEqual({ state: 'ready' })
  })

  test('says if its conversation never existed, and reports any other failure', async () => {
    const { source, transcript } = await opened([created])
    transcript.load()
    source.asked[1]?.refuse(new HostError('not-found', 'It is not there.'))
    await settle()
    expect(transcript.status).toEqual({ state: 'gone' })
    transcript.load()
    source.asked[2]?.refuse(new HostError('unavailable', 'The log cannot be read.'))
    await settle()
    expect(transcript.status).toEqual({ state: 'failed', problem: 'The log cannot be read.' })
  })
})

describe('[CHAT-7] an event in a transcript', () => {
  test('notifies only its turn, and the list only when rows come or go', async () => {
    const { source, transcript } = await opened([created, started('t1'), requested('t1'), started('t2')])
    const heard: string[] = []
    transcript.subscribe(() => heard.push('list'))
    transcript.subscribeTurn('t1', () => heard.push('t1'))
    transcript.subscribeTurn('t2', () => heard.push('t2'))
    source.send(recorded([finished('t1')], 5))
    expect(heard).toEqual(['t1'])
    source.send(recorded([requested('t2')], 6))
    expect(heard).toEqual(['t1', 'list', 't2'])
  })

  test('leaves the rows of unchanged turns as the same objects', async () => {
    const { source, transcript } = await opened([created, started('t1'), requested('t1'), started('t2')])
    const before = transcript.rows()
    source.send(recorded([requested('t2')], 5))
    const after = transcript.rows()
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
    for (const [index, row] of before.slice(0, 3).entries()) expect(after[index]).toBe(row)
    expect(after.map(({ kind }) => kind)).toEqual(['person', 'model', 'end', 'person', 'model', 'end'])
  })
})

describe('a transcript with branches', () => {
  const other: HostEvent = { ...started('t3'), parent: 't1' } as HostEvent
  const ids = ({ turns }: Transcript): string[] => turns.map(({ id }) => id)

  test('[BRN-1] [BRN-3] shows the branch in use, follows a choice, and is entered at its latest turn', async () => {
    const { source, transcript } = await opened([created, started('t1'), started('t2'), other])
    expect([ids(transcript), transcript.rows().map(({ turn }) => turn)]).toEqual([
      ['t1', 't3'],
      ['t1', 't1', 't3', 't3'],
    ])
    expect(turnsBeside(transcript, 't3')).toEqual(['t2', 't3'])
    source.send(recorded([{ type: 'conversation.branch', conversation, head: 't2', actor }, started('t4')], 5))
    expect(ids(transcript)).toEqual(['t1', 't2', 't4'])
    expect(['t1', 't2', 't3'].map((id) => transcript.endFrom(id))).toEqual(['t4', 't4', 't3'])
    source.send(recorded([{ type: 'branch.deleted', conversation, turn: 't3', actor }], 7))
    expect([transcript.turnsThere.length, transcript.allTurns.length, transcript.endFrom('t3')]).toEqual([
      3,
      4,
      undefined,
    ])
  })

  test('[BRN-7] lists branches from one division to the next, and deleted ones without what follows', () => {
    const tree = (list: Branch[]): string =>
      list
        .map(({ turns, isDeleted, ways }) => {
          const line = `${turns.map(({ id }) => id).join(' ')}${isDeleted ? ' gone' : ''}`
          return ways.length > 0 ? `${line} (${tree(ways)})` : line
        })
        .join(', ')
    const gone: HostEvent = { type: 'branch.deleted', conversation, turn: 't2', actor }
    const after = { ...started('t5'), parent: 't3' } as HostEvent
    const all = [
      started('t1'),
      started('t2'),
      other,
      started('t4'),
      after,
      { ...started('t6'), parent: 't2' } as HostEvent,
    ]
    expect(tree(branchesOf(folded(recorded(all)).turns))).toBe('t1 (t2 t6, t3 (t4, t5))')
    expect(tree(branchesOf(folded(recorded([...all, gone])).turns))).toBe('t1 (t2 gone, t3 (t4, t5))')
  })

  test('[BRN-1] takes a changed turn over in the branch in use', async () => {
    const { source, transcript } = await opened([created, started('t1'), started('t2'), other])
    expect(transcript.turns.at(-1)?.messages).toEqual([])
    source.send(recorded([requested('t3'), finished('t3')], 5))
    expect(transcript.turns.at(-1)?.messages[0]?.state).toBe('complete')
    expect(transcript.turns.at(-1)).toBe(transcript.turn('t3'))
  })
})
