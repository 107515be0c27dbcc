import { filled, words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { workingPage, type Wish } from './working-page.ts'

const { drafts, sent } = words.pageWork

shareApp()

const write = (label: string, text: string): Wish => ({
  label,
  method: 'ui/message',
  params: { role: 'user', content: [{ type: 'text', text }] },
})

test('[APP-42] [APS-8] a page’s message is a marked draft in the empty composer, and the user sends it', async ({
  app,
}) => {
  const { page } = app
  const { area, inside } = await workingPage(app, 'tables', [write('Write', 'Book a table for two at\u200B eight')])
  const field = page.getByRole('textbox', { name: words.composer.field.name })
  await inside.getByRole('button', { name: 'Write' }).click()
  await expect(field).toHaveValue('Book a table for two at[U+200B] eight')
  await expect(inside.locator('output')).toHaveText('{}')
  const mark = page.locator('[data-page-draft="in-text"]')
  await expect(mark).toContainText(filled(drafts.places['in-text'], { server: 'tables' }))
  // The draft outlives its page and a reload, as the user's own text does.
  await area.getByRole('button', { name: words.pages.bar.close }).click()
  await expect(area.locator('iframe')).toHaveCount(0)
  await look(page, 'page draft in the composer', { within: '[data-dock]' })
  await page.reload()
  await expect(field).toHaveValue('Book a table for two at[U+200B] eight')
  await expect(mark).toBeVisible()
  await field.fill('Book a table for three')
  await expect(page.locator('[data-page-draft="changed"]')).toBeVisible()
  await page.getByRole('button', { name: words.composer.actions.send, exact: true }).click()
  await expect(page.getByText(filled(sent.changed, { server: 'tables', tool: 'shown' }))).toBeVisible()
  await expect(page.locator('[data-page-draft]')).toHaveCount(0)
  await expect(field).toHaveValue('')
  await look(page, 'sent page draft', { within: 'main' })
})

test('[APS-8] a page’s message waits beside a text of the user’s, who takes it or removes it', async ({ app }) => {
  const { page } = app
  const { area, inside } = await workingPage(app, 'tables', [write('Write', 'Book a table for two at\u200B eight')])
  const field = page.getByRole('textbox', { name: words.composer.field.name })
  const card = page.locator('[data-page-draft="beside"]')
  await inside.getByRole('button', { name: 'Write' }).click()
  await expect(page.locator('[data-page-draft="in-text"]')).toBeVisible()
  // Emptying the field removes a draft.
  await field.fill('')
  await expect(page.locator('[data-page-draft]')).toHaveCount(0)
  await field.fill('My own words')
  await inside.getByRole('button', { name: 'Write' }).click()
  await expect(card).toContainText(filled(drafts.places.beside, { server: 'tables' }))
  await expect(field).toHaveValue('My own words')
  await area.getByRole('button', { name: words.pages.bar.close }).click()
  await expect(area.locator('iframe')).toHaveCount(0)
  await look(page, 'page draft beside the composer', { within: '[data-dock]' })
  await card.getByRole('button', { name: drafts.take }).click()
  await expect(field).toHaveValue('My own words\n\nBook a table for two at[U+200B] eight')
  await page.getByRole('button', { name: drafts.removeOf('tables') }).click()
  await expect(field).toHaveValue('My own words')
  await expect(page.locator('[data-page-draft]')).toHaveCount(0)
})
