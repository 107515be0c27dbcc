import { afterAll, describe, expect, test, vi } from 'vitest'
import { lineLimits, longLine, readLine, type Remains } from '../../../../main/host/mcp/wire/frame.ts'
import { Framer } from '../../../../main/host/mcp/wire/framing.ts'
import type { RequestId } from '../../../../main/host/mcp/wire/request-ids.ts'
import { cutMember } from '../../../../main/host/mcp/results/list-items.ts'
import { prescan } from '../../../../main/host/mcp/wire/prescan.ts'
import { StreamPace } from '../../../../main/host/mcp/wire/stream-pace.ts'
import type { Violation } from '../../../../main/host/mcp/wire/violation.ts'
import { LongLines } from '../../../../main/host/mcp/wire/long-lines.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { anyCharacter, fc } from '../../../support/deep.ts'

const longLines = new LongLines()
afterAll(() => longLines.close())

/** Everything is wanted whole. */
const nothing = () => undefined

async function frame(chunks: Iterable<Buffer>) {
  const seen = { messages: [] as JsonObject[], violations: [] as [Violation, RequestId?][], overflows: 0 }
  const sink = {
    message: (message: JsonObject) => void seen.messages.push(message),
    violation: (kind: Violation, { id }: Remains = {}) =>
      void seen.violations.push(id === undefined ? [kind] : [kind, id]),
    overflow: () => void seen.overflows++,
    wanted: nothing,
  }
  const framer = new Framer(sink, longLines.read)
  for (const chunk of chunks) {
    const reading = framer.push(chunk)
    if (reading) await reading
  }
  framer.end()
  return seen
}

const line = (text: string) => readLine(Buffer.from(text))
const answer = (result: string, id: string | number = 7) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

test('[FRM-7] lets other work run while reading a chunk of many messages, and keeps their order', async () => {
  const seen: unknown[] = []
  let now = 0
  const busy = (message: JsonObject): void => {
    now++
    seen.push(message['method'])
  }
  const sink = { message: busy, violation: () => undefined, overflow: () => undefined, wanted: nothing }
  const sent = Array.from({ length: 60 }, (_, at) => `m${at}`)
  const turns: number[] = []
  const leave = async (): Promise<void> => void turns.push(seen.length)
  const reading = new Framer(sink, longLines.read, new StreamPace({ now: () => now, leave })).push(
    Buffer.from(sent.map((method) => `${JSON.stringify({ jsonrpc: '2.0', method })}\n`).join('')),
  )
  expect(seen.length).toBe(3)
  await reading
  expect(turns).toEqual(Array.from({ length: 19 }, (_, turn) => 3 * (turn + 1)))
  expect(seen).toEqual(sent)
})

test.each(['\n', '\r\n', ' \n', 'x\n', '[]\n', '{}\n'])(
  '[FRM-8] ends the reading for a flood of %j, at the latest after 50,000 lines',
  async (empty) => {
    let [ended, counted] = [0, 0]
    const sink = {
      message: () => undefined,
      violation: (kind: Violation) => void (counted += kind === 'flood' ? 1 : 0),
      overflow: (how: string) => void (ended += how === 'flood' ? 1 : 0),
      wanted: nothing,
    }
    const framer = new Framer(sink, longLines.read, new StreamPace({ now: () => 0 }))
    const chunk = Buffer.from(empty.repeat(1000))
    for (let chunks = 0; chunks < 50; chunks++) await framer.push(chunk)
    expect([ended, counted]).toEqual([0, 0])
    for (let chunks = 0; chunks < 10; chunks++) await framer.push(chunk)
    expect([ended, counted]).toEqual([1, 1])
  },
)

