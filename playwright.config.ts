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
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium does not start its sandbox for root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  // The same roads in a browser tab and in the window. Tagged @web is what only a tab has, and what is the same page in
  // both and takes long.
  projects: [
    { name: 'web', testDir: 'test/e2e', use: { shell: 'web' } },
    {
      name: 'desktop',
      testMatch: ['e2e/**/*.spec.ts', 'electron/**/*.spec.ts', 'double/**/*.spec.ts', 'packaging/**/*.spec.ts'],
      use: { shell: 'desktop' },
      grepInvert: /@web/,
    },
  ],
})
