import { expect, test } from 'vitest'
import { readLines } from '../../../renderer/state/carriers/web.ts'
import { fc, times } from '../../support/deep.ts'

async function linesOf(chunks: Uint8Array<ArrayBuffer>[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readLines(new Blob(chunks).stream())) lines.push(line)
  return lines
}

/** A stream that delivers exactly these chunks. */
const streamOf = (chunks: Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

test('[UI-7] returns lines unchanged however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '))),
      fc.array(fc.nat({ max: 200 }), { maxLength: 12 }),
      async (lines, cuts) => {
        const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
        const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length]
        const chunks = at.slice(1).map((end, index) => bytes.slice(at[index], end))
        const read: string[] = []
        for await (const line of readLines(streamOf(chunks))) read.push(line)
        expect(read).toEqual(lines)
      },
    ),
    { numRuns: times(60, 200) },
  )
})

test('[UI-7] returns an empty line as a heartbeat and leaves out an unfinished line', async () => {
  const bytes = new TextEncoder().encode('{"n":1}\n\n{"n":2}\n{"n"')
  expect(await linesOf([bytes])).toEqual(['{"n":1}', '', '{"n":2}'])
})
