import type { Page } from '@playwright/test'
import { orchard, chatGptFile, gptConversation, gptNode } from '../../support/importing/import-samples.ts'
import { file as packed, zip } from '../../support/bundles/zip.mjs'
import { any, contains, words } from '../../support/words.ts'
import { conversationImport as texts } from '../../../renderer/strings/conversation/conversation-import.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const plums = gptConversation('gpt-plums', 'Plums', [gptNode('n1', null, { role: 'user', text: 'How many plums?' })])
const file = chatGptFile(orchard, plums, gptConversation('gpt-empty', 'Nothing here', []))

/** A conversation in a project, as Atrium exports it. */
const winds = JSON.stringify({
  format: 'atrium-conversation',
  version: 1,
  project: 'Winds',
  conversation: {
    id: 'winds',
    title: 'Oboes',
    turns: [{ id: 't1', startedAt: 1, message: { parts: [{ type: 'text', text: 'Which reeds?' }] }, messages: [] }],
  },
})

/** Opens the dialog from the palette. */
async function openDialog(page: Page) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`>${words.palette.importConversations}`)
  await expect(page.getByRole('option', { name: words.palette.importConversations })).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: texts.title })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Chooses a file, as in the system's dialog. */
async function choose(page: Page, name: string, content: string | Buffer) {
  const dialog = await openDialog(page)
  const opened = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: texts.choose }).press('Enter')
  await (
    await opened
  ).setFiles({
    name,
    mimeType: name.endsWith('.zip') ? 'application/zip' : 'application/json',
    buffer: Buffer.from(content),
  })
  return dialog
}

test('[IMC-9] [PRJ-7] imports conversations by keyboard, opens the first one, and undoes an import @all', async ({
  app,
}) => {
  const { page } = app
  const steps = new Steps(app)
  await steps.prepare({})
  const refused = await choose(page, 'notes.json', '{"a":1}')
  await expect(refused.getByRole('alert')).toContainText('conversations.json')
  await look(page, 'import-refused')
  await page.keyboard.press('Escape')
  await expect(refused).toBeHidden()

  const dialog = await choose(page, 'conversations.json', file)
  const list = dialog.getByRole('list', { name: texts.list })
  await expect(list.getByRole('checkbox')).toHaveCount(2)
  await expect(list).toContainText(texts.parts.tools(2))
  await expect(dialog.getByText(texts.refused(1))).toBeVisible()
  await look(page, 'import-preview')
  const plumsBox = list.getByRole('checkbox', { name: contains('Plums') })
  await plumsBox.press('Space')
  await expect(plumsBox).not.toBeChecked()
  await dialog.getByRole('button', { name: texts.run(1) }).press('Enter')
  await expect(dialog.getByText(texts.done(1))).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.close, exact: true }).last()).toBeFocused()
  await look(page, 'import-done')
  await dialog.getByRole('link', { name: texts.open }).press('Enter')
  await expect(dialog).toBeHidden()
  const log = page.getByRole('log', { name: words.chat.thread.name })
  const { imported } = words.chat
  await expect(log.getByText(contains(imported.begins('ChatGPT', any)))).toBeVisible()
  await expect(log.getByText('Medlars after the frost.')).toBeVisible()
  await look(page, 'imported')
  await page.setViewportSize({ width: 1280, height: 800 })

  await steps.send('And apples?')
  await expect(log.getByText(imported.ends)).toBeVisible()

  const again = await choose(page, 'conversations.json', file)
  const there = again.getByRole('checkbox', { name: contains('The orchard') })
  await expect(there).not.toBeChecked()
  await again.getByRole('button', { name: texts.run(1) }).press('Enter')
  await again.getByRole('button', { name: texts.undo }).press('Enter')
  await expect(again.getByText(texts.undone(1))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(again).toBeHidden()

  const named = await choose(page, 'winds.json', winds)
  await named.getByRole('checkbox', { name: texts.newProject('Winds') }).press('Space')
  await look(page, 'import-project')
  await named.getByRole('button', { name: texts.run(1) }).press('Enter')
  await expect(named.getByText(texts.done(1))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Winds', exact: true }).getByRole('link')).toHaveText(/Oboes/)
  const here = await choose(page, 'winds.json', winds)
  await expect(here.getByRole('checkbox', { name: texts.project('Winds') })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(here).toBeHidden()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Plums' })).toHaveCount(0)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'The orchard' }).first()).toBeVisible()
})

test('[IMC-30] [IMC-31] imports the ZIP archive of a data export, and says why it can’t read another', async ({
  app,
}) => {
  const { page } = app
  await new Steps(app).prepare({})
  const refused = await choose(page, 'pictures.zip', zip([packed('cat.png', 'png')]))
  await expect(refused.getByRole('alert')).toContainText('has no conversations.json')
  await look(page, 'import-zip-refused')
  await page.keyboard.press('Escape')
  await expect(refused).toBeHidden()
  const pears = chatGptFile(
    gptConversation('gpt-pears', 'Pears', [gptNode('n1', null, { role: 'user', text: 'Pears?' })]),
  )
  const dialog = await choose(page, 'export.zip', zip([packed('user.json', '{}'), packed('conversations.json', pears)]))
  await expect(dialog.getByRole('checkbox', { name: contains('Pears') })).toBeChecked()
  await look(page, 'import-zip')
  await dialog.getByRole('button', { name: texts.run(1) }).press('Enter')
  await expect(dialog.getByText(texts.done(1))).toBeVisible()
})
