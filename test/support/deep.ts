// The one switch between `npm test` and `npm run test:deep`, which runs only the test files that import this.
import fc from 'fast-check'

/** Whether repetitions run in full. */
export const deep = process.env['ATRIUM_DEEP'] === '1'

/** How often something is repeated: a few times in every run, in full in the deep one. */
export const times = (few: number, all: number): number => (deep ? all : few)

/** Draws the same values in every run, so no verdict depends on luck; the deep run draws new ones. */
if (!deep) fc.configureGlobal({ seed: 1 })
export { fc }
