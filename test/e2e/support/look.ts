import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { isQuick } from '../../../tools/quick.mjs'
import { axeFindings, type Subject } from './axe.ts'

type View = { width: number; theme: 'light' | 'dark' }

/**
 * Wide and narrow, and the other theme's colours: they are the same at every width except for the audit's table and a
 * question's frame, whose own tests check both.
 */
const views: View[] = [
  { width: 380, theme: 'light' },
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
]

/** `isWide`: only as in a wide window, because in a narrow one it is folded. */
type Looked = Omit<Subject, 'theme'> & { isWide?: boolean }

/**
 * No axe violations, and nothing scrolls sideways; saves pictures where ATRIUM_PICTURES says. A quick run looks at the
 * first view only: the specs of the pictures and of all screens see the others.
 */
export async function look(page: Page, name: string, { isWide = false, ...subject }: Looked = {}): Promise<void> {
  const folder = process.env['ATRIUM_PICTURES']
  const wanted = isWide ? views.slice(1) : views
  for (const { width, theme } of isQuick ? wanted.slice(0, 1) : wanted) {
    const what = `${name}, ${theme}, ${width} px`
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { ...subject, theme }), what).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0)
    if (folder) await page.screenshot({ path: path.join(folder, `${name}-${width}.${theme}.png`) })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
