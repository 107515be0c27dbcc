import { reduce } from '../../shared/state/reduce.ts'
import { openProvider } from '../../main/host/llm/endpoints/models.ts'
import { Redaction } from '../../main/host/secrets/redaction.ts'
import { parseMarkdown } from '../../renderer/markdown/parse.ts'
import { MarkdownStream } from '../../renderer/markdown/stream.ts'
import { emptyState } from '../../shared/state/state.ts'
import { growing, textOf } from '../support/long/markdown.ts'
import { recorded, recordedAnswer, streamed } from '../support/recorded-answers.ts'
import { compare, inFull, median, milliseconds, type Row } from './measure.ts'

const times = 8

/** The cost of a part in a long text next to the same part in a short one: about equal if cost is linear. */
async function growth(name: string, size: number, run: (size: number) => unknown): Promise<Row> {
  const perSize = (of: number) => async () => ((await milliseconds(() => run(of))) * 1000) / of
  const row = await compare(`${name}, ${times} times as much`, 'µs', perSize(size * times), perSize(size))
  return { ...row, unit: 'ns', ours: row.ours * 1000, bare: row.bare * 1000, most: 3 }
}

export async function growthRows(): Promise<Row[]> {
  return [...(await redactionRows()), ...(await modelRows()), ...(await markdownRows()), await stateRow()]
}

async function redactionRows(): Promise<Row[]> {
  const size = inFull(200_000, 2000)
  const redaction = new Redaction()
  for (let i = 0; i < 30; i++) redaction.enter(`s${i}`, `aaaaaaaaaaaaaaaaaaaa${i}b`)
  const empty = new Redaction()
  const rows = [await growth('a text without secrets', size, (of) => redaction.text('a'.repeat(of)))]
  for (const unit of ['eyJaaaaaaaa.', 'eyJaaaaaaaa-', 'sk-', 'ghp_', 'Bearer a', 'eyJaaaaaaaa '])
    rows.push(await growth(`an error of “${unit}”`, size, (of) => empty.diagnostic(unit.repeat(of / unit.length))))
  return rows
}

async function modelRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [wire, kind] of recorded) {
    const answers = new Map<number, Uint8Array[]>()
    rows.push(
      await growth(`an answer of ${kind} over ${wire}`, inFull(500_000, 50_000), async (of) => {
        const answer = answers.get(of) ?? recordedAnswer(wire, kind, of)
        answers.set(of, answer)
        await streamed(openProvider, wire, answer)
      }),
    )
  }
  return rows
}

/** A frame late in a long block next to one early in it, and math that is never closed. */
async function markdownRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, line] of Object.entries(growing)) {
    const frames = await framesOf(textOf(line, inFull(60_000, 2000)))
    const part = Math.floor(frames.length / 6)
    const [ours, bare] = [median(frames.slice(-part)), median(frames.slice(part, 2 * part))]
    rows.push({ name: `a frame late in ${name}, early`, unit: 'µs', ours, bare, most: 3 })
  }
  for (const piece of ['$a ', '\\(a ', '\\[a\n', '$$a\n', '$$ a $ ', '\\[ a $$\n'])
    rows.push(
      await growth(`Markdown of ${JSON.stringify(piece)}`, inFull(2000, 50), (of) => parseMarkdown(piece.repeat(of))),
    )
  return rows
}

async function framesOf(text: string): Promise<number[]> {
  const stream = new MarkdownStream()
  const frames: number[] = []
  for (let from = 0; from < text.length; from += 32)
    frames.push(
      (await milliseconds(() => {
        stream.append(text.slice(from, from + 32))
        stream.groups()
      })) * 1000,
    )
  return frames
}

/** A delta into a long message next to one at its start. */
async function stateRow(): Promise<Row> {
  const of = { conversation: 'c', turn: 't' }
  let offset = 0
  let state = reduce(emptyState, { type: 'turn.started', ...of, actor: 'bench' }, 0)
  state = reduce(state, { type: 'model.requested', ...of, message: 'm', model: 'm', tools: 0 }, 0)
  const fold = async (count: number): Promise<number> =>
    ((await milliseconds(() => {
      for (let i = 0; i < count; i++, offset += 5)
        state = reduce(
          state,
          { type: 'message.delta', ...of, message: 'm', block: 0, kind: 'text', offset, text: 'word ' },
          0,
        )
    })) *
      1e6) /
    count
  const count = inFull(10_000, 100)
  await fold(count)
  const bare = await fold(count)
  await fold(8 * count)
  return { name: 'a delta late in a message, early', unit: 'ns', ours: await fold(count), bare, most: 5 }
}
