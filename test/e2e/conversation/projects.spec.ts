import type { Locator } from '@playwright/test'
import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

const { conversations, projects } = words.frame

shareApp()

test('[PRJ-6] [PRJ-8] keeps conversations in projects: created, filled, edited, deleted and restored by keyboard @all', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const { keyboard } = page
  const log = page.getByRole('log', { name: words.chat.thread.name })
  const dialog = (title: string): Locator => page.getByRole('dialog', { name: title })
  const section = (name: string): Locator => page.getByRole('region', { name, exact: true })
  const inProject = (title: string): Locator => section('Atlas').getByRole('link', { name: title })
  const take = async (query: string): Promise<void> => {
    await person.typeInPalette(`>${query}`)
    await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
    await keyboard.press('Enter')
  }
  const say = async (text: string): Promise<void> => {
    await person.composer.focus()
    await keyboard.type(text)
    await keyboard.press('Enter')
    await expect(log.getByText(`Echo: ${text}`)).toBeVisible()
  }
  const undo = async (done: string): Promise<void> => {
    const said = page.locator('[data-toast]').filter({ hasText: done })
    await said.getByRole('button', { name: words.ui.undo, exact: true }).press('Enter')
  }
  await person.prepare({ servers: { playground: { type: 'playground' }, other: { type: 'playground' } } })

  await test.step('names what is wrong, then creates a project and begins in it', async () => {
    await say('First')
    await take(projects.create)
    const form = dialog(projects.createTitle)
    await expect(form.getByRole('textbox', { name: projects.name })).toBeFocused()
    await keyboard.press('Enter')
    await expect(form.getByText(projects.nameNeeded)).toBeVisible()
    await keyboard.type('Atlas')
    await form.getByRole('textbox', { name: projects.instructions }).fill('Answer in one line.')
    await form.getByRole('radio', { name: projects.chosenServers }).press('Space')
    await form.getByRole('checkbox', { name: 'other' }).press('Space')
    await form.getByRole('textbox', { name: words.ui.folders.path }).fill('notes')
    await keyboard.press('Enter')
    await expect(form.getByText(words.ui.folders.wrong)).toBeVisible()
    await form.getByRole('textbox', { name: words.ui.folders.path }).fill('/srv/atlas')
    await keyboard.press('Enter')
    const folders = form.getByRole('list', { name: words.ui.folders.list })
    await expect(folders.getByText('/srv/atlas')).toBeVisible()
    await form.getByRole('textbox', { name: words.ui.folders.path }).fill('more')
    await look(page, 'project-form')
    await form.getByRole('button', { name: projects.make }).press('Enter')
    await expect(form.getByText(words.ui.folders.wrong)).toBeVisible()
    await form.getByRole('textbox', { name: words.ui.folders.path }).fill('/srv/more')
    await form.getByRole('button', { name: projects.make }).press('Enter')
    await expect(form).toBeHidden()
    await undo(projects.created('Atlas'))
    await expect(section('Atlas')).toBeHidden()
    await take(projects.create)
    await expect(form.getByRole('textbox', { name: projects.name })).toBeFocused()
    await keyboard.type('Atlas')
    await form.getByRole('textbox', { name: projects.instructions }).fill('Answer in one line.')
    await form.getByRole('radio', { name: projects.chosenServers }).press('Space')
    await form.getByRole('checkbox', { name: 'other' }).press('Space')
    await form.getByRole('textbox', { name: words.ui.folders.path }).fill('/srv/more')
    await form.getByRole('button', { name: projects.make }).press('Enter')
    await expect(form).toBeHidden()
    await expect(page.getByRole('button', { name: words.chat.project.chip('Atlas'), exact: true })).toBeVisible()
    await say('Second')
    await expect(inProject('Second')).toBeVisible()
  })

  await test.step('says in the header what comes from the project', async () => {
    await page.getByRole('button', { name: words.chat.project.chip('Atlas'), exact: true }).press('Enter')
    await expect(page.getByRole('menuitem', { name: projects.editShort })).toContainText('only playground')
    await look(page, 'project-chip')
    await keyboard.press('Enter')
    const form = dialog(projects.editTitle)
    await expect(form.getByRole('list', { name: words.ui.folders.list }).getByText('/srv/more')).toBeVisible()
    await keyboard.press('Escape')
    await expect(form).toBeHidden()
    await person.choose(page.getByRole('button', { name: words.models.system.menu }), words.models.system.add)
    const prompt = dialog(words.models.system.title)
    await expect(prompt.getByText(words.models.system.afterProject('Atlas'))).toBeVisible()
    await look(page, 'project-prompt')
    await keyboard.press('Escape')
    await expect(prompt).toBeHidden()
  })

  await test.step('moves a conversation by its menu, undoes it, and moves two at once', async () => {
    await person.choose(page.getByRole('button', { name: conversations.more('First') }), conversations.move)
    await expect(dialog(projects.moveTitle(1)).getByRole('radio', { name: 'Atlas' })).toBeChecked()
    await look(page, 'project-move')
    await dialog(projects.moveTitle(1)).getByRole('button', { name: projects.moveVerb, exact: true }).press('Enter')
    await expect(inProject('First')).toBeVisible()
    await undo(conversations.movedTo('Atlas'))
    await expect(inProject('First')).toBeHidden()
    for (const title of ['First', 'Second'])
      await person.choose(page.getByRole('button', { name: conversations.more(title) }), conversations.select)
    const bar = page.getByRole('toolbar', { name: conversations.selection })
    await bar.getByRole('button', { name: conversations.move }).press('Enter')
    await dialog(projects.moveTitle(2)).getByRole('radio', { name: 'Atlas' }).press('Space')
    await dialog(projects.moveTitle(2)).getByRole('button', { name: projects.moveVerb, exact: true }).press('Enter')
    await expect(section('Atlas').getByRole('link')).toHaveCount(2)
    await look(page, 'project-sidebar')
  })

  await test.step('collapses, edits, deletes and restores the project', async () => {
    const head = section('Atlas').getByRole('button', { name: 'Atlas', exact: true })
    await head.press('Enter')
    await expect(head).toHaveAttribute('aria-expanded', 'false')
    await head.press('Enter')
    await take(projects.edit('Atlas'))
    await dialog(projects.editTitle).getByRole('textbox', { name: projects.name }).fill('Atlas 2')
    await keyboard.press('Enter')
    await expect(section('Atlas 2').getByRole('link')).toHaveCount(2)
    await person.choose(section('Atlas 2').getByRole('button', { name: projects.more('Atlas 2') }), projects.delete)
    const deletion = dialog(projects.deleteTitle('Atlas 2'))
    await expect(deletion.getByText(projects.deleteLog)).toBeVisible()
    await look(page, 'project-delete')
    await deletion.getByRole('button', { name: projects.delete }).press('Enter')
    await expect(section('Atlas 2')).toBeHidden()
    await expect(page.getByRole('link', { name: 'First' })).toBeVisible()
    await undo(projects.deleted('Atlas 2'))
    await expect(section('Atlas 2').getByRole('link')).toHaveCount(2)
    await undo(projects.saved('Atlas 2'))
    await expect(section('Atlas').getByRole('link')).toHaveCount(2)
  })
})
