import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export type Subject = {
  /** Looks only at this part of the page. */
  within?: string
  /** The dark theme has the elements of the light one in other colours, so only the rules about colours run in it. */
  theme?: 'light' | 'dark'
}

const aboutColours = ['color-contrast', 'link-in-text-block']

/** A dialog that is open: what lies under it has been looked at without it. */
export const theDialog = { within: '[role=dialog]' }

/** What is called this, on a page that has been looked at before. */
export const onlyLabelled = (label: string): Subject => ({ within: `[aria-label="${label}"]` })

/**
 * What axe finds on a page, or in a part of it: by rule, the elements that break it. The rules run in the page itself and
 * only what breaks them is told, which takes a third of the time; frames would be left out so, and Atrium has none.
 */
export async function axeFindings(page: Page, { within, theme }: Subject = {}): Promise<string[]> {
  expect(page.frames()).toHaveLength(1)
  // The program of the rules is half a megabyte: a page that has it is not given it again.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) }).setLegacyMode()
  axe.options({ resultTypes: ['violations'], ...(theme === 'dark' && { runOnly: aboutColours }) })
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}
