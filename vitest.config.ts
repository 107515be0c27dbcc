import { defineConfig } from 'vitest/config'
import { builtThreads } from './tools/built-threads.mjs'

export default defineConfig({
  plugins: [builtThreads()],
  test: {
    environment: 'node',
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/support/patience.ts', 'test/support/frames/check-tests.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Node strips types with WebAssembly, in every thread. When calls out of it are often made, V8 compiles them anew and
    // may lose count of what it frees for that, so that the process dies: they are never made often enough.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    // These find what hangs. No test has to be quick: what compares times is a row of the bench.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
