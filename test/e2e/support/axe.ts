import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

export type Subject = {
  /** Examines only this part of the page. */
  within?: string | undefined
  /** The dark theme has the same elements in other colours, so only the colour rules run in it. */
  theme?: 'light' | 'dark'
}

type Found = { violations: { id: string; nodes: { element: Element }[] }[] }
type Rules = {
  configure(options: { noHtml: boolean }): void
  run(scope: Document | string, options: object): Promise<Found>
}

/** An open dialog; the page under it was examined without it. */
export const theDialog = { within: '[role=dialog]' }

/** The element with this label, on a page that was examined before. */
export const onlyLabelled = (label: string): Subject => ({ within: `[aria-label="${label}"]` })

const require = createRequire(import.meta.url)
/** The rules of the builder for Playwright, in their smallest form. */
const code = createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')

/**
 * axe's findings on a page, or in part of it: by rule, the elements that violate it. The rules run in the page itself
 * and return only violations, which takes half the time of the builder; this would miss frames, so the examined part has
 * none.
 */
export async function axeFindings(page: Page, { within, theme }: Subject = {}): Promise<string[]> {
  await expect(page.locator(within === undefined ? 'iframe' : `${within} iframe`)).toHaveCount(0)
  if (within !== undefined) await expect(page.locator(within).first()).toBeVisible()
  // The rules are half a megabyte of code: a page that has them doesn't get them again.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readFileSync(code, 'utf8'))
  return page.evaluate(findInPage, { within, isDark: theme === 'dark' })
}

type Wanted = { within: string | undefined; isDark: boolean }

/** Runs in the page, so everything that it uses is within it. */
async function findInPage({ within, isDark }: Wanted): Promise<string[]> {
  const { axe } = globalThis as typeof globalThis & { axe: Rules }
  axe.configure({ noHtml: true })
  const options = { reporter: 'no-passes', elementRef: true }
  const colours = { runOnly: ['color-contrast', 'link-in-text-block'] }
  const { violations } = await axe.run(within ?? document, isDark ? { ...options, ...colours } : options)
  const quote = ({ element }: { element: Element }): string => element.outerHTML.slice(0, 200)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(quote).join(' | ')}`)
}
