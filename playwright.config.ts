import { defineConfig } from '@playwright/test'
import type { ShellName } from './test/e2e/support/app.ts'
import { findChromium } from './tools/chromium.mjs'

const executablePath = findChromium()

export default defineConfig<object, { shell: ShellName }>({
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/playwright',
  workers: 2,
  timeout: 60_000,
  // Pictures are compared where they were taken: on Linux, with the fonts that come with Debian's Chromium. What differs
  // from run to run (times, process ids, folders) is less than the tolerance; a row that moved is more.
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.004, threshold: 0.25 } },
  snapshotPathTemplate: '{testDir}/e2e/pictures/{arg}{ext}',
  ignoreSnapshots: process.platform !== 'linux',
  reporter: 'list',
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium does not start its sandbox for root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  // The roads that go through the shell are walked in a browser tab and in the window; what lies within the page is
  // the same page in both, and is looked at in the tab. What only one of them has is tagged.
  projects: [
    {
      name: 'web',
      testMatch: ['e2e/**/*.spec.ts', 'host/**/*.spec.ts'],
      use: { shell: 'web' },
      grepInvert: /@desktop/,
    },
    {
      name: 'desktop',
      testMatch: [
        'e2e/{beacon,conversation,http,surface,trust}.spec.ts',
        'electron/**/*.spec.ts',
        'double/**/*.spec.ts',
        'packaging/**/*.spec.ts',
      ],
      use: { shell: 'desktop' },
      grepInvert: /@web/,
    },
  ],
})
