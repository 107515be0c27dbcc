import { afterAll, expect, test } from 'vitest'
import type { RequestKind, ServerResult } from '../../../../main/host/mcp/results/digest.ts'
import { walkList } from '../../../../main/host/mcp/catalogue/list-walk.ts'
import { toolList } from '../../../../main/host/mcp/catalogue/tool-list.ts'
import { Redaction } from '../../../../main/host/secrets/redaction.ts'
import { LongLines } from '../../../../main/host/mcp/wire/long-lines.ts'
import { isObject } from '../../../../shared/schema/json.ts'
import { MemorySecrets } from '../../../support/memory-secrets.ts'
import { type Handed, handedOver, type Size, sizeOf } from '../../../support/handed-over.ts'
import { kinds, lineOf, tool, uri } from '../../../support/long/answers.ts'

const secret = 'hunter2-hunter2'
const redaction = new Redaction()
const longLines = new LongLines()
afterAll(() => longLines.close())
await redaction.remember(new MemorySecrets()).set('door', secret)

/** Read in the thread by its request's kind; without one whole, and redacted here. */
async function answer(line: Buffer, wanted?: RequestKind): Promise<ServerResult> {
  const frame = await longLines.read(Buffer.from(line), () => wanted, redaction)
  if (!frame || !('message' in frame)) throw new Error('It could not be read')
  const { result } = redaction.message(frame.message)
  expect(frame.digest === undefined).toBe(wanted === undefined || wanted.method === 'completion/complete')
  return { result: isObject(result) ? result : {}, ...frame.digest }
}

test.each(Object.entries(kinds))(
  '[RES-10] reads a long answer to %s the same in the other thread',
  async (method, { result, read }) => {
    const line = lineOf(result)
    expect(line.length).toBeGreaterThan(1024 * 1024)
    const there = await read(await answer(line, { method, uri }))
    expect(there).toEqual(await read(await answer(line)))
    expect(JSON.stringify(there)).not.toContain(secret)
  },
)

test('[RES-10] reads a list in the other thread even if it is cut because it has too much', async () => {
  const deep = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`)
  const tools = [{ name: 'deep', inputSchema: { deep } }, ...Array.from({ length: 300 }, (_, n) => tool(n))]
  const frame = await longLines.read(lineOf({ tools }), () => ({ method: 'tools/list' }))
  if (!frame || !('violation' in frame)) throw new Error('It is not refused')
  const { violation, remains, digest } = frame
  expect([violation, remains]).toEqual(['nested-too-deeply', { jsonrpc: '2.0', id: 1, result: { tools: [] } }])
  const value = { result: { tools: [] }, ...digest }
  const { items, malformed } = await walkList(async () => ({ status: 'answered', value }), toolList(false))
  expect(items.size).toBe(300)
  expect(malformed.map(({ name }) => name)).toEqual(['deep'])
})

const most = ({ messages }: Handed, what: keyof Size): number => Math.max(...messages.map((it) => it[what]))

test.each(['tools/list', 'resources/list', 'prompts/list', 'resources/read', 'prompts/get'] as const)(
  '[RES-10] reads no long answer to %s in the host’s thread, and hands over lists in parts',
  async (method) => {
    const { result } = kinds[method]
    const line = lineOf(result)
    const read = (wanted?: RequestKind) =>
      handedOver(async () => {
        const frame = await longLines.read(Buffer.from(line), () => wanted, redaction)
        if (!frame || !('message' in frame)) throw new Error('It could not be read')
        const { result: rest } = frame.message
        if (wanted) await kinds[method].read({ result: isObject(rest) ? rest : {}, ...frame.digest })
      })
    const there = await read({ method, uri })
    const whole = sizeOf(result)
    expect([there.parsed, there.cleaned]).toEqual([0, 0])
    if (method.endsWith('/list')) {
      expect(most(there, 'values') * 5).toBeLessThan(whole.values)
      expect(most(there, 'characters') * 5).toBeLessThan(whole.characters)
    } else expect(most(there, 'values')).toBeLessThan(30)
    // A message not known to be an answer comes in one piece.
    expect(most(await read(), 'values')).toBeGreaterThanOrEqual(whole.values)
  },
)
