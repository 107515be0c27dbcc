import { afterAll, describe, expect, test } from 'vitest'
import { readFileBytes } from '../../../main/host/files/reader/read-bytes.ts'
import { FileReaders } from '../../../main/host/files/reader-process.ts'
import { Unreadable } from '../../../main/host/files/reading/unreadable.ts'
import { forkProgram } from '../../../main/shells/web/platform.ts'
import { fc, times } from '../../support/deep.ts'
import { expectedFiles, sample } from './samples.ts'

/** Samples that can be read, as what a damaged file was before. */
const sound = Object.entries(expectedFiles)
  .filter(([name, { outcome }]) => outcome !== 'refused' && !name.includes('bomb'))
  .map(([name, { kind }]) => ({ name, kind, bytes: sample(name) }))
const pdfs = sound.filter(({ kind }) => kind === 'pdf').map(({ bytes }) => bytes)
const others = sound.filter(({ kind }) => kind !== 'pdf').map(({ bytes }) => bytes)

/** A file's bytes with some of them changed, or without its end. */
const damaged = (files: Buffer[]) =>
  fc
    .tuple(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 7 })), { maxLength: 8 }),
      fc.option(fc.nat(), { nil: undefined }),
    )
    .map(([file, flips, end]) => {
      const bytes = Buffer.from(file)
      for (const [place, bit] of flips) {
        const at = place % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
      }
      return end === undefined ? bytes : bytes.subarray(0, end % (bytes.length + 1))
    })

/** Reads in this process, so anything that is thrown can be seen. */
async function outcomeOf(bytes: Uint8Array): Promise<string> {
  try {
    const read = await readFileBytes(bytes, undefined, () => undefined)
    return read === 'as told' ? read : read.outcome
  } catch (error) {
    if (error instanceof Unreadable) return error.because
    throw error
  }
}

const readers = new FileReaders({ start: forkProgram })
afterAll(() => readers.close())

describe('a damaged file', () => {
  test('[FIL-25] of any bytes is read or refused, never an exception', async () => {
    const bytes = fc.uint8Array({ maxLength: 2000 })
    await fc.assert(
      fc.asyncProperty(bytes, async (drawn) => {
        expect(await outcomeOf(drawn)).toBeTypeOf('string')
      }),
      { numRuns: times(300, 20_000) },
    )
  })

  test('[FIL-25] that was a package, a page, a notebook or a sound is read or refused, never an exception', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(others), async (bytes) => {
        expect(await outcomeOf(bytes)).toBeTypeOf('string')
      }),
      { numRuns: times(400, 20_000) },
    )
  })

  test('[FIL-25] that was a PDF ends in its process within its bounds', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(pdfs), async (bytes) => {
        const read = await readers.read(bytes)
        expect(['text', 'no-text', 'audio', 'refused']).toContain(read.outcome)
        expect(read.outcome === 'refused' && read.because).not.toBe('unavailable')
      }),
      { numRuns: times(10, 1000) },
    )
  })
})
