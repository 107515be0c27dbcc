import { performance } from 'node:perf_hooks'
import { LongLines } from '../../main/host/mcp/wire/long-lines.ts'
import { sha256 } from '../../main/host/base/hash.ts'
import type { RequestKind } from '../../main/host/mcp/results/digest.ts'
import type { Frame } from '../../main/host/mcp/wire/frame.ts'
import { Redaction } from '../../main/host/secrets/redaction.ts'
import { isObject } from '../../shared/schema/json.ts'
import { kinds, lineOf, rows, uri } from '../support/long/answers.ts'
import { compare, type Row } from './measure.ts'

/** Time that a long answer blocks the host's thread: read by its request's kind, next to read as one value. */
export async function longAnswerRows(): Promise<Row[]> {
  const longLines = new LongLines()
  const redaction = new Redaction()
  redaction.enter('door', 'hunter2-hunter2')
  const frameOf = async (line: Buffer, wanted?: RequestKind): Promise<Extract<Frame, { message: unknown }>> => {
    const frame = await longLines.read(Buffer.from(line), () => wanted, redaction)
    if (!frame || !('message' in frame)) throw new Error('It could not be read.')
    return frame
  }
  const large = lineOf(rows())
  const measured: Row[] = []
  try {
    measured.push({
      ...(await compare(
        'a result of 11 MB, the host’s thread busy',
        'ms',
        () => busy(() => frameOf(large, { method: 'tools/call' })),
        () =>
          busy(async () => {
            const { message } = await frameOf(large)
            sha256(JSON.stringify(redaction.message(message)['result']))
          }),
      )),
      most: 0.34,
    })
    for (const method of ['tools/list', 'resources/list', 'resources/read'] as const) {
      const { result, read } = kinds[method]
      const line = lineOf(result)
      const reading = (wanted?: RequestKind) => () =>
        stall(async () => {
          const { message, digest } = await frameOf(line, wanted)
          const { result: clean } = redaction.message(message)
          await read({ result: isObject(clean) ? clean : {}, ...digest })
        })
      const row = await compare(`a long answer to ${method}, longest stall`, 'ms', reading({ method, uri }), reading())
      measured.push({ ...row, most: 0.5 })
    }
  } finally {
    await longLines.close()
  }
  return measured
}

async function busy(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  await new Promise((resolve) => setImmediate(resolve))
  return performance.eventLoopUtilization(before).active
}

/** Milliseconds of the longest period in which nothing else ran. */
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
