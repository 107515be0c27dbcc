import { vi } from 'vitest'
import { patience } from './waiting.ts'

/** Runs before every test file: whoever waits for a state waits as long as all others do, and not for a second. */
const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options = patience) => waitFor(callback, options)
vi.waitUntil = (callback, options = patience) => waitUntil(callback, options)
