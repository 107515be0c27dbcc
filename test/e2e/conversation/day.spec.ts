import type { Locator } from '@playwright/test'
import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { Steps } from '../support/steps.ts'

const { branches, find, thread } = words.chat
const { palette } = words

shareApp()

test('[FRA-21] gets through a day’s work by keyboard alone @all', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  const { keyboard } = page
  const log = page.getByRole('log', { name: thread.name })
  const heading = (title: string): Locator => page.getByRole('heading', { name: title, exact: true, level: 1 })
  const dialog = (title: string): Locator => page.getByRole('dialog', { name: title })
  await person.prepare({ servers: { playground: { type: 'playground' } } })
  await page.evaluate(() => {
    document.body.dataset['presses'] = '0'
    const count = (): void => void (document.body.dataset['presses'] = 'some')
    addEventListener('pointerdown', count, { capture: true })
  })
  /** Types where the focus is, like a user. */
  const say = async (text: string): Promise<void> => {
    await expect(person.composer).toBeFocused()
    await keyboard.type(text)
    await keyboard.press('Enter')
  }
  const take = async (query: string): Promise<void> => {
    await person.typeInPalette(query)
    await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
    await keyboard.press('Enter')
  }

  await test.step('asks, and gets a reply', async () => {
    await say('Good morning')
    await expect(log.getByText('Echo: Good morning')).toBeVisible()
  })

  await test.step('reads a call and allows it', async () => {
    await say('!tool playground__roll_dice {}')
    const ask = person.ask('Roll dice')
    await expect(ask).toBeVisible()
    await keyboard.press('Control+.')
    await expect(person.denial(ask)).toBeFocused()
    const allow = ask.getByRole('button', { name: words.inbox.answers.allowOnce, exact: true })
    await expect(allow).not.toHaveAttribute('aria-disabled', 'true')
    await keyboard.press('a')
    await expect(log.getByText(/^Results: /)).toBeVisible()
  })

  await test.step('edits the last message, which begins a branch', async () => {
    await expect(person.composer).toBeFocused()
    await keyboard.press('ArrowUp')
    const field = log.getByRole('textbox', { name: branches.field })
    await expect(field).toBeFocused()
    await keyboard.press('Control+a')
    await keyboard.type('Good evening')
    await keyboard.press('Control+Enter')
    await expect(log.getByText('Echo: Good evening')).toBeVisible()
    await expect(log.getByRole('group', { name: branches.name(2, 2) })).toBeVisible()
  })

  await test.step('names, stars and measures the conversation', async () => {
    await take(`>${palette.renameConversation}`)
    await expect(page.getByRole('textbox', { name: words.chat.bar.title })).toBeFocused()
    await keyboard.type('The day')
    await keyboard.press('Enter')
    await expect(heading('The day')).toBeVisible()
    await take(`>${palette.starConversation}`)
    const starred = page.getByRole('region', { name: words.frame.conversations.groups.starred, exact: true })
    await expect(starred.getByRole('link', { name: 'The day' })).toBeVisible()
    await take(`>${palette.showRequest}`)
    await expect(dialog(words.models.request.title).getByText(words.models.request.messages)).toBeVisible()
    await keyboard.press('Escape')
    await expect(dialog(words.models.request.title)).toBeHidden()
  })

  await test.step('begins another conversation with another model', async () => {
    await keyboard.press('Control+Shift+o')
    await expect(heading(words.chat.page.newConversation)).toBeVisible()
    await expect(person.composer).toBeFocused()
    await keyboard.press('Control+Shift+m')
    await expect(page.getByRole('menuitemradio').first()).toBeVisible()
    await keyboard.type('opus 5.5')
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: words.models.picker.label('Claude Opus 5.5') })).toBeVisible()
    await say('Something else')
    await expect(log.getByText('Echo: Something else')).toBeVisible()
  })

  await test.step('finds the first conversation by its words, and the words in it', async () => {
    await keyboard.press('Control+Shift+f')
    await expect(page.getByRole('textbox', { name: words.searchPage.field })).toBeFocused()
    await keyboard.type('evening')
    const results = page.getByRole('list', { name: words.searchPage.list }).getByRole('link')
    await expect(results.first()).toBeVisible()
    const isThere = () => results.first().evaluate((it) => it === document.activeElement)
    for (let presses = 0; presses < 30 && !(await isThere()); presses++) await keyboard.press('Tab')
    await expect(results.first()).toBeFocused()
    await keyboard.press('Enter')
    await expect(heading('The day')).toBeVisible()
    await keyboard.press('Escape')
    await keyboard.press('Control+f')
    await expect(page.getByRole('search', { name: find.title }).getByRole('textbox')).toBeFocused()
    await keyboard.type('morning')
    await expect(page.getByRole('search', { name: find.title })).toContainText(find.count(1, 2, false))
    await keyboard.press('Escape')
  })

  await test.step('goes to the next conversation and back, and opens the export', async () => {
    await person.composer.focus()
    await keyboard.press('Alt+ArrowDown')
    await expect(heading('Something else')).toBeVisible()
    await keyboard.press('Alt+ArrowUp')
    await expect(heading('The day')).toBeVisible()
    await take(`>${palette.exportConversation}`)
    await expect(dialog(words.chat.export.title)).toBeVisible()
    await keyboard.press('Escape')
    await expect(dialog(words.chat.export.title)).toBeHidden()
  })

  await test.step('creates a project, and begins in it', async () => {
    await take(`>${words.frame.projects.create}`)
    await expect(page.getByRole('textbox', { name: words.frame.projects.name })).toBeFocused()
    await keyboard.type('Atlas')
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: words.chat.project.chip('Atlas'), exact: true })).toBeVisible()
    await say('In the project')
    await expect(page.getByRole('region', { name: 'Atlas', exact: true }).getByRole('link')).toHaveCount(1)
  })

  await test.step('looks at the log of what ran, and at the settings', async () => {
    await take('audit log')
    await expect(page.getByRole('heading', { name: words.audit.page.title, level: 1 })).toBeVisible()
    await keyboard.press('Control+,')
    await expect(page).toHaveURL(/#\/settings/)
    await expect(page.getByRole('heading', { name: words.frame.pages.settings, level: 1 })).toBeFocused()
  })
  expect(await page.evaluate(() => document.body.dataset['presses'])).toBe('0')
})
