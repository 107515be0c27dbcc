import path from 'node:path'
import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'
import { chips, detail, matches, picker } from '../servers/picking.ts'

shareApp()

const { folder, picker: picking, tree } = words.resources

test('[SED-5] [SED-6] opens a folder to what’s in it, filters by reader, and finds both by words, by keyboard and on a phone', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const resources = path.join(root, 'test/support/servers/offers/resources.mjs')
  await person.prepare({
    servers: { files: { command: process.execPath, args: [resources], env: { FOLDERS: '1' } } },
  })
  await person.newConversation()
  const rows = picker(page).getByRole('treeitem')

  await test.step('shows only what is for the model, or for the user', async () => {
    await person.add(words.resources.attachButton)
    const readers = picker(page).getByRole('combobox', { name: picking.readers })
    await readers.selectOption(picking.forReaders.model)
    await expect(rows.filter({ hasText: tree.claims.forModel })).toHaveText([/words/])
    await expect(rows.filter({ hasText: tree.claims.forBoth })).toHaveText([/secret/])
    await expect(rows.filter({ hasText: 'for-people' })).toHaveCount(0)
    await readers.selectOption(picking.forReaders.you)
    await expect(rows.filter({ hasText: 'for-people' })).toHaveCount(1)
    await expect(rows.filter({ hasText: 'words' })).toHaveCount(0)
    await look(page, 'readers')
    await readers.selectOption(picking.forReaders.all)
    await picker(page).getByRole('searchbox').fill('for the model')
    await expect(matches(page, 2)).toBeVisible()
    await picker(page).getByRole('searchbox').fill('project')
    await expect(matches(page, 1)).toBeVisible()
  })

  await test.step('opens the folder, and the one in it', async () => {
    const project = rows.filter({ hasText: 'project/' })
    await picker(page).getByRole('searchbox').press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(picker(page).getByRole('treeitem', { selected: true })).toContainText('project/')
    await page.keyboard.press(' ')
    await expect(project).toHaveAttribute('aria-expanded', 'true')
    await expect(picker(page).getByText(picking.noneChosen)).toBeVisible()
    await expect(rows.filter({ hasText: 'a.md' })).toBeVisible()
    await expect(detail(page).getByRole('list', { name: folder.inside }).getByRole('listitem')).toHaveCount(3)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(rows.filter({ hasText: 'b.md' })).toBeVisible()
    await look(page, 'folder')
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(rows.filter({ hasText: 'b.md' })).toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('attaches a file in it', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(' ')
    await page.keyboard.press('Control+Enter')
    await expect(picker(page)).toBeHidden()
    await expect(chips(page)).toHaveText([/b\.md/])
  })
})
