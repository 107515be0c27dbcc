import type { Page } from '@playwright/test'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeConversation } from '../../support/long/conversation.ts'
import { words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

const { callSet, callState, find, thread } = words.chat
const { searchPage } = words

shareApp()

/** Whether the current match is a text, and in view. */
const atMatch = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('found-here') ?? [])]
    if (!(range instanceof Range)) return undefined
    const box = range.getBoundingClientRect()
    return box.top >= 0 && box.bottom <= innerHeight ? range.toString() : undefined
  })

test('[FND-6] goes by keyboard from a search result to the exact passage, and through every match there @all', async ({
  app,
}) => {
  await app.end()
  await writeConversation(app.directory, 'Endless', 400)
  await app.again()
  const { page } = app
  await page.keyboard.press('Control+Shift+F')
  await expect(page.getByRole('textbox', { name: searchPage.field })).toBeFocused()
  await page.keyboard.type('ADD37(value')
  const matches = page.getByRole('list', { name: searchPage.list }).getByRole('link')
  await expect(matches).toHaveCount(1)
  await matches.press('Enter')
  const bar = page.getByRole('search', { name: find.title })
  const field = bar.getByRole('textbox')
  await expect(bar).toContainText(find.count(1, 1, false))
  await expect.poll(() => atMatch(page)).toBe('add37(value')

  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await page.keyboard.press('Control+F')
  await expect(field).toBeFocused()
  await page.keyboard.type('a paragraph WITH')
  await expect(bar).toContainText(find.count(1, 199, false))
  await page.keyboard.press('Shift+Enter')
  await expect(bar).toContainText(find.count(199, 199, false))
  await expect(page.getByRole('log', { name: thread.name })).toContainText('Part 198')
  await expect.poll(() => atMatch(page)).toBe('A paragraph with')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(page.getByRole('log', { name: thread.name })).toContainText('Part 198')

  await new Steps(app).connectModel()
  app.fake.setScenario({ turns: [{ content: [{ text: 'A running oboe, and one more oboe.' }, { wait_ms: 600_000 }] }] })
  await page.keyboard.press('Control+Shift+O')
  await new Steps(app).send('Go')
  await expect(page.getByRole('log', { name: thread.name })).toContainText('one more oboe')
  await page.keyboard.press('Control+F')
  await page.keyboard.type('an oboe')
  await expect(bar).toContainText(find.none)
  await field.fill('oboe')
  await expect(bar).toContainText(find.count(1, 2, false))
  await page.keyboard.press('Enter')
  await expect(bar).toContainText(find.count(2, 2, false))
  await expect.poll(() => atMatch(page)).toBe('oboe')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words.composer.actions.stop }).press('Enter')
  await expect(page.getByText(words.chat.turnEnd.stopped)).toBeVisible()
})

test('[FND-8] [FND-9] shows passages as people read them, their counts, and the conversation around each', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const { keyboard } = page
  await person.prepare()
  app.fake.setScenario({
    turns: [{ content: [{ text: '## The **orders** table\n\nCopy `orders` first.\n\nThen **swap** the orders.' }] }],
  })
  await person.send('Plan it')
  await expect(page.getByRole('log', { name: thread.name })).toContainText('swap the orders')
  await expect(person.composer).toBeEditable()

  await page.setViewportSize({ width: 1280, height: 800 })
  await person.typeInPalette('orders table')
  const option = page.getByRole('option').filter({ hasText: 'The orders table Copy orders first.' })
  await expect(option).toContainText('Plan it')
  await keyboard.press('Escape')

  await keyboard.press('Control+Shift+F')
  await expect(page.getByRole('textbox', { name: searchPage.field })).toBeFocused()
  await keyboard.type('orders')
  const list = page.getByRole('list', { name: searchPage.list })
  await expect(list.getByRole('listitem')).toContainText([searchPage.inText(3)])
  await expect(page.getByRole('status').filter({ hasText: searchPage.count(3, 1, false) })).toBeVisible()
  const around = page.getByRole('region', { name: searchPage.preview })
  await expect(around.getByRole('heading', { name: 'The orders table' })).toBeVisible()
  await expect(around.getByText('Plan it')).toHaveCount(2)
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('found')?.size)).toBe(3)
  await expect(around.getByRole('button')).toHaveCount(0)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(around).toHaveCount(0)

  await keyboard.press('ArrowDown')
  await expect(list.getByRole('link')).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(page.getByRole('textbox', { name: searchPage.field })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('search', { name: find.title })).toContainText(find.count(1, 3, false))
  await expect.poll(() => atMatch(page)).toBe('orders')
})

test('[CHAT-37] puts like successes into one row, which keys and a match of the search open', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  const folder = path.join(realpathSync(app.directory), 'reports')
  mkdirSync(folder)
  const files = Array.from({ length: 6 }, (_, at) => path.join(folder, `report-${at + 1}.md`))
  for (const [at, file] of files.entries()) writeFileSync(file, `Dry, said number ${at + 1}.`)
  await person.prepare({ servers: { files: [App.script('filesystem'), folder] } })
  const reads = files.map((file) => ({ tool_use: { name: 'files__read_text_file', input: { path: file } } }))
  app.fake.setScenario({
    turns: [{ match: { last_user: 'Read' }, content: reads }, { content: [{ text: 'All six are read.' }] }],
  })
  await person.send('Read all.')
  const run = page.getByRole('button', { name: words.plan.run(6, 6) })
  await expect(run).toBeVisible()
  await page.keyboard.press('Control+.')
  await expect(page.getByRole('button', { name: words.plan.denyAll, exact: true })).toBeFocused()
  await expect(run).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('All six are read.')).toBeVisible()

  const row = page.getByRole('group', { name: callSet.likeCalls(6, 'Read Text File') })
  const cards = person.call('Read Text File', callState.succeeded)
  await expect(row).toContainText('reports/report-1…6.md')
  await expect(cards).toHaveCount(0)
  const toggle = row.getByRole('button', { name: callSet.showLike(6) })
  await toggle.press('ArrowRight')
  await expect(cards).toHaveCount(6)
  await look(page, 'like calls')
  await row.getByRole('button', { name: callSet.hideLike(6) }).press('ArrowLeft')
  await expect(cards).toHaveCount(0)

  await page.keyboard.press('Control+F')
  await page.keyboard.type('said number 4')
  await expect.poll(() => atMatch(page)).toBe('said number 4')
  await expect(cards).toHaveCount(6)
})
