import { defineConfig } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import type { ShellName } from './test/e2e/support/app.ts'
import { tolerance } from './test/e2e/support/moment.ts'
import { isQuick } from './tools/quick.mjs'
import { findChromium, findHeadlessShell } from './tools/chromium.mjs'
import { prepareEnvironment } from './tools/test-environment.mjs'

/** How letters are drawn, and from which fonts of the system; tools/anywhere.mjs names another file. */
const fonts = process.env['ATRIUM_FONTS'] ?? fileURLToPath(new URL('test/e2e/support/fonts.conf', import.meta.url))

prepareEnvironment()

/** A quick run leaves out the tests with `@all` in their title, and what the window repeats. */
const without = (...tags: RegExp[]): RegExp[] => (isQuick ? [...tags, /@all/] : tags)

/** How a Chromium is started: this one, or else the one that Playwright has downloaded. */
const launchOptions = (executablePath: string | undefined) => ({
  env: { ...process.env, FONTCONFIG_FILE: fonts },
  ...(executablePath ? { executablePath } : {}),
  // Chromium does not start its sandbox for root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

export default defineConfig<object, { shell: ShellName }>({
  testDir: 'test',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/playwright',
  workers: 5,
  // They end what hangs, and say nothing about speed: a busy machine is ten times as slow.
  timeout: 240_000,
  // Pictures are compared where they were taken, on Linux.
  expect: {
    timeout: 30_000,
    toPass: { timeout: 120_000 },
    toHaveScreenshot: tolerance,
  },
  snapshotPathTemplate: '{testDir}/e2e/pictures/{arg}{ext}',
  ignoreSnapshots: process.platform !== 'linux',
  reporter: 'list',
  use: { launchOptions: launchOptions(findHeadlessShell() ?? findChromium()) },
  // The roads that go through the shell are walked in a browser tab and in the window; what lies within the page is
  // the same page in both, and is looked at in the tab. What only one of them has is tagged.
  projects: [
    {
      // In the whole Chromium everywhere: the headless shell draws a little differently.
      name: 'pictures',
      testMatch: 'e2e/pictures*.spec.ts',
      grepInvert: without(),
      use: { shell: 'web', launchOptions: launchOptions(findChromium()) },
    },
    {
      name: 'web',
      testMatch: ['e2e/**/*.spec.ts', 'host/**/*.spec.ts'],
      testIgnore: 'e2e/pictures*.spec.ts',
      use: { shell: 'web' },
      grepInvert: without(/@desktop/),
    },
    {
      name: 'desktop',
      testMatch: [
        ...(isQuick ? [] : ['e2e/**/{beacon,conversation,http,releases,surface,trust}.spec.ts']),
        'electron/**/*.spec.ts',
        'double/**/*.spec.ts',
        'packaging/**/*.spec.ts',
      ],
      use: { shell: 'desktop' },
      grepInvert: without(/@web/),
    },
  ],
})
