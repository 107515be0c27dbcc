import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { axeFindings } from './axe.ts'

/** Looks at the page in both themes, and at the width of a phone; pictures are kept where ATRIUM_PICTURES says. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['ATRIUM_PICTURES']
  for (const width of [1280, 380]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axeFindings(page, { theme: colorScheme })).toEqual([])
      if (folder) await page.screenshot({ path: path.join(folder, `${name}-${width}.${colorScheme}.png`) })
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}
