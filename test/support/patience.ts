import { afterAll, vi } from 'vitest'
import { patience } from './waiting.ts'

/** Runs before every test file: all waits for a state get the same long limit instead of a second. */
const { waitFor, waitUntil } = vi
type Options = Parameters<typeof waitFor>[1]
const patient = (options: Options): Options =>
  typeof options === 'number' ? options : { timeout: patience, ...options }
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))

/** The next file of this process finds everything as it was. */
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
