import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'node',
    setupFiles: ['test/support/frames/check-tests.ts'],
    pool: 'forks',
    // On processors with memory protection keys V8 loses count of its pages of code when threads end, and the process dies.
    execArgv: ['--no-memory-protection-keys'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
