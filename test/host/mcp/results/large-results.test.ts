import { afterAll, afterEach, expect, test } from 'vitest'
import { Redaction } from '../../../../main/host/secrets/redaction.ts'
import { sha256 } from '../../../../main/host/base/hash.ts'
import type { StoredResult } from '../../../../main/host/mcp/results/call-result.ts'
import { LongLines } from '../../../../main/host/mcp/wire/long-lines.ts'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { MemorySecrets } from '../../../support/memory-secrets.ts'
import { handedOver, sizeOf } from '../../../support/handed-over.ts'
import { lineOf, rows } from '../../../support/long/answers.ts'
import { Fleet, peer } from '../../../support/fleet.ts'
import { lastIfQuick } from '../../../../tools/quick.mjs'

const secret = 'hunter2-hunter2'
let fleet: Fleet | undefined
afterEach(() => fleet?.close())

async function storedBy(
  tool: string,
  era = 'legacy',
): Promise<{ stored: StoredResult; value: JsonValue; notes: string[] }> {
  const redaction = new Redaction()
  fleet = new Fleet({ redaction })
  await redaction.remember(new MemorySecrets([['door', secret]])).get('door')
  await fleet.ready(peer('every-kind.mjs', { MCP_ERA: era, SECRET: secret }))
  const reply = await fleet.call(tool)
  if (reply.status !== 'answered' || !reply.stored) throw new Error(`It was not stored: ${JSON.stringify(reply)}`)
  const { stored, notes } = reply
  return { stored, notes, value: JSON.parse(Buffer.from(stored.bytes).toString()) as JsonValue }
}

const firstTextOf = (value: JsonValue): string => {
  const content = isObject(value) && Array.isArray(value['content']) ? value['content'] : []
  const [block] = content
  return isObject(block) && typeof block['text'] === 'string' ? block['text'] : ''
}

test.each(lastIfQuick(['legacy', 'modern']))(
  '[RES-1] keeps 11 MB from a %s server to the last character, without secrets',
  async (era) => {
    const { stored, value, notes } = await storedBy('big_text', era)
    const text = firstTextOf(value)
    expect(text.length).toBeGreaterThan(11_534_336)
    expect(text.slice(0, 8)).toBe('0000000 ')
    expect(text.endsWith('THE END')).toBe(true)
    expect(text).toContain('NEEDLE in the hay, [secret]')
    expect(text).not.toContain(secret)
    expect(stored.hash).toBe(sha256(stored.bytes))
    expect(stored.preview).toHaveLength(2000)
    expect(notes).toEqual([])
    const kept = fleet?.journal.keepBytes(stored)
    await fleet?.journal.durable()
    expect(kept).toEqual({ blob: stored.hash, bytes: stored.bytes.length, preview: stored.preview })
    expect(kept && fleet?.journal.read(kept)).toEqual(value)
  },
)

test('[RES-2] checks a long result against what its tool promises', async () => {
  expect((await storedBy('big_list')).notes).toEqual([])
})

test('[RES-2] notes what is wrong with a result, and doesn’t trust what a server writes beside it', async () => {
  const { notes, stored } = await storedBy('big_wrong')
  expect(notes).toEqual([
    'The result has no content list, so only its other parts are shown.',
    'The structured result isn’t what the tool promises: `rows` must be a list.',
  ])
  expect(stored.preview).not.toContain('forged')
  expect(stored.hash).toBe(sha256(stored.bytes))
})

test('[RES-2] keeps the first words of an error @all', async () => {
  await storedBy('big_error')
  const reply = await fleet?.call('big_error')
  expect(reply).toMatchObject({ status: 'answered', result: { isError: true } })
  expect(reply?.status === 'answered' && firstTextOf(reply.result)).toMatch(/^It broke\. 0000000 the quick/)
})

const longLines = new LongLines()
afterAll(() => longLines.close())

test('[RES-1] reads nothing of a large result in the host’s own thread', async () => {
  const result = rows()
  const line = lineOf(result)
  expect(line.length).toBeGreaterThan(11_000_000)
  const { messages, parsed, cleaned } = await handedOver(async () => {
    const frame = await longLines.read(Buffer.from(line), () => ({ method: 'tools/call' }))
    expect(frame).toMatchObject({ digest: { stored: { bytes: expect.any(Uint8Array) } } })
  })
  expect([parsed, cleaned]).toEqual([0, 0])
  // Its beginning is shown; the rest are bytes that change hands.
  for (const { values, characters } of messages) {
    expect(values).toBeLessThan(100)
    expect(characters).toBeLessThan(10_000)
  }
  expect(sizeOf(result).values).toBeGreaterThan(180_000)
})
