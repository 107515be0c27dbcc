import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { Steps } from '../support/steps.ts'

shareApp()

test('[TTL-1] [TTL-2] [TTL-3] asks once who names conversations; the model does, and the user’s title stays', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const heading = (title: string) => page.getByRole('heading', { name: title, exact: true, level: 1 })
  const offer = page.getByRole('status').filter({ hasText: words.chat.titles.question })
  await person.prepare({ asksTitles: true })
  app.fake.setScenario({ turns: [{ content: [{ text: 'In August.' }] }] })
  await person.send('When do plums ripen?')
  await expect(page.getByText('In August.')).toBeVisible()
  await expect(heading('When do plums ripen?')).toBeVisible()
  await person.composer.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(offer.getByRole('button', { name: words.chat.titles.yes })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(offer).toHaveCount(0)
  await page.goto(app.address('/settings/models'))
  await expect(page.getByRole('switch', { name: words.settingsModels.titles })).toBeChecked()
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
  await expect(offer).toHaveCount(0)
  await expect(heading('Fruit')).toBeVisible()
})
