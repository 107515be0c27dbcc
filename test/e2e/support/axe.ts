import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export type Subject = {
  /** Examines only this part of the page. */
  within?: string
  /** The dark theme has the same elements in other colours, so only the colour rules run in it. */
  theme?: 'light' | 'dark'
}

const aboutColours = ['color-contrast', 'link-in-text-block']

/** An open dialog; the page under it was examined without it. */
export const theDialog = { within: '[role=dialog]' }

/** The element with this label, on a page that was examined before. */
export const onlyLabelled = (label: string): Subject => ({ within: `[aria-label="${label}"]` })

/**
 * axe's findings on a page, or in part of it: by rule, the elements that violate it. The rules run in the page itself
 * and return only violations, which takes a third of the time; this would miss frames, so the examined part has none.
 */
export async function axeFindings(page: Page, { within, theme }: Subject = {}): Promise<string[]> {
  await expect(page.locator(within === undefined ? 'iframe' : `${within} iframe`)).toHaveCount(0)
  if (within !== undefined) await expect(page.locator(within).first()).toBeVisible()
  // The rules are half a megabyte of code: a page that has them doesn't get them again.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) }).setLegacyMode()
  axe.options({ resultTypes: ['violations'], ...(theme === 'dark' && { runOnly: aboutColours }) })
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}
