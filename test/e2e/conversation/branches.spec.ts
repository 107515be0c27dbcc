import type { Locator } from '@playwright/test'
import { contains, words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

const { branches, thread } = words.chat

shareApp()

test('[BRN-6] [BRN-7] edits a message, retries an answer, walks, deletes and restores branches by keyboard alone', async ({
  app,
}) => {
  const person = new Steps(app)
  await person.prepare()
  const { page } = app
  const { keyboard } = page
  const log = page.getByRole('log', { name: thread.name })
  /** While a turn runs, the button takes no press. */
  const press = async (button: Locator): Promise<void> => {
    await expect(button).toBeEnabled()
    await button.press('Enter')
  }
  const at = (place: number, count: number) => log.getByRole('group', { name: branches.name(place, count) })
  await person.send('The first question')
  await expect(log.getByText('Echo: The first question')).toBeVisible()
  await person.send('The second question')
  await expect(log.getByText('Echo: The second question')).toBeVisible()

  await test.step('edits the last message', async () => {
    await expect(person.composer).toBeFocused()
    await keyboard.press('ArrowUp')
    const field = log.getByRole('textbox', { name: branches.field })
    await expect(field).toBeFocused()
    await keyboard.press('Escape')
    await expect(field).toBeHidden()
    await expect(log.getByRole('button', { name: branches.edit }).last()).toBeFocused()
    await keyboard.press('Enter')
    await expect(field).toBeFocused()
    await keyboard.type(', put better')
    await look(page, 'branches-edit')
    await field.focus()
    await keyboard.press('Control+Enter')
    await expect(log.getByText('Echo: The second question, put better')).toBeVisible()
    await expect(person.composer).toBeFocused()
    await expect(at(2, 2)).toBeVisible()
  })

  await test.step('walks to the earlier branch and back', async () => {
    await press(at(2, 2).getByRole('button', { name: branches.previous }))
    await expect(at(1, 2).getByRole('button', { name: branches.previous })).toBeFocused()
    await expect(log.getByText('The second question, put better')).toHaveCount(0)
    await press(at(1, 2).getByRole('button', { name: branches.next }))
    await expect(at(2, 2).getByRole('button', { name: branches.next })).toBeFocused()
  })

  await test.step('retries the answer, and branches from the first one', async () => {
    await press(log.getByRole('button', { name: branches.retry, exact: true }).last())
    await expect(at(3, 3)).toBeVisible()
    await look(page, 'branches')
    await press(log.getByRole('button', { name: branches.retryWith }).last())
    await expect(page.getByRole('menu')).toBeVisible()
    await keyboard.type('haiku')
    await keyboard.press('Enter')
    await expect(at(4, 4)).toBeVisible()
    await expect(log.getByText(contains(thread.modelChanged('Claude Haiku')))).toBeVisible()
    await press(log.getByRole('button', { name: branches.from }).first())
    await expect(log.getByText(branches.later(4))).toBeVisible()
    await expect(person.composer).toBeFocused()
    await keyboard.type('A third way')
    await keyboard.press('Enter')
    await expect(at(5, 5)).toBeVisible()
  })

  await test.step('shows the tree, deletes a branch, restores it and enters another', async () => {
    await person.choose(page.getByRole('button', { name: words.models.system.menu }), branches.menu)
    const dialog = page.getByRole('dialog', { name: branches.title })
    const current = dialog.locator('[aria-current]')
    await expect(dialog.getByRole('listitem')).toHaveCount(6)
    await expect(current).toHaveText([/The first question/, /A third way/])
    await look(page, 'branches-tree')
    await press(dialog.getByRole('button', { name: branches.removeBranch('A third way') }))
    const restore = dialog.getByRole('button', { name: branches.restoreBranch('A third way') })
    await expect(restore).toBeFocused()
    await expect(current).toHaveText([/The first question/, /The second question, put better/])
    await expect(log.getByText('A third way')).toHaveCount(0)
    await restore.press('Enter')
    await expect(current).toHaveText([/The first question/, /A third way/])
    const show = (name: string) => dialog.getByRole('button', { name: branches.showBranch(name), exact: true })
    await show('The first question').focus()
    await keyboard.press('ArrowRight')
    await expect(show('The second question')).toBeFocused()
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowUp')
    await expect(show('The second question')).toBeFocused()
    await keyboard.press('ArrowLeft')
    await expect(show('The first question')).toBeFocused()
    await press(show('The second question'))
    await expect(current).toHaveText([/The first question/, /The second question/])
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(log.getByText('Echo: The second question', { exact: true })).toBeVisible()
  })

  await test.step('edits, retries and branches at a message in focus, each with one key', async () => {
    await person.composer.focus()
    await keyboard.press('Alt+Shift+ArrowUp')
    await keyboard.press('e')
    await expect(log.getByRole('textbox', { name: branches.field })).toBeFocused()
    await keyboard.press('Escape')
    await person.composer.focus()
    await keyboard.press('Alt+Shift+ArrowUp')
    await keyboard.press('r')
    await expect(at(6, 6)).toBeVisible()
    await expect(log.getByText('Echo: The second question', { exact: true })).toBeVisible()
    await expect(person.composer).toBeFocused()
    await keyboard.press('Alt+Shift+ArrowUp')
    await keyboard.press('Alt+Shift+ArrowUp')
    await keyboard.press('b')
    await expect(log.getByText(branches.later(6))).toBeVisible()
    await press(log.getByRole('button', { name: branches.back }))
    await expect(at(6, 6)).toBeVisible()
  })

  await test.step('opens a match of the search in its own branch', async () => {
    await keyboard.press('Control+Shift+F')
    await expect(page.getByRole('textbox', { name: words.searchPage.field })).toBeFocused()
    await keyboard.type('put better')
    await page.getByRole('list', { name: words.searchPage.list }).getByRole('link').first().press('Enter')
    await expect(at(4, 6)).toBeVisible()
    const bar = page.getByRole('search', { name: words.chat.find.title })
    await expect(bar).toContainText(words.chat.find.count(2, 2, false))
  })
})
