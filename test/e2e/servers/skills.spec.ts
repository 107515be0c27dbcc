import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beginsWith, words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { removeServers } from '../support/prepare.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { section, dialog: reading, menu } = words.skills
const script = path.join(root, 'test/support/servers/offers/skills.mjs')
const headOf = (name: string): string =>
  `---\nname: ${name}\ndescription: Fills in forms the way the office wants them\n---\n\nPut every field into capital letters.\n`

test('[SKX-2] [SKX-3] [SKX-9] [SKX-10] [SKX-15] lists a server’s skills, and lets the user read, approve and load one @all', async ({
  app,
}) => {
  const { page } = app
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-skills-'))
  mkdirSync(path.join(folder, 'office-forms', 'references'), { recursive: true })
  writeFileSync(path.join(folder, 'office-forms', 'SKILL.md'), headOf('office-forms'))
  writeFileSync(path.join(folder, 'office-forms', 'references', 'FORMS.md'), 'Form 12 is for travel.')
  const person = new Steps(app)
  const config = { command: process.execPath, args: [script], env: { SKILLS: folder } }
  await removeServers(app)
  await person.prepare({ servers: { office: config, home: config } })
  try {
    await test.step('lists a skill with its state', async () => {
      await person.open('Servers')
      await page.getByRole('link', { name: beginsWith('office') }).click()
      await page.getByRole('tab', { name: words.servers.tabs.views.prompts }).click()
      const row = page.getByRole('listitem').filter({ hasText: 'office-forms' })
      await expect(row.getByText(section.standing.new)).toBeVisible()
      await expect(row.getByRole('button', { name: beginsWith(section.load) })).toHaveAttribute('aria-disabled', 'true')
      await look(page, 'skills-list')
    })

    await test.step('shows a skill’s files before the user approves it', async () => {
      await page.getByRole('button', { name: beginsWith(section.read) }).click()
      const dialog = page.getByRole('dialog', { name: reading.title('office-forms') })
      await expect(dialog.getByText('Put every field into capital letters.')).toBeVisible()
      await expect(dialog.getByText(reading.verified)).toBeVisible()
      await look(page, 'skills-read')
      await dialog.getByLabel(reading.files).selectOption('skill://office-forms/references/FORMS.md')
      await expect(dialog.getByText('Form 12 is for travel.')).toBeVisible()
      await dialog.getByRole('button', { name: section.approve }).click()
      await expect(dialog.getByText(section.standing.approved)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('shows its namesake on another server apart, with both names, unapproved', async () => {
      await page.goto(app.address('/servers/home/prompts'))
      const row = page.getByRole('listitem').filter({ hasText: 'office-forms' })
      await expect(row.getByText(section.namesake('office'))).toBeVisible()
      await expect(row.getByText(section.standing.new)).toBeVisible()
    })

    await test.step('loads the skill by its name after a slash', async () => {
      await person.newConversation()
      await person.composer.fill('/office')
      const option = page.getByRole('option', { name: beginsWith('/office-forms') })
      await expect(option.getByText(menu.kind, { exact: true })).toBeVisible()
      await look(page, 'skills-slash')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('list', { name: words.composer.picked.list }).getByRole('listitem')).toContainText(
        'Skill office-forms',
      )
    })

    await test.step('[SKX-13] names both servers when the model then reads from the other one', async () => {
      const uri = 'skill://office-forms/references/FORMS.md'
      const read = { tool_use: { name: 'atrium__read_resource', input: { server: 'home', uri } } }
      app.fake.setScenario({ turns: [{ content: [read] }, { content: [{ text: 'Done.' }] }] })
      await page.getByRole('button', { name: words.composer.actions.send, exact: true }).click()
      const ask = page.locator('[data-ask]').filter({ hasText: words.inbox.reasons.skill('office', 'home') })
      await expect(ask).toBeVisible()
      await ask.getByRole('button', { name: words.inbox.answers.deny }).click()
      await expect(page.getByText('Done.')).toBeVisible()
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
