import { expect, test } from 'vitest'
import { messageFrom } from '../../../renderer/chat/thread/message-keys.ts'
import { asQuotation } from '../../../renderer/chat/thread/quote.tsx'
import type { ThreadRow } from '../../../renderer/state/chat/rows.ts'

/** Two turns with a message each, and one that continues the second. */
const rows: ThreadRow[] = [
  { kind: 'person', key: '0', turn: 'one' },
  { kind: 'model', key: '1', turn: 'one', message: 'm' },
  { kind: 'end', key: '2', turn: 'one' },
  { kind: 'person', key: '3', turn: 'two' },
  { kind: 'end', key: '4', turn: 'two' },
  { kind: 'model', key: '5', turn: 'three', message: 'n' },
]
const reading = (first: number, isAtEnd = false) => ({ focused: undefined, first, isAtEnd })
const focused = (at: number) => ({ focused: at, first: 0, isAtEnd: false })

test('[CHAT-31] goes to the message before and after the one in focus', () => {
  expect(messageFrom(rows, focused(3), -1)).toBe('one')
  expect(messageFrom(rows, focused(0), 1)).toBe('two')
  expect(messageFrom(rows, focused(0), -1)).toBeUndefined()
  expect(messageFrom(rows, focused(3), 1)).toBeUndefined()
})

test('[CHAT-31] goes from what is in view, and from the end to the last message', () => {
  expect(messageFrom(rows, reading(1), -1)).toBe('one')
  expect(messageFrom(rows, reading(1), 1)).toBe('two')
  expect(messageFrom(rows, reading(3), -1)).toBe('two')
  expect(messageFrom(rows, reading(0, true), -1)).toBe('two')
})

test('[CHAT-31] quotes each line of a passage', () => {
  expect(asQuotation('  one\n\n\n  two\nthree \n')).toBe('> one\n>\n> two\n> three\n\n')
})
