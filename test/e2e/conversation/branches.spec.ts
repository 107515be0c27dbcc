import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

const { branches, thread } = words.chat

shareApp()

test('[BRN-6] edits a message, retries an answer and walks the branches by keyboard alone', async ({ app }) => {
  const person = new Steps(app)
  await person.prepare()
  const { page } = app
  const { keyboard } = page
  const log = page.getByRole('log', { name: thread.name })
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
    await keyboard.press('Control+Enter')
    await expect(log.getByText('Echo: The second question, put better')).toBeVisible()
    await expect(person.composer).toBeFocused()
    await expect(at(2, 2)).toBeVisible()
  })

  await test.step('walks to the earlier branch and back', async () => {
    await at(2, 2).getByRole('button', { name: branches.previous }).press('Enter')
    await expect(at(1, 2).getByRole('button', { name: branches.previous })).toBeFocused()
    await expect(log.getByText('The second question, put better')).toHaveCount(0)
    await at(1, 2).getByRole('button', { name: branches.next }).press('Enter')
    await expect(at(2, 2).getByRole('button', { name: branches.next })).toBeFocused()
  })

  await test.step('retries the answer, and branches from the first one', async () => {
    await log.getByRole('button', { name: branches.retry, exact: true }).last().press('Enter')
    await expect(at(3, 3)).toBeVisible()
    await look(page, 'branches')
    await log.getByRole('button', { name: branches.from }).first().press('Enter')
    await expect(log.getByText(branches.later(3))).toBeVisible()
    await expect(person.composer).toBeFocused()
    await keyboard.type('A third way')
    await keyboard.press('Enter')
    await expect(at(4, 4)).toBeVisible()
  })
})
