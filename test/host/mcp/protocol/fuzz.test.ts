import { expect, test } from 'vitest'
import type { CallValue } from '../../../../main/host/mcp/results/call-result.ts'
import { Connection } from '../../../../main/host/mcp/protocol/connection.ts'
import { readLine, type Remains } from '../../../../main/host/mcp/wire/frame.ts'
import { Framer } from '../../../../main/host/mcp/wire/framing.ts'
import type { PeerWatch } from '../../../../main/host/mcp/protocol/notifications.ts'
import { ServerReports } from '../../../../main/host/mcp/reports/server-reports.ts'
import type { Wire, WireSink } from '../../../../main/host/mcp/wire/wire.ts'
import { systemClock } from '../../../../main/host/base/wake.ts'
import { Redaction } from '../../../../main/host/secrets/redaction.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { openJournal } from '../../journal/support.ts'
import { type Dice, diceFrom, mutate } from './mutations.ts'
import type { Prior, Reply } from '../../../../main/host/mcp/protocol/types.ts'
import type { Violation } from '../../../../main/host/mcp/wire/violation.ts'
import { lastIfQuick } from '../../../../tools/quick.mjs'

const lines = 10_000
const atOnce = 8

/** A server whose every answer comes after damaged lines, some of which answer too. */
class FuzzedWire implements Wire {
  damaged = 0
  readonly #dice: Dice
  readonly #count: (violation: Violation) => void
  #framer: Framer | undefined

  constructor(dice: Dice, count: (violation: Violation) => void) {
    this.#dice = dice
    this.#count = count
  }

  listen(sink: WireSink): void {
    const frames = {
      message: (message: JsonObject) => sink.message(message),
      violation: (violation: Violation, remains?: Remains) => {
        this.#count(violation)
        sink.dropped(violation, remains)
      },
      overflow: () => undefined,
      wanted: () => undefined,
    }
    this.#framer = new Framer(frames, async (line) => readLine(line))
  }

  send({ id, method, params }: JsonObject): void {
    if (id === undefined || typeof method !== 'string') return
    const answer = { jsonrpc: '2.0', id, result: resultOf(method) }
    setImmediate(() => {
      if (method === 'tools/call') {
        const what = [
          answer,
          { jsonrpc: '2.0', id, error: { code: -32000, message: 'no', data: {} } },
          ...unasked(params),
        ]
        const mutated = mutate(what[this.#dice(what.length)] ?? answer, this.#dice)
        this.damaged++
        void this.#framer?.push(mutated)
      }
      void this.#framer?.push(Buffer.from(`${JSON.stringify(answer)}\n`))
    })
  }

  async close(): Promise<void> {}
}

const resultOf = (method: string): JsonObject =>
  method === 'initialize'
    ? {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'fuzzed', version: '1' },
      }
    : { resultType: 'complete', content: [{ type: 'text', text: 'done' }], structuredContent: { a: [1, { b: null }] } }

const unasked = (params: JsonValue | undefined): JsonObject[] => {
  const meta = isObject(params) && isObject(params['_meta']) ? params['_meta'] : {}
  const { progressToken = 0 } = meta
  return [
    {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress: 1, total: 2, message: 'x' },
    },
    { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: progressToken, reason: 'x' } },
    { jsonrpc: '2.0', id: 's1', method: 'sampling/createMessage', params: { messages: [] } },
  ]
}

const modern = {
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: { listChanged: true } },
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
}
const priors: [string, Prior][] = [
  ['legacy', { era: 'legacy' }],
  ['modern', { era: 'modern', discover: modern }],
]

test.each(lastIfQuick(priors))(
  '[GAT-8] loses at most the calls that a %s server’s damaged lines answer',
  async (era, prior) => {
    const counts = new Map<Violation, number>()
    const count = (violation: Violation) => void counts.set(violation, (counts.get(violation) ?? 0) + 1)
    const redaction = new Redaction()
    const watch: PeerWatch = {
      redaction,
      reports: new ServerReports('it', { reports: openJournal().reports, redaction }),
      clock: systemClock,
      violation: count,
      late: () => undefined,
      sent: () => undefined,
      asked: () => ({ error: { code: -32601, message: 'Method not found' } }),
      listChanged: () => undefined,
      resourceUpdated: () => undefined,
      visited: () => undefined,
    }
    const wire = new FuzzedWire(diceFrom(era.length * 7919), count)
    const opened = await Connection.open(wire, {
      client: { name: 'x', version: '1' },
      declared: { legacy: {}, modern: {} },
      prior,
      watch,
      timeoutMs: 5000,
    })
    if (opened.status !== 'answered') throw new Error(`It did not open: ${opened.status}`)
    const connection = opened.value
    const ends: Reply<CallValue>[] = []
    const call = async () => {
      const options = { signal: new AbortController().signal, onProgress: () => undefined }
      ends.push(await connection.callTool({ name: 'x', inputSchema: {} }, {}, options))
    }
    while (wire.damaged < lines) await Promise.all(Array.from({ length: atOnce }, call))
    expect(ends).toHaveLength(wire.damaged)
    const statuses = new Set(ends.map(({ status }) => status))
    expect([...statuses].filter((it) => !['answered', 'refused', 'unfinished'].includes(it))).toEqual([])
    expect(ends.filter(({ status }) => status === 'answered').length).toBeGreaterThan(lines / 2)
    for (const kind of ['not-json', 'not-a-message', 'malformed-answer', 'unknown-answer', 'bad-id'] as const)
      expect([kind, counts.get(kind) ?? 0]).not.toEqual([kind, 0])
    expect(Object.hasOwn(Object.prototype, 'then')).toBe(false)
  },
)
