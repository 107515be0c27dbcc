import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

const { context, models } = words

shareApp()

test('[CMP-1] [CMP-3] [CMP-5] [CMP-8] summarises a full conversation for the model, and leaves single items out @all', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page, fake } = app
  await person.prepare({ servers: { playground: { type: 'playground' } } })
  const dialog = page.getByRole('dialog')
  const line = page.getByRole('note', { name: context.inUse })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
  const inLine = (name: string) => line.getByRole('button', { name, exact: true })

  await test.step('offers a summary once the context is nearly full', async () => {
    await person.send('!tool playground__roll_dice {}')
    await person.allow('Roll dice')
    await expect(page.getByText(/^Results: /)).toBeVisible()
    const usage = { input_tokens: 10_000_000 }
    fake.setScenario({ turns: [{ content: [{ text: 'Quinces ripen in October.' }], usage }] })
    await person.send('When do quinces ripen?')
    await expect(page.getByText('Quinces ripen in October.')).toBeVisible()
    await expect(page.getByText(context.offerDetail)).toBeVisible()
    await look(page, 'summary-offer')
    await press(context.notNow)
    await expect(page.getByText(context.offerDetail)).toBeHidden()
  })

  await test.step('says that the model writes the summary, and stops it', async () => {
    fake.setScenario({ turns: [{ content: [{ wait_ms: 600_000 }] }] })
    await person.choose(page.getByRole('button', { name: models.system.menu }), context.summarise)
    await expect(page.getByRole('status').getByText(/is summarizing/)).toBeVisible()
    await look(page, 'summary-running')
    await press(context.cancel)
    await expect(page.getByText(context.ends.cancelled)).toBeVisible()
    await look(page, 'summary-stopped')
  })

  await test.step('marks the summary’s place, and lets the user read, edit and undo it', async () => {
    fake.setScenario({ turns: [{ content: [{ text: 'They rolled dice.' }] }] })
    await person.typeInPalette(context.summarise)
    await page.keyboard.press('Enter')
    await expect(line.getByText(context.inUse)).toBeVisible()
    await look(page, 'summary-line')
    await inLine(context.read).press('Enter')
    await expect(dialog.getByText('They rolled dice.')).toBeVisible()
    await expect(dialog.getByText('roll_dice')).toBeVisible()
    await look(page, 'summary-read')
    await page.keyboard.press('Escape')
    await inLine(context.edit).press('Enter')
    await dialog.getByRole('textbox', { name: context.dialog.editing }).fill('They rolled one die.')
    await look(page, 'summary-edit')
    await dialog.getByRole('button', { name: context.dialog.save }).press('Enter')
    await expect(dialog).toBeHidden()
    fake.setScenario({ turns: [] })
    await person.send('And medlars?')
    await expect(page.getByText('And medlars?').last()).toBeVisible()
    await expect.poll(() => JSON.stringify(fake.state.log.at(-1)?.body)).toContain('They rolled one die.')
    await inLine(context.undo).press('Enter')
    await expect(line.getByText(context.undone)).toBeVisible()
    await inLine(context.restore).press('Enter')
    await expect(line.getByText(context.inUse)).toBeVisible()
    await inLine(context.undo).press('Enter')
    await expect(line.getByText(context.undone)).toBeVisible()
  })

  await test.step('leaves one result out in the next request, says so at the call, and puts it back', async () => {
    await person.typeInPalette(words.palette.showRequest)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: models.request.oneByOne(1, 1) }).press('Enter')
    const item = dialog.getByRole('switch', { name: context.switchItem('Roll dice') })
    await item.press('Space')
    await expect(item).not.toBeChecked()
    await expect(dialog.getByText(models.request.leftOut)).toBeVisible()
    await look(page, 'request-items')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByText(context.leftOut)).toBeVisible()
    await look(page, 'left-out')
    await press(context.putBack)
    await expect(page.getByText(context.leftOut)).toBeHidden()
  })
})
