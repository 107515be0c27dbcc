import { contains, words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

shareApp()

test('[OWN-1] [OWN-2] keeps the user’s own prompts, and puts them into a message by keyboard @all', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  const { keyboard } = page
  const { own, form } = words.prompts
  await person.prepare()
  await page.goto(app.address('/settings/prompts'))
  const list = page.getByRole('list', { name: own.list })

  await test.step('names what is wrong with a prompt, and then adds it', async () => {
    await expect(page.getByText(own.none)).toBeVisible()
    await look(page, 'own-prompts-none')
    await page.getByRole('button', { name: own.add }).press('Enter')
    const dialog = page.getByRole('dialog', { name: own.addTitle })
    await dialog.getByRole('textbox', { name: own.name }).fill('Weekly Report')
    await dialog.getByRole('textbox', { name: own.text }).fill('Report on {{topic}} for {{reader}}.')
    await keyboard.press('Control+Enter')
    await expect(dialog.getByText(own.nameWrong)).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: own.name })).toBeFocused()
    await look(page, 'own-prompts-form')
    await dialog.getByRole('textbox', { name: own.name }).fill('weekly-report')
    await keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(list.getByText('/weekly-report')).toBeVisible()
    await page.getByRole('button', { name: own.add }).press('Enter')
    await dialog.getByRole('textbox', { name: own.name }).fill('thanks')
    await dialog.getByRole('textbox', { name: own.text }).fill('Thank you!')
    await keyboard.press('Control+Enter')
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await look(page, 'own-prompts')
  })

  await test.step('deletes a prompt, and undoes that', async () => {
    await page.getByRole('button', { name: own.delete('thanks') }).press('Enter')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: words.ui.undo, exact: true }).press('Enter')
    await expect(list.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('fills in a prompt’s gaps, and adds another prompt in place', async () => {
    await person.newConversation()
    await person.composer.focus()
    await keyboard.type('/weekly')
    await expect(page.getByRole('option', { name: contains('/weekly-report') })).toBeVisible()
    await look(page, 'own-prompts-slash')
    await person.composer.focus()
    await keyboard.press('Enter')
    const fields = page.getByRole('form', { name: own.label('weekly-report') })
    await expect(fields.getByRole('textbox', { name: 'topic' })).toBeFocused()
    await keyboard.type('the garden')
    await keyboard.press('Control+Enter')
    await expect(fields.getByText(form.needed('reader'))).toBeVisible()
    await expect(fields.getByRole('textbox', { name: 'reader' })).toBeFocused()
    await look(page, 'own-prompts-gaps')
    await fields.getByRole('textbox', { name: 'reader' }).focus()
    await keyboard.type('Ann')
    await keyboard.press('Control+Enter')
    await expect(person.composer).toHaveValue('Report on the garden for Ann.')
    await expect(person.composer).toBeFocused()
    await keyboard.press('End')
    await keyboard.type(' /thanks')
    await keyboard.press('Enter')
    await expect(person.composer).toHaveValue('Report on the garden for Ann. Thank you!')
    await keyboard.press('Enter')
    await expect(page.getByRole('log').getByText('Echo: Report on the garden for Ann. Thank you!')).toBeVisible()
  })
})
