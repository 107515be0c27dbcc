import { expect, test } from 'vitest'
import { EventStream, placeholder } from '../../../../main/host/mcp/http/event-stream.ts'

/** What comes out of a stream: messages, and what the library is left to read. */
function read(chunks: (string | Buffer)[]) {
  const messages: string[] = []
  const stream = new EventStream({
    message: (data) => {
      messages.push(data.toString('utf8'))
      return data.includes('result')
    },
  })
  const rest = chunks.map((chunk) => stream.push(Buffer.from(chunk))).join('')
  return { messages, rest }
}

const text =
  ': hello\nid: 1\ndata: {"a":\ndata:"é😀"}\n\nevent: other\ndata: no\n\nid: 2\ndata:\n\ndata: {"result":1}\n\ndata: half'

test.each([
  ['\\n', '\n'],
  ['\\r\\n', '\r\n'],
  ['\\r', '\r'],
])('[HTP-16] events end with %s, and are the same wherever they are cut', (_name, end) => {
  const bytes = Buffer.from(text.replaceAll('\n', end))
  const whole = read([bytes])
  expect(whole.messages).toEqual(['{"a":\n"é😀"}', '{"result":1}'])
  expect(whole.rest).toBe(`id: 1\ndata:\n\nid: 2\ndata:\n\ndata: ${placeholder}\n\n`)
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole)
  expect(read([...bytes].map((byte) => Buffer.from([byte])))).toEqual(whole)
})

test.each([
  ['0', 1000, 1200],
  ['5000', 5000, 6000],
  ['1000000000000', 60_000, 72_000],
])('[HTP-9] "retry: %s" means a wait between %i and %i ms', (given, least, most) => {
  const [, wait] = /^retry: (\d+)$/m.exec(read([`retry: ${given}\ndata:\n\n`]).rest) ?? []
  expect(Number(wait)).toBeGreaterThanOrEqual(least)
  expect(Number(wait)).toBeLessThanOrEqual(most)
})

test('[HTP-15] ids of any length or kind are not kept', () => {
  expect(read([`id: ${'x'.repeat(5000)}\nid: a b\nretry: 1e9\ndata:\n\n`]).rest).toBe('')
})

test('[HTP-15] an event without end is cut off at its limit, and costs no more memory than that', () => {
  const stream = new EventStream({ message: () => false })
  const chunk = Buffer.alloc(1024 * 1024, 0x78)
  const push = () => {
    for (let megabytes = 0; megabytes < 40; megabytes++) stream.push(chunk)
  }
  expect(push).toThrow('It sent more than 32 MB in one answer and was cut off')
})
