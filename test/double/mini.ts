import { fileURLToPath } from 'node:url'
import { expect, test as base, type Page } from '@playwright/test'
import { launchDouble, type Desktop } from './launch.ts'

const appDirectory = fileURLToPath(new URL('fixture', import.meta.url))

/** Tests with the smallest app: one for all tests of a worker; each gets its own window and leaves the rest unchanged. */
export const test = base.extend<{ page: Page }, { mini: Desktop }>({
  mini: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const mini = await launchDouble({ appDirectory })
      await use(mini)
      await mini.quit()
    },
    { scope: 'worker' },
  ],
  page: async ({ mini }, use) => {
    const before = new Set(mini.pages())
    await mini.evaluate(() => (globalThis as unknown as Record<'openMini', () => Promise<void>>).openMini())
    const isNew = (page: Page): boolean => !before.has(page) && page.url().startsWith('https://app.mini.invalid')
    await expect.poll(() => mini.pages().some(isNew)).toBe(true)
    const page = mini.pages().find(isNew) as Page
    await use(page)
    await page.close()
  },
})
