import { afterAll, describe, expect, test } from 'vitest'
import { FileReaders } from '../../../main/host/files/reader-process.ts'
import { forkProgram } from '../../../main/shells/web/platform.ts'
import { type Expected, expectedFiles, sample, sampleNames } from './samples.ts'
import type { ExtractedPage, FileOutcome } from '../../../shared/content/extracted.ts'

const reading = new FileReaders({ start: forkProgram })
afterAll(() => reading.close())

const pagesOf = (read: FileOutcome): ExtractedPage[] => ('pages' in read ? read.pages : [])
const whole = (read: FileOutcome): string =>
  pagesOf(read)
    .map(({ text }) => text)
    .join('\n')

describe('the samples', () => {
  test('are all expected, and all expected ones are there', () => {
    expect(sampleNames().toSorted()).toEqual(Object.keys(expectedFiles).toSorted())
  })

  test.each(Object.entries(expectedFiles))(
    '[FIL-10] [FIL-11] [FIL-19] [FIL-24] [FIL-25] gives what is expected of %s',
    async (name, expected) => {
      const read = await reading.read(sample(name))
      expect(read.kind).toBe(expected.kind)
      judge(read, expected)
    },
  )
})

function judge(read: FileOutcome, expected: Expected): void {
  const outcomes = [expected.outcome, ...(expected.alsoAllowed ?? [])]
  const said = read.outcome === 'refused' && outcomes.includes(read.because) ? read.because : read.outcome
  expect(outcomes).toContain(said)
  if (read.outcome === 'refused') {
    if (expected.because !== undefined)
      expect([expected.because, ...(expected.alsoAllowed ?? [])]).toContain(read.because)
    return
  }
  if (read.outcome === 'audio') {
    if (expected.seconds !== undefined) expect(read.seconds).toBeCloseTo(expected.seconds, 1)
    return
  }
  const pages = pagesOf(read)
  const text = whole(read)
  const count = expected.pages ?? expected.slides
  if (count !== undefined) expect(pages).toHaveLength(count)
  if (expected.sheets)
    expect(pages.filter((page) => page.text !== '').map(({ label }) => label)).toEqual(expected.sheets)
  for (const [page, parts] of Object.entries(expected.contains ?? {}))
    for (const part of parts) expect(pages[Number(page) - 1]?.text).toContain(part)
  const places = (expected.order ?? []).map((word) => text.indexOf(word))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  const hidden = pages.flatMap((page) => page.hidden ?? []).join('\n')
  for (const begin of expected.hidden ?? []) {
    expect(hidden).toContain(begin)
    expect(text).not.toContain(begin)
  }
  if (expected.hidden?.length === 0) expect(hidden).toBe('')
  for (const one of expected.warns ?? []) expect(read.warns.map(({ what }) => what)).toContain(one)
  if (expected.cut) expect(read.cut).toBe(true)
  expect(text.length).toBeLessThanOrEqual(expected.maxCharacters ?? 500_000)
  for (const part of [...(expected.mustNotContain ?? []), expected.mustNotBeInVisibleText ?? []].flat())
    expect(text).not.toContain(part)
}
