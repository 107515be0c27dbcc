import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { Steps } from '../support/steps.ts'

shareApp()

test('[TTL-1] [TTL-2] names a conversation after the setting is turned on by keyboard, and keeps the user’s title', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const heading = (title: string) => page.getByRole('heading', { name: title, exact: true, level: 1 })
  await person.prepare()
  await page.goto(app.address('/settings/models'))
  const titles = page.getByRole('switch', { name: words.settingsModels.titles })
  await expect(titles).not.toBeChecked()
  await titles.press('Space')
  await expect(titles).toBeChecked()
  await person.newConversation()
  app.fake.setScenario({ turns: [{ content: [{ text: 'In October.' }] }, { content: [{ text: 'Quince season' }] }] })
  await person.send('When do quinces ripen?')
  await expect(page.getByText('In October.')).toBeVisible()
  await expect(heading('Quince season')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Quince season' })).toBeVisible()
  await person.typeInPalette(`>${words.palette.renameConversation}`)
  await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: words.chat.bar.title }).fill('Fruit')
  await page.keyboard.press('Enter')
  await expect(heading('Fruit')).toBeVisible()
  app.fake.setScenario({ turns: [{ content: [{ text: 'In November.' }] }] })
  await person.send('And medlars?')
  await expect(page.getByText('In November.')).toBeVisible()
  await expect(heading('Fruit')).toBeVisible()
})
