import { configDefaults, defineConfig } from 'vitest/config'

/** What compares times with those just before: nothing else of ours may run beside it. */
const timed = ['test/hostile/neighbour.test.ts', 'test/host/mcp/long-answers.test.ts']

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/support/frames/check-tests.ts'],
    pool: 'forks',
    // On processors with memory protection keys V8 loses count of its pages of code when threads end, and the process dies.
    execArgv: ['--no-memory-protection-keys'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
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
