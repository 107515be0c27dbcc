// The one switch between `npm test` and `npm run test:deep`, which plays only the test files that import this.
import fc from 'fast-check'

/** Whether everything that is repeated is repeated in full. */
export const deep = process.env['ATRIUM_DEEP'] === '1'

/** How often something is repeated: a few times in every run, in full in the deep one. */
export const times = (few: number, all: number): number => (deep ? all : few)

/** Draws the same values in every run, so that no verdict is a matter of luck; the deep run draws others each time. */
if (!deep) fc.configureGlobal({ seed: 1 })
export { fc }
