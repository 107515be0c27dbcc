import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { builtThreads } from './tools/built-threads.mjs'
import { isQuick } from './tools/quick.mjs'
import { prepareEnvironment } from './tools/test-environment.mjs'

prepareEnvironment()

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => `test/${name.replaceAll(path.sep, '/')}`)

/**
 * What a test file says that replaces modules, counts or measures what all tests of its process share, or changes it
 * for good. Fake timers, other spies and stubbed variables end with their file.
 */
const touches =
  /\bvi\.mock\(|\bvi\.spyOn\((?:JSON|globalThis|performance|process\.\w+|\w+\.prototype)\b|\bprocess\.(?:on|once|chdir|memoryUsage)\(|\bprocess\.env\[[^\]]+\] (?:\?\?)?= |\b(?:delete |assign\()process\.env\b|\bglobalThis\b/

/** They have a process each. Starting one and loading the host into it takes the processor longer than most files take. */
const apart = tests.filter((file) => touches.test(readFileSync(file, 'utf8')))
const together = tests.filter((file) => !apart.includes(file))

/** Files that take long come first, so that none runs alone at the end; those of one process come one after another. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      if (moduleId.endsWith('/test/hostile/fixtures.test.ts')) return 0
      return project.name === 'apart' ? 1 : 2
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- it sorts no array
    const longestFirst = await super.sort(files)
    return longestFirst.toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  plugins: [builtThreads()],
  test: {
    environment: 'node',
    ...(isQuick && { testNamePattern: /^(?!.*@all)/ }),
    setupFiles: ['test/support/patience.ts', 'test/support/frames/check-tests.ts'],
    pool: 'forks',
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Node strips types with WebAssembly, in every thread. When calls out of it are often made, V8 compiles them anew and
    // may lose count of what it frees for that, so that the process dies: they are never made often enough.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    // These find what hangs. No test has to be quick: what compares times is a row of the bench.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // The summary at the end of a run has a failure's message, and no difference.
    chaiConfig: { truncateThreshold: 600 },
    projects: [
      { extends: true, test: { name: 'apart', include: apart } },
      { extends: true, test: { name: 'together', include: together, isolate: false } },
    ],
  },
})
