import path from 'node:path'
import { any, beginsWith, whole, words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

const { prompts } = words
const { marks } = words.results

shareApp()

test('[SED-1] marks a prompt’s messages for the user alone in the preview, also on a phone, and keeps them from the model', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const offers = path.join(root, 'test/support/servers/offers/offers.mjs')
  const form = page.getByRole('form', { name: whole(prompts.form.label(any, any)) })
  const chips = page.getByRole('list', { name: words.composer.picked.list }).getByRole('listitem')
  await person.prepare({
    servers: { readers: { command: process.execPath, args: [offers], env: { READERS: '1' } } },
  })
  await person.newConversation()

  await test.step('shows each message with its reader', async () => {
    await person.composer.focus()
    await page.keyboard.type('/readers')
    await page.keyboard.press('Enter')
    const messages = form.getByRole('list', { name: prompts.messages.label }).getByRole('listitem')
    await expect(messages).toHaveCount(5)
    for (const at of [0, 2, 3]) await expect(messages.nth(at)).toContainText(`${marks.user}. ${marks.notGiven}`)
    await expect(messages.nth(1)).toContainText(marks.assistant)
    await expect(messages.nth(4)).toContainText(marks.both)
    await look(page, 'readers', { within: 'main' })
    await page.setViewportSize({ width: 380, height: 800 })
    await messages.nth(3).scrollIntoViewIfNeeded()
    await expect(messages.nth(3).getByText(marks.notGiven)).toBeVisible()
    await look(page, 'readers-380', { within: 'main' })
    await page.keyboard.press('Control+Enter')
  })

  await test.step('says that they’re lost with “Edit as my text”', async () => {
    await chips.getByRole('button', { name: beginsWith(prompts.chip.show) }).click()
    await expect(page.getByText(prompts.dialog.loses(prompts.dialog.forYou(3)))).toBeVisible()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('sends the model the others', async () => {
    await person.send('Go on')
    await expect(person.receipts).toBeVisible()
    const request = JSON.stringify(app.fake.state.log.findLast((it) => it.path === '/v1/messages')?.body.messages)
    expect(request).toContain('For the model alone')
    expect(request).not.toContain('For the person alone')
    expect(request).not.toContain('The person reads this answer')
  })
})
