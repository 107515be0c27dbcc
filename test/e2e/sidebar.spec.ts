import type { Page } from '@playwright/test'
import { chatGptFile, gptConversation, gptNode } from '../support/importing/import-samples.ts'
import { importAll } from '../support/importing/importing.ts'
import { expect, shareApp, test } from './support/app.ts'
import { PageLink } from './support/page-link.ts'
import { Steps } from './support/steps.ts'

shareApp()

const conversations = Array.from({ length: 60 }, (_, n) =>
  gptConversation(`gpt-${n}`, `Row ${n}`, [gptNode('n1', null, { role: 'user', text: `How many in row ${n}?` })]),
)

/** Counts the times that the page writes from now on. Each row of the sidebar has one. */
async function countTimes(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    let times = 0
    const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format') ?? {}
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get(this: Intl.DateTimeFormat) {
        times += 1
        return get?.call(this) as Intl.DateTimeFormat['format']
      },
    })
    return () => times
  })
  return () => counter.evaluate((times) => times())
}

test('[FRA-23] renders only two rows of the sidebar when another conversation opens @all', async ({ app }) => {
  const { page } = app
  await new Steps(app).prepare()
  await importAll(new PageLink(page), chatGptFile(...conversations))
  const rows = page.getByRole('navigation').getByRole('link', { name: /^Row \d/ })
  await expect(rows).toHaveCount(conversations.length)
  const times = await countTimes(page)
  const open = async (at: number): Promise<number> => {
    const row = rows.nth(at)
    await row.click()
    await expect(row).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText(/How many in row/)).toBeVisible()
    return times()
  }
  const first = await open(0)
  expect(first).toBeGreaterThan(0)
  expect((await open(1)) - first).toBeLessThan(conversations.length / 3)
})
