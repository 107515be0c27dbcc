import type { Locator, Page } from '@playwright/test'
import { words } from '../support/words.ts'
import { expect, shareApp, test } from './support/app.ts'
import { Steps } from './support/steps.ts'

shareApp()

/** Names what would be under the system's buttons, in the corners of the window. */
const covered = (page: Page, corner: { left: number; right: number; height: number }): Promise<string[]> =>
  page.evaluate(({ left, right, height }) => {
    const all = [...document.querySelectorAll('a, button, input, h1')].filter((it) => it.checkVisibility())
    return all.flatMap((it) => {
      const box = it.getBoundingClientRect()
      const isUnder = box.width > 1 && box.top < height && (box.left < left || box.right > innerWidth - right)
      return isUnder ? [it.getAttribute('aria-label') ?? it.textContent] : []
    })
  }, corner)

test('[FRA-28] keeps its bar clear of the window’s own controls, and moves the window by it', async ({ app }) => {
  const steps = new Steps(app)
  const { page } = app
  await steps.prepare()
  await steps.send('hello')
  await expect(page.getByText('Echo: hello')).toBeVisible()
  const bar = page.getByRole('main').locator('header').first()
  const region = (of: Locator) => of.evaluate((it) => getComputedStyle(it).getPropertyValue('app-region'))
  expect(await region(bar)).toBe('drag')
  expect(await region(bar.getByRole('button', { name: words.chat.page.find }))).toBe('no-drag')
  const before = await bar.evaluate((it) => getComputedStyle(it).paddingInline)
  expect(before).toBe('20px 16px')
  for (const [name, corner] of [
    ['--controls-right', { left: 0, right: 140, height: 47 }],
    ['--controls-left', { left: 90, right: 0, height: 47 }],
  ] as const) {
    const wide = `${corner.left + corner.right}px`
    await page.evaluate(
      ([key = '', value = '']) => document.documentElement.style.setProperty(key, value),
      [name, wide],
    )
    for (const width of [1280, 900, 380]) {
      await page.setViewportSize({ width, height: 720 })
      await expect.poll(() => covered(page, corner), { message: `${name} at ${width}` }).toEqual([])
    }
    await page.evaluate((key) => document.documentElement.style.removeProperty(key), name)
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await steps.openPalette()
  expect(await region(page.getByRole('dialog', { name: words.palette.title }))).toBe('no-drag')
})
