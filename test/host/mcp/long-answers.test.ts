import { performance } from 'node:perf_hooks'
import { afterAll, expect, test } from 'vitest'
import { readCompletion } from '../../../main/host/mcp/results/completion-values.ts'
import type { Wanted } from '../../../main/host/mcp/results/digest.ts'
import { walkList } from '../../../main/host/mcp/catalogue/list-walk.ts'
import { messagesIn } from '../../../main/host/mcp/results/prompt-messages.ts'
import { promptList } from '../../../main/host/mcp/catalogue/prompt-list.ts'
import type { Answer } from '../../../main/host/mcp/protocol/types.ts'
import { contentsIn, handleOf } from '../../../main/host/mcp/results/resource-contents.ts'
import { resourceList } from '../../../main/host/mcp/catalogue/resource-list.ts'
import { toolList } from '../../../main/host/mcp/catalogue/tool-list.ts'
import { Redaction } from '../../../main/host/secrets/redaction.ts'
import { LongLines } from '../../../main/host/mcp/wire/long-lines.ts'
import { isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { MemorySecrets } from '../../support/memory-secrets.ts'

const secret = 'hunter2-hunter2'
const redaction = new Redaction()
const longLines = new LongLines()
afterAll(() => longLines.close())
await redaction.remember(new MemorySecrets()).set('door', secret)

const words = 'some words of one of very many here, and the word hunter2-hunter2 '
const uri = 'x://long'

const lineOf = (result: JsonObject): Buffer => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))

/** Read in the thread as what it is wanted for; whole without that, and cleaned here. */
async function answer(line: Buffer, wanted?: Wanted): Promise<Answer> {
  const frame = await longLines.read(Buffer.from(line), () => wanted, redaction)
  if (!frame || !('message' in frame)) throw new Error('It could not be read')
  const { result } = redaction.message(frame.message)
  expect(frame.digest === undefined).toBe(wanted === undefined || wanted.method === 'completion/complete')
  return { result: isObject(result) ? result : {}, digest: frame.digest }
}

const tool = (n: number): JsonObject => ({
  name: `tool_${n}`,
  description: words.repeat(60),
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`p${at}`, { type: 'string', description: words }]),
    ),
  },
})
const oddTools: JsonObject['x'] = [
  null,
  { name: 'no schema' },
  { inputSchema: {} },
  { name: 'large', inputSchema: { x: 'y'.repeat(300_000) } },
  { ...tool(1) },
]

const kinds = {
  'tools/list': {
    result: { tools: [...Array.from({ length: 420 }, (_, n) => tool(n)), ...oddTools], nextCursor: null, ttlMs: 5 },
    read: (it: Answer) => walkList(async () => ({ status: 'answered', value: it }), toolList(false)),
  },
  'prompts/list': {
    result: {
      prompts: Array.from({ length: 400 }, (_, n) => ({ name: `p${n}`, description: words.repeat(50) })),
    },
    read: (it: Answer) => walkList(async () => ({ status: 'answered', value: it }), promptList),
  },
  'resources/list': {
    result: {
      resources: [
        ...Array.from({ length: 12_000 }, (_, n) => ({
          uri: `x://${n}`,
          name: `n${n}`,
          description: words.repeat(3),
          _meta: { n },
        })),
        { name: 'no address' },
        7,
      ],
    },
    read: (it: Answer) => walkList(async () => ({ status: 'answered', value: it }), resourceList),
  },
  'resources/read': {
    result: { contents: [{ uri, text: words.repeat(140_000) }, { blob: '?' }, { blob: 'aGk=' }] },
    read: async (it: Answer) => {
      const read = contentsIn(it, uri)
      return { ...read, handle: handleOf('s', uri, read) }
    },
  },
  'prompts/get': {
    result: {
      description: words,
      messages: [{ role: 'user', content: { type: 'text', text: words.repeat(30_000) } }, { role: 'nobody' }],
    },
    read: async (it: Answer) => ({ ...messagesIn(it), description: it.result['description'] }),
  },
  'completion/complete': {
    result: {
      completion: {
        values: [...Array(30_000).fill(words), ...Array.from({ length: 500 }, (_, n) => `v${n}`)],
        total: 9,
      },
    },
    read: async (it: Answer) => readCompletion(it.result),
  },
} satisfies Record<string, { result: JsonObject; read: (it: Answer) => Promise<unknown> }>

test.each(Object.entries(kinds))('[RES-10] a long answer to %s reads the same', async (method, { result, read }) => {
  const line = lineOf(result)
  expect(line.length).toBeGreaterThan(1024 * 1024)
  const there = await read(await answer(line, { method, uri }))
  expect(there).toEqual(await read(await answer(line)))
  expect(JSON.stringify(there)).not.toContain(secret)
})

test('[RES-10] a list that is cut because it holds too much is read there too', async () => {
  const deep = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`)
  const tools = [{ name: 'deep', inputSchema: { deep } }, ...Array.from({ length: 300 }, (_, n) => tool(n))]
  const frame = await longLines.read(lineOf({ tools }), () => ({ method: 'tools/list' }))
  if (!frame || !('violation' in frame)) throw new Error('It is not refused')
  const { violation, remains, digest } = frame
  expect([violation, remains]).toEqual(['nested-too-deeply', { jsonrpc: '2.0', id: 1, result: { tools: [] } }])
  const value = { result: { tools: [] }, digest }
  const { items, malformed } = await walkList(async () => ({ status: 'answered', value }), toolList(false))
  expect(items.size).toBe(300)
  expect(malformed.map(({ name }) => name)).toEqual(['deep'])
})

/** Milliseconds of the longest time in which nothing else had its turn. */
async function stall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  let goesOn = true
  const beat = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (goesOn) setImmediate(beat)
  }
  setImmediate(beat)
  await work()
  goesOn = false
  return Math.max(longest, performance.now() - last)
}

test.each(['tools/list', 'resources/list', 'resources/read'] as const)(
  '[RES-10] the host’s thread is held up for a fraction of the time by %s',
  async (method) => {
    const { result, read } = kinds[method]
    const line = lineOf(result)
    const there = () => stall(async () => read(await answer(line, { method, uri })))
    const here = () => stall(async () => read(await answer(line)))
    await there()
    await here()
    const times = { here: [await here(), await here()], there: [await there(), await there()] }
    const megabytes = (line.length / 1e6).toFixed(1)
    process.stdout.write(`${method}, ${megabytes} MB: longest stall ${JSON.stringify(times)} ms\n`)
    expect(Math.min(...times.there) * 2).toBeLessThan(Math.min(...times.here))
  },
)
