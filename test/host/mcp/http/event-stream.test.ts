import { describe, expect, test } from 'vitest'
import { EventStream, placeholder } from '../../../../main/host/mcp/http/event-stream.ts'
import { StreamPace } from '../../../../main/host/mcp/wire/stream-pace.ts'

/** A stream's output: messages, and what the library gets to read. */
async function read(chunks: (string | Buffer)[]) {
  const messages: string[] = []
  const stream = new EventStream({
    message: async (data) => {
      messages.push(data.toString('utf8'))
      return { isAnswer: data.includes('result'), isMessage: true }
    },
  })
  let rest = ''
  for (const chunk of chunks) rest += await stream.push(Buffer.from(chunk))
  return { messages, rest }
}

const text =
  ': hello\nid: 1\ndata: {"a":\ndata:"é😀"}\n\nevent: other\ndata: no\n\nid: 2\ndata:\n\ndata: {"result":1}\n\ndata: half'

test.each([
  ['\\n', '\n'],
  ['\\r\\n', '\r\n'],
  ['\\r', '\r'],
])('[HTP-16] splits events at %s and reads the same ones wherever the bytes are cut', async (_name, end) => {
  const bytes = Buffer.from(text.replaceAll('\n', end))
  const whole = await read([bytes])
  expect(whole.messages).toEqual(['{"a":\n"é😀"}', '{"result":1}'])
  expect(whole.rest).toBe(`id: 1\ndata:\n\nid: 2\ndata:\n\ndata: ${placeholder}\n\n`)
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole)
  expect(await read([...bytes].map((byte) => Buffer.from([byte])))).toEqual(whole)
})

test.each([
  ['0', 1000, 1200],
  ['5000', 5000, 6000],
  ['1000000000000', 60_000, 72_000],
])('[HTP-9] turns "retry: %s" into a wait between %i and %i ms', async (given, least, most) => {
  const [, wait] = /^retry: (\d+)$/m.exec((await read([`retry: ${given}\ndata:\n\n`])).rest) ?? []
  expect(Number(wait)).toBeGreaterThanOrEqual(least)
  expect(Number(wait)).toBeLessThanOrEqual(most)
})

test('[HTP-15] discards overlong and malformed ids', async () => {
  expect((await read([`id: ${'x'.repeat(5000)}\nid: a b\nretry: 1e9\ndata:\n\n`])).rest).toBe('')
})

const megabyte = 1024 * 1024
const piece = 64 * 1024

/** Repeats pieces of `line` until the stream is cut off, with a stopped clock. */
async function flood(line: string, most = 64 * megabyte) {
  let leaves = 0
  const pace = new StreamPace({ now: () => 0, leave: async () => void leaves++ })
  const stream = new EventStream({ message: async () => ({ isAnswer: false, isMessage: false }) }, pace)
  const chunk = Buffer.from(line.repeat(Math.ceil(piece / line.length)))
  let held = 0
  for (let taken = chunk.length; taken <= most; taken += chunk.length) {
    const end = await stream.push(chunk).then(
      () => undefined,
      (error: Error) => error.message,
    )
    held = Math.max(held, stream.held)
    if (end !== undefined) return { end, lines: Math.ceil(taken / line.length), taken, leaves, held }
  }
  return { end: 'never', lines: Infinity, taken: most, leaves, held }
}

describe('a flood of lines', () => {
  test.each([
    '\n',
    '\r',
    '\r\n',
    '\n\r\r\n',
    ':\n',
    ':\r',
    'data\n',
    'data:\r',
    'data: \r\n',
    'data\n\n',
    'data:\n\ndata\r\r',
    'data: x\n\n',
    'id: 1\n',
    'id: 1\ndata:\n\n',
    'retry: 1\n',
    'event: x\n',
    'event: x\ndata: x\n\n',
    'event: endpoint\ndata: /x\n\n',
    'x\n',
  ])('[HTP-25] is cut off after at most 50,000 lines of %j, in little memory and many turns', async (line) => {
    const { end, lines, taken, leaves, held } = await flood(line)
    expect(end).toBe('The server sent a flood of lines without a message and was cut off: tell its operator.')
    expect(lines).toBeLessThanOrEqual(50_000 + Math.ceil((2 * piece) / line.length))
    expect(leaves).toBeGreaterThanOrEqual(Math.floor(taken / (2 * piece)))
    expect(held).toBeLessThan(2 * megabyte)
  })

  test('[HTP-25] is cut off sooner if it is long comments, because their bytes count', async () => {
    const { end, lines, held } = await flood(`:${'x'.repeat(4095)}\n`)
    expect(end).toContain('The server sent a flood')
    expect(lines).toBeLessThanOrEqual(10_000 + 32)
    expect(held).toBeLessThan(megabyte)
  })

  test('[HTP-25] costs more than its bytes if it is short lines in one event, but uses no more memory', async () => {
    const { end, lines, held } = await flood('data: x\n')
    expect(end).toContain('The server sent more than 32 MB in one response')
    expect(lines).toBeLessThanOrEqual((33 * megabyte) / 64 + piece)
    expect(held).toBeLessThan(4 * megabyte)
  })

  test.each(['data: x', 'x', ':x', ' '])(
    '[HTP-25] stays within the memory limit if it is %j without a line end',
    async (line) => {
      const { end, taken, held } = await flood(line)
      expect(end).toContain('The server sent more than 32 MB in one response')
      expect(taken).toBeLessThan(34 * megabyte)
      expect(held).toBeLessThan(line === 'data: x' ? 34 * megabyte : megabyte)
    },
  )

  test('[HTP-25] doesn’t include comments that keep a stream open, or fast messages', async () => {
    let ms = 0
    const pace = new StreamPace({ now: () => ms })
    const stream = new EventStream({ message: async () => ({ isAnswer: false, isMessage: true }) }, pace)
    const hour = Buffer.from(': still here\n\n'.repeat(3600))
    for (let hours = 0; hours < 48; hours++, ms += 3_600_000) await stream.push(hour)
    const messages = Buffer.from('data: {"a":\ndata: 1}\n\n'.repeat(5000))
    for (let n = 0; n < 20; n++) expect(await stream.push(messages)).toBe('')
  })
})

test('[HTP-25] reads a chunk with many lines in turns of a few milliseconds', async () => {
  let [ms, looks, longest, leaves] = [0, 0, 0, 0]
  const pace = new StreamPace({
    now: () => {
      longest = Math.max(longest, ++looks)
      return ms++
    },
    leave: async () => void ([looks, leaves] = [0, leaves + 1]),
  })
  const stream = new EventStream({ message: async () => ({ isAnswer: false, isMessage: true }) }, pace)
  await stream.push(Buffer.from('data: {}\n\n'.repeat(1000)))
  // Each look at the clock takes a millisecond here.
  expect(longest).toBeLessThan(10)
  expect(leaves).toBeGreaterThan(200)
})