describe('the line reader', () => {
  test('[FRM-1] reads messages with any text, any line end and any cutting of the bytes', async () => {
    const messages = fc.array(
      fc.record({
        text: fc.string({ unit: anyCharacter }).filter((it) => it.isWellFormed()),
        end: fc.constantFrom('\n', '\r\n', '\n \n', '\n\n'),
      }),
    )
    await fc.assert(
      fc.asyncProperty(messages, fc.array(fc.nat({ max: 40 }), { minLength: 1 }), async (lines, sizes) => {
        const sent = lines.map(({ text }) => ({ jsonrpc: '2.0', method: text }))
        const bytes = Buffer.from(lines.map(({ end }, i) => JSON.stringify(sent[i]) + end).join(''))
        const chunks: Buffer[] = []
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = 1 + (sizes[i % sizes.length] ?? 0)
          chunks.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(await frame(chunks)).toEqual({ messages: sent, violations: [], overflows: 0 })
      }),
    )
  })

  test('[FRM-1] counts lines that aren’t messages by kind, and reads the next line', async () => {
    const noise = [
      'Server starting',
      '42',
      '"text"',
      'null',
      '[]',
      '[{"jsonrpc":"2.0","id":1,"result":{}}]',
      '{"id":1,"result":{}}',
    ]
    const { messages, violations } = await frame([
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

  test('[FRM-1] turns bytes that aren’t UTF-8 into U+FFFD', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","method":"'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('"}\n'),
    ])
    expect((await frame([bytes])).messages).toEqual([{ jsonrpc: '2.0', method: '\uFFFD\uFFFD' }])
  })

  test('[FRM-1] never parses half a line at the end', async () => {
    const { messages, violations } = await frame([Buffer.from('{"jsonrpc":"2.0","method":"a"}')])
    expect(messages).toEqual([])
    expect(violations).toEqual([['half-a-line']])
  })

  test('[FRM-1] changes no prototype for members called __proto__', () => {
    const read = line(
      '{"jsonrpc":"2.0","method":"a","__proto__":{"polluted":true},"params":{"__proto__":{"polluted":true}}}',
    )
    expect(read).toHaveProperty('message.method', 'a')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('a line at the limits', () => {
  test('[FRM-2] passes at exactly the size limit, and ends the reading with one byte more', async () => {
    const head = '{"jsonrpc":"2.0","method":"'
    const fill = (size: number) => Buffer.from(`${head}${'x'.repeat(size - head.length - 2)}"}\n`)
    const fits = await frame([fill(lineLimits.bytes)])
    expect([fits.messages.length, fits.overflows]).toEqual([1, 0])
    const passes = await frame([fill(lineLimits.bytes + 1), fill(100)])
    expect([passes.messages.length, passes.overflows, passes.violations]).toEqual([0, 1, [['line-too-long']]])
  })

  test('[FRM-2] is kept in linear time and memory without a newline, one byte at a time or in blocks', async () => {
    const one = Buffer.from('x')
    const copied = vi.spyOn(Buffer.prototype, 'copy')
    const overflow = async (single: number): Promise<number> => {
      copied.mockClear()
      const { violations } = await frame(
        (function* () {
          for (let i = 0; i < single; i++) yield one
          for (let i = 0; i < 40; i++) yield Buffer.alloc(1 << 20, 'x')
        })(),
      )
      expect(violations).toEqual([['line-too-long']])
      return copied.mock.results.reduce((sum, { value }) => sum + Number(value), 0)
    }
    // No byte is copied twice, however many pieces came before it.
    for (const single of [1000, 20_000]) expect(await overflow(single)).toBeLessThanOrEqual(lineLimits.bytes)
    copied.mockRestore()
  })

  test('[FRM-2] has its depth and values counted before parsing, and its id is known if it is dropped', () => {
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
    for (const id of ['"a\u0001b"', '007', '1.5', `"${'x'.repeat(150)}\u0000"`])
      expect(line(`{"jsonrpc":"2.0","id":${id},"result":{bad}}`)).toEqual({ violation: 'not-json' })
  })

  test('[FRM-2] can contain any brackets, commas and ids in text', () => {
    const text = JSON.stringify('[[{{,,"id":5,\\"[' + '['.repeat(100))
    expect(line(answer(`{"id":1,"text":${text}}`))).toHaveProperty('message.id', 7)
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        const { depth, nodes } = prescan(Buffer.from(json))
        const real = measure(JSON.parse(json))
        expect(depth).toBe(real.depth)
        expect(nodes).toBeGreaterThanOrEqual(real.nodes)
        expect(nodes).toBeLessThanOrEqual(2 * real.nodes)
      }),
    )
  })
})

describe('a long line', () => {
  const long = (id: number, more = '') => answer(`{"text":"${'x'.repeat(longLine)}"${more}}`, id)
  const short = (id: number) => answer('{}', id)

  test('[FRM-5] keeps its place among short lines, which wait for it', async () => {
    const lines = [short(1), long(2), short(3), long(4), long(5), short(6)]
    const bytes = Buffer.from(lines.map((it) => `${it}\n`).join(''))
    const { messages, violations } = await frame([bytes.subarray(0, 100), bytes.subarray(100)])
    expect(messages.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
    expect(violations).toEqual([])
  })

  test('[FRM-5] gives the same message as if it were read in the host’s thread', async () => {
    const odd = ',"__proto__":{"polluted":true},"n":[-0,1e999,9007199254740993,"\\ud800"],"":null'
    const text = Buffer.from(long(7, odd))
    expect(await longLines.read(Buffer.from(text), nothing)).toEqual(readLine(text))
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('[FRM-5] has the same limits as any line', async () => {
    const lines = [long(1, `,"deep":${'['.repeat(70)}${']'.repeat(70)}`), long(2, ',bad'), short(3)]
    const { messages, violations } = await frame([Buffer.from(lines.map((it) => `${it}\n`).join(''))])
    expect(violations).toEqual([
      ['nested-too-deeply', 1],
      ['not-json', 2],
    ])
    expect(messages).toHaveLength(1)
  })

  test('[FRM-5] gets an answer if it is being read when everything ends', async () => {
    const ending = new LongLines()
    const reading = ending.read(Buffer.from(long(1)), nothing)
    await ending.close()
    expect([await reading, await ending.read(Buffer.from(long(2)), nothing)]).toContainEqual({ violation: 'not-json' })
  })
})

describe('a list in a dropped answer', () => {
  const list = (...items: string[]) => line(answer(`{"tools":[${items.join()}],"nextCursor":"x"}`))
  const remains = (...items: string[]) => {
    const read = list(...items)
    return read && 'remains' in read ? read.remains?.['result'] : read
  }
  const deep = '['.repeat(80) + ']'.repeat(80)
  const many = `[${'1,'.repeat(200_000)}1]`

  test('[FRM-6] keeps its other items and the bad one’s name if it is dropped for one bad item', () => {
    const good = '{"name":"good","inputSchema":{"type":"object","x":[{"name":"inner"}]}}'
    const bad = (name: string, what: string) => `{"inputSchema":{"name":"x","y":${what}},"name" : ${name}}`
    expect(remains(good, bad('"deep \\" one"', deep), bad('"large"', many), '"text"', bad('7', deep))).toEqual({
      tools: [
        JSON.parse(good),
        { name: 'deep " one', [cutMember]: true },
        { name: 'large', [cutMember]: true },
        'text',
        { name: '(no name)', [cutMember]: true },
      ],
      nextCursor: 'x',
    })
    expect(list(good, bad('"deep"', deep))).toMatchObject({ violation: 'nested-too-deeply', id: 7 })
  })

  test('[FRM-6] is lost if the excess is outside its items', () => {
    expect(list(deep)).toEqual({ violation: 'nested-too-deeply', id: 7 })
    expect(line(answer(`{"tools":[{"name":"a"}],"_meta":${deep}}`))).toEqual({ violation: 'nested-too-deeply', id: 7 })
    expect(line(answer(`{"tools":{"x":{"name":"a","y":${deep}}}}`))).toEqual({ violation: 'nested-too-deeply', id: 7 })
    expect(list(...Array.from({ length: 100 }, () => `{"x":[${'1,'.repeat(3000)}1]}`))).toEqual({
      violation: 'too-many-values',
      id: 7,
    })
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
