import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'
import type { ShellName } from '../e2e/support/app.ts'

/** Takes the pictures of README.md and docs/: `npm run pictures`. */
export default defineConfig<object, { shell: ShellName }>({
  ...base,
  testDir: '.',
  outputDir: '../../.cache/pictures',
  snapshotPathTemplate: '{testDir}/../../docs/images/{arg}{ext}',
  // A file is written only if a pixel differs, so a run without a change leaves the checkout clean.
  updateSnapshots: 'changed',
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixels: 0, threshold: 0, scale: 'device' } },
  ignoreSnapshots: false,
  projects: [{ name: 'pictures', use: { shell: 'web' } }],
})
