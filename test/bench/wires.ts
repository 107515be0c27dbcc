import { createParser } from 'eventsource-parser'
import { openProvider } from '../../main/host/llm/endpoints/models.ts'
import { arriving, recordedAnswer, streamed, wires } from '../support/recorded-answers.ts'
import { compare, inFull, type Row } from './measure.ts'

/** Max ratios. The library behind Messages splits the stream by itself, and only its linear growth is ours. */
const most = { messages: 5, chat: 1.5, responses: 1.5 } as const

/** A streamed answer of 20,000 deltas, next to its events read and parsed. */
export async function wireRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const wire of wires) {
    const answer = recordedAnswer(wire, 'text', inFull(2_000_000, 50_000))
    const row = await compare(
      `an answer of 20,000 deltas over ${wire}, its events parsed`,
      'ms',
      () => busy(() => streamed(openProvider, wire, answer)),
      () => busy(() => parsed(answer)),
    )
    rows.push({ ...row, most: most[wire] })
  }
  return rows
}

/** Milliseconds of processor time, which other programs don't lengthen. */
async function busy(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function parsed(answer: Uint8Array[]): Promise<unknown> {
  let last: unknown
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== '[DONE]') last = JSON.parse(data)
    },
  })
  const decoder = new TextDecoder()
  const body: AsyncIterable<Uint8Array> | null = arriving(answer).body
  for await (const chunk of body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
  return last
}
