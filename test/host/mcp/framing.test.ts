import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Framer, lineLimits, readLine, type RequestId } from '../../../main/host/mcp/framing.ts'
import { survey } from '../../../main/host/mcp/survey.ts'
import type { Violation } from '../../../main/host/mcp/misconduct.ts'
import type { JsonObject } from '../../../shared/json.ts'

function frame(chunks: Iterable<Buffer>) {
  const seen = { messages: [] as JsonObject[], violations: [] as [Violation, RequestId?][], overflows: 0 }
  const framer = new Framer({
    message: (message) => seen.messages.push(message),
    violation: (kind, id) => seen.violations.push(id === undefined ? [kind] : [kind, id]),
    overflow: () => seen.overflows++,
  })
  for (const chunk of chunks) framer.push(chunk)
  framer.end()
  return seen
}

const line = (text: string) => readLine(Buffer.from(text))
const answer = (result: string, id: string | number = 7) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

describe('lines', () => {
  test('[FRM-1] messages survive any cutting of the bytes, any line end and any text', () => {
    const messages = fc.array(
      fc.record({
        text: fc.string({ unit: 'binary' }).filter((it) => it.isWellFormed()),
        end: fc.constantFrom('\n', '\r\n', '\n \n', '\n\n'),
      }),
    )
    fc.assert(
      fc.property(messages, fc.array(fc.nat({ max: 40 }), { minLength: 1 }), (lines, sizes) => {
        const sent = lines.map(({ text }) => ({ jsonrpc: '2.0', method: text }))
        const bytes = Buffer.from(lines.map(({ end }, i) => JSON.stringify(sent[i]) + end).join(''))
        const chunks: Buffer[] = []
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = 1 + (sizes[i % sizes.length] ?? 0)
          chunks.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(frame(chunks)).toEqual({ messages: sent, violations: [], overflows: 0 })
      }),
    )
  })

  test('[FRM-1] what is not a message is counted by kind, and the next line is read', () => {
    const noise = [
      'Server starting',
      '42',
      '"text"',
      'null',
      '[]',
      '[{"jsonrpc":"2.0","id":1,"result":{}}]',
      '{"id":1,"result":{}}',
    ]
    const { messages, violations } = frame([
      Buffer.from([...noise, '\uFEFF', '', '\uFEFF{"jsonrpc":"2.0","method":"a"}'].join('\n') + '\n'),
    ])
    expect(violations.map(([kind]) => kind)).toEqual([
      'not-json',
      'not-a-message',
      'not-a-message',
      'not-a-message',
      'batch',
      'batch',
      'not-a-message',
    ])
    expect(messages).toEqual([{ jsonrpc: '2.0', method: 'a' }])
  })

  test('[FRM-1] bytes that are not UTF-8 become U+FFFD', () => {
    const bytes = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","method":"'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('"}\n'),
    ])
    expect(frame([bytes]).messages).toEqual([{ jsonrpc: '2.0', method: '\uFFFD\uFFFD' }])
  })

  test('[FRM-1] half a line at the end is never parsed', () => {
    const { messages, violations } = frame([Buffer.from('{"jsonrpc":"2.0","method":"a"}')])
    expect(messages).toEqual([])
    expect(violations).toEqual([['half-a-line']])
  })

  test('[FRM-1] members called __proto__ change no prototype', () => {
    const read = line(
      '{"jsonrpc":"2.0","method":"a","__proto__":{"polluted":true},"params":{"__proto__":{"polluted":true}}}',
    )
    expect(read).toHaveProperty('message.method', 'a')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('limits', () => {
  test('[FRM-2] a line of exactly the limit passes and one byte more ends the reading', () => {
    const head = '{"jsonrpc":"2.0","method":"'
    const fill = (size: number) => Buffer.from(`${head}${'x'.repeat(size - head.length - 2)}"}\n`)
    const fits = frame([fill(lineLimits.bytes)])
    expect([fits.messages.length, fits.overflows]).toEqual([1, 0])
    const passes = frame([fill(lineLimits.bytes + 1), fill(100)])
    expect([passes.messages.length, passes.overflows, passes.violations]).toEqual([0, 1, [['line-too-long']]])
  })

  test('[FRM-2] bytes without a newline are kept in linear time and memory, one at a time or in blocks', () => {
    const one = Buffer.from('x')
    const overflow = (single: number): number => {
      const started = performance.now()
      const { violations } = frame(
        (function* () {
          for (let i = 0; i < single; i++) yield one
          for (let i = 0; i < 40; i++) yield Buffer.alloc(1 << 20, 'x')
        })(),
      )
      expect(violations).toEqual([['line-too-long']])
      return performance.now() - started
    }
    // Eight times the bytes; in quadratic time it would be sixty-four times as long. The best of three, because others run too.
    const best = (single: number): number => Math.min(overflow(single), overflow(single), overflow(single))
    expect(best(800_000)).toBeLessThan(24 * best(100_000))
  })

  test('[FRM-2] depth and number of values are counted before parsing, and the id of the dropped answer is known', () => {
    const deep = (depth: number) => answer('['.repeat(depth) + ']'.repeat(depth))
    expect(line(deep(63))).toHaveProperty('message')
    expect(line(deep(64))).toEqual({ violation: 'nested-too-deeply', id: 7 })
    expect(line(deep(200_000))).toEqual({ violation: 'nested-too-deeply', id: 7 })
    expect(line(answer('{"a":'.repeat(100) + '1' + '}'.repeat(100), 'x'))).toEqual({
      violation: 'nested-too-deeply',
      id: 'x',
    })
    expect(line(answer(`[${'1,'.repeat(199_990)}1]`))).toHaveProperty('message')
    expect(line(answer(`[${'1,'.repeat(200_000)}1]`))).toEqual({ violation: 'too-many-values', id: 7 })
    expect(line('{"jsonrpc":"2.0","id":3,"result":{bad}}')).toEqual({ violation: 'not-json', id: 3 })
  })

  test('[FRM-2] brackets, commas and ids within texts do not count', () => {
    const text = JSON.stringify('[[{{,,"id":5,\\"[' + '['.repeat(100))
    expect(line(answer(`{"id":1,"text":${text}}`))).toHaveProperty('message.id', 7)
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        const { depth, nodes } = survey(Buffer.from(json))
        const real = measure(JSON.parse(json))
        expect(depth).toBe(real.depth)
        expect(nodes).toBeGreaterThanOrEqual(real.nodes)
        expect(nodes).toBeLessThanOrEqual(2 * real.nodes)
      }),
    )
  })
})

function measure(value: unknown): { depth: number; nodes: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, nodes: 1 }
  const inner = Object.values(value).map(measure)
  return {
    depth: 1 + Math.max(0, ...inner.map((it) => it.depth)),
    nodes: 1 + inner.reduce((sum, it) => sum + it.nodes, 0),
  }
}
