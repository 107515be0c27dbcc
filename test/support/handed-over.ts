import { Worker } from 'node:worker_threads'
import { vi } from 'vitest'
import { Redaction } from '../../main/host/secrets/redaction.ts'

/** This thread's work: the size of each message it receives, and how much of that it parses and cleans itself. */
export type Handed = { messages: Size[]; parsed: number; cleaned: number }

/** A number of values and a number of characters. Transferred bytes count as one value. */
export type Size = { values: number; characters: number }

/**
 * Measures other threads' messages to this one while something runs, and its work on them. Each message arrives in its
 * own turn.
 */
export async function handedOver(work: () => Promise<unknown>): Promise<Handed> {
  const heard = vi.spyOn(Worker.prototype, 'emit')
  const parse = vi.spyOn(JSON, 'parse')
  const cleans = [vi.spyOn(Redaction.prototype, 'json'), vi.spyOn(Redaction.prototype, 'message')]
  try {
    await work()
    return {
      messages: heard.mock.calls.flatMap(([event, it]) => (String(event) === 'message' ? [sizeOf(it)] : [])),
      parsed: parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0),
      cleaned: cleans.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    }
  } finally {
    for (const spy of [heard, parse, ...cleans]) spy.mockRestore()
  }
}

export function sizeOf(value: unknown): Size {
  const size = { values: 0, characters: 0 }
  const walk = (it: unknown): void => {
    size.values++
    if (typeof it === 'string') size.characters += it.length
    else if (it instanceof Map) [...it].flat().forEach(walk)
    else if (typeof it === 'object' && it !== null && !ArrayBuffer.isView(it)) Object.values(it).forEach(walk)
  }
  walk(value)
  return size
}
