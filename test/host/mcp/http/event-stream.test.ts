import { expect, test } from 'vitest'
import { EventStream, placeholder } from '../../../../main/host/mcp/http/event-stream.ts'

/** What comes out of a stream: messages, and what the library is left to read. */
async function read(chunks: (string | Buffer)[]) {
  const messages: string[] = []
  const stream = new EventStream({
    message: async (data) => {
      messages.push(data.toString('utf8'))
      return data.includes('result')
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
])('[HTP-16] events end with %s, and are the same wherever they are cut', async (_name, end) => {
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
])('[HTP-9] "retry: %s" means a wait between %i and %i ms', async (given, least, most) => {
  const [, wait] = /^retry: (\d+)$/m.exec((await read([`retry: ${given}\ndata:\n\n`])).rest) ?? []
  expect(Number(wait)).toBeGreaterThanOrEqual(least)
  expect(Number(wait)).toBeLessThanOrEqual(most)
})

test('[HTP-15] ids of any length or kind are not kept', async () => {
  expect((await read([`id: ${'x'.repeat(5000)}\nid: a b\nretry: 1e9\ndata:\n\n`])).rest).toBe('')
})

test('[HTP-15] an event without end is cut off at its limit, and costs no more memory than that', async () => {
  const stream = new EventStream({ message: async () => false })
  const chunk = Buffer.alloc(1024 * 1024, 0x78)
  const push = async () => {
    for (let megabytes = 0; megabytes < 40; megabytes++) await stream.push(chunk)
  }
  await expect(push()).rejects.toThrow('It sent more than 32 MB in one answer and was cut off')
})
