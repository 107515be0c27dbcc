// The one switch between `npm test` and `npm run test:deep`, which runs only the test files that import this.
import fc from 'fast-check'

/** Whether repetitions run in full. */
export const deep = process.env['ATRIUM_DEEP'] === '1'

/** How often something is repeated: a few times in every run, in full in the deep one. */
export const times = (few: number, all: number): number => (deep ? all : few)

/** Draws the same values in every run, so no verdict depends on luck; the deep run draws new ones. */
if (!deep) fc.configureGlobal({ seed: 1 })
export { fc }

const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Any character except half of a pair, for texts. fast-check's own such unit needs a table of all characters: a second
 * and 180 MB in each process.
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - surrogates.count }).map(
  (n) => String.fromCodePoint(n < surrogates.first ? n : n + surrogates.count),
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1
    const isHalf = code >= surrogates.first && code < surrogates.first + surrogates.count
    if (code < 0 || isHalf || character !== String.fromCodePoint(code)) throw new Error('Not one character')
    return code < surrogates.first ? code : code - surrogates.count
  },
)
