import { expect, test } from 'vitest'
import { foldConversation } from '../../../shared/state/conversation-fold.ts'
import { ending } from '../../../renderer/chat/call/call-state.ts'
import { beginningOf } from '../../../renderer/chat/call/result-preview.tsx'
import { receiptLine } from '../../../renderer/chat/receipt/receipt.ts'
import { rowOfCall, threadRows } from '../../../renderer/state/chat/rows.ts'
import { emptyConversation } from '../../../shared/state/conversation.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { formatTime } from '../../../renderer/strings/format/time.ts'
import { defaultSettings } from '../../../shared/config/settings.ts'

const of = { conversation: 'c', turn: 't' }
const events: HostEvent[] = [
  { type: 'turn.started', ...of, origin: 'person', actor: 'a' },
  { type: 'call.requested', ...of, call: 'x', server: 's', tool: 'echo', definition: 'h', arguments: { json: {} } },
  { type: 'call.cleared', ...of, call: 'x', by: { person: 'a' } },
  { type: 'call.started', ...of, call: 'x', server: 's', tool: 'echo', era: 'modern', argumentsHash: 'h', leg: 1 },
  { type: 'call.finished', ...of, call: 'x', outcome: { status: 'cancelled', mayHaveRun: true } },
  { type: 'turn.finished', ...of, end: 'cancelled' },
]

/** The turn after this many events. */
function after(count: number) {
  const conversation = emptyConversation('c')
  for (const [index, event] of events.slice(0, count).entries())
    foldConversation(conversation, { seq: index + 1, at: index * 1000, event })
  return conversation.turns
}

test('[MUI-7] shows the row of the user’s own call as soon as the turn begins', () => {
  expect(threadRows(after(1)).map(({ kind }) => kind)).toEqual(['call', 'end'])
  expect(threadRows(after(6)).map(({ kind }) => kind)).toEqual(['call', 'end'])
  expect(rowOfCall(after(3), threadRows(after(3)), 'x')).toBe(0)
  expect(rowOfCall(after(3), threadRows(after(3)), 'y')).toBe(-1)
})

test('[MUI-7] counts the user’s own call in its receipt, without a model', () => {
  const [turn] = after(6)
  expect(turn && receiptLine(turn, defaultSettings.models)).toEqual([formatTime(5000), '1 call'])
})

test('[MUI-7] mentions neither a model nor a question when the user’s own call ends', () => {
  const [turn] = after(6)
  if (!turn?.call) throw new Error('The turn has no call.')
  expect(ending(turn.call)).toBe('Cancellation requested after 1.0 s. It may have finished on the server.')
  expect(ending({ ...turn.call, outcome: { status: 'invalid', problem: 'x' } })).toBe('Nothing was sent.')
  expect(ending({ ...turn.call, outcome: { status: 'stale', problem: 'x' } })).toBe('Nothing was sent.')
})

test.each([
  ['the text', [{ type: 'text', text: ' 7\n' }], '7'],
  ['three lines', [{ type: 'text', text: 'a\nb\nc\nd' }], 'a\nb\nc …'],
  ['three lines of several parts', ['a', 'b', 'c'].map((text) => ({ type: 'text', text })), 'a\nb\nc'],
  ['nothing of other parts', [{ type: 'image', data: '' }], ''],
])('[MUI-10] shows below the user’s own call %s', (_what, content, shown) => {
  expect(beginningOf({ json: { content } })).toBe(shown)
})

test('[MUI-10] shows structured content if there is no text, in at most 300 characters', () => {
  expect(beginningOf({ json: { content: [], structuredContent: { sum: 7 } } })).toBe('{"sum":7}')
  expect(beginningOf({ json: { content: [{ type: 'text', text: 'x'.repeat(999) }] } })).toHaveLength(300)
  expect(beginningOf({ blob: 'h', bytes: 5_000_000, preview: 'x' })).toBe('')
})

test('[RND-8] a changed turn takes over the rows before it, and rows that stay are the same array', () => {
  const [turn] = after(6)
  if (!turn) throw new Error('There is no turn.')
  const turns = Array.from({ length: 50 }, (_, at) => ({ ...turn, id: `turn ${at}`, messages: [...turn.messages] }))
  const before = threadRows(turns)
  expect(threadRows([...turns], before)).toBe(before)
  const more = [...turns.slice(0, 49), { ...turn, id: 'another', messages: [] }, { ...turn, id: 'new', messages: [] }]
  const rows = threadRows(more, before)
  expect(rows).toEqual(threadRows(more))
  expect(rows.slice(0, 98).every((row, at) => row === before[at])).toBe(true)
  expect(threadRows(turns.slice(0, 3), before)).toEqual(before.slice(0, 6))
  expect(threadRows([], before)).toEqual([])
})
