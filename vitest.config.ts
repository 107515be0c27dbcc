import { configDefaults, defineConfig } from 'vitest/config'
import { builtThreads } from './tools/built-threads.mjs'

/** What compares times with those just before: nothing else of ours may run beside it. */
const timed = [
  'test/hostile/neighbour.test.ts',
  'test/host/mcp/large-results.test.ts',
  'test/host/mcp/long-answers.test.ts',
  'test/renderer/markdown/cost.test.ts',
]

export default defineConfig({
  plugins: [builtThreads()],
  test: {
    environment: 'node',
    setupFiles: ['test/support/patience.ts', 'test/support/frames/check-tests.ts'],
    pool: 'forks',
    // Node strips types with WebAssembly, in every thread. When calls out of it are often made, V8 compiles them anew and
    // may lose count of what it frees for that, so that the process dies: they are never made often enough.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    // These find what hangs. No test has to be quick.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'timed',
          include: timed,
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'all',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...timed],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
