import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { words } from '../support/words.ts'
import { type App, expect } from '../e2e/support/app.ts'
import { PageLink } from '../e2e/support/page-link.ts'
import { programOf, test } from '../e2e/support/picture.ts'
import { prepare } from '../e2e/support/prepare.ts'
import { root } from '../e2e/support/root.ts'
import { Steps } from '../e2e/support/steps.ts'
import { fileOf, type Picture, pictures, themes } from './list.ts'

/** Just wide enough for the open sidebar: README.md shows them at 900. */
const width = 1100

const reply = `Two things are due this week:

| Plant | What to do | When |
| --- | --- | --- |
| Roses | Water | Today |
| Beans | Build a trellis | By Friday |

Shall I add them to \`todo.md\`?`

const call = (name: string, input: object) => ({ tool_use: { name, input } })
const turns = [
  { match: { tool_result: 'Roses' }, content: [{ text: reply }] },
  {
    match: { last_user: 'garden notes' },
    content: [
      { text: "I'll read your notes first." },
      call('filesystem__read_text_file', { path: '/home/ada/notes/garden.md' }),
    ],
  },
  {
    match: { last_user: 'add them' },
    content: [
      { text: "I'll write both to your list." },
      call('filesystem__write_file', {
        path: '/home/ada/notes/todo.md',
        content: '- [ ] Water the roses today\n- [ ] Build a trellis for the beans by Friday',
      }),
    ],
  },
  {
    match: { last_user: 'garden day' },
    content: [{ text: 'I need a few details for that.' }, call('calendar__create_event', {})],
  },
]

const mcpServers = {
  calendar: { command: 'npx', args: ['-y', 'calendar-mcp@2.1.0'] },
  filesystem: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/home/ada/notes'] },
  handbook: { command: 'npx', args: ['-y', 'handbook-mcp@1.4.2'] },
  issues: { url: 'https://issues.example/mcp' },
}

const taken = new Set<Picture>()

async function take(page: Page, picture: Picture, shown?: Locator): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.mouse.move(0, 0)
    await shown?.evaluate((it) => it.scrollIntoView({ block: 'center' }))
    await expect(page).toHaveScreenshot(fileOf(picture, colorScheme))
  }
  taken.add(picture)
}

/** Waits until an answer that allows something counts. */
async function isArmed(button: Locator): Promise<void> {
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
}

/** The demonstration: a model, three running servers, and one that awaits review. */
async function begin(app: App): Promise<Steps> {
  app.fake.setScenario({ turns })
  programOf(app, 'npx', path.join(root, 'test/support/servers/demonstration.mjs'))
  await prepare(app, {})
  const link = new PageLink(app.page)
  // From the file, like a pasted entry: so each awaits review.
  writeFileSync(path.join(app.directory, 'servers.json'), JSON.stringify({ mcpServers }))
  for (const id of ['filesystem', 'calendar', 'handbook']) {
    const ask = await link.until(`the review of ${id}`, ({ asks }) =>
      asks.find(({ kind, question }) => kind === 'trust' && question.server === id),
    )
    await link.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer: { decision: 'trust' } })
    await link.until(`${id} is ready`, ({ servers }) => servers[id]?.status.state === 'ready')
  }
  return new Steps(app)
}

test('takes every picture of the documents', async ({ app }) => {
  const { page } = app
  await page.setViewportSize({ width, height: 680 })
  await expect(page.getByRole('heading', { name: words.firstRun.welcome.title })).toBeVisible()
  await take(page, 'welcome')

  const person = await begin(app)
  await page.goto(app.address('/servers'))
  await expect(person.row('issues')).toBeVisible()
  await page.setViewportSize({ width, height: 400 })
  await take(page, 'servers')
  await page.setViewportSize({ width, height: 760 })
  await new PageLink(page).call('removeServer', { id: 'issues' })

  await page.goto(app.address('/'))
  await person.newConversation()
  await person.send('What is due in my garden notes?')
  await person.allow('Read Text File')
  await expect(page.getByText('Shall I add them')).toBeVisible()
  await person.composer.focus()
  await take(page, 'conversation')

  await person.send('Yes, please add them.')
  const approval = person.ask('Write File')
  await expect(approval).toBeVisible()
  await page.keyboard.press('Control+.')
  await isArmed(approval.getByRole('button', { name: words.inbox.answers.allowOnce }))
  await take(page, 'approval', approval)
  await person.allow('Write File')

  await person.newConversation()
  await person.send('Plan a garden day.')
  await person.allow('Create Event')
  const form = page.getByRole('group', { name: new RegExp(words.questions.form.title('calendar')) })
  await expect(form).toBeVisible()
  await page.keyboard.press('Control+.')
  await isArmed(form.getByRole('button', { name: words.questions.form.submit }))
  await take(page, 'form', form)
  await form.getByRole('button', { name: words.questions.decline }).click()
  await expect(form).toBeHidden()

  await person.newConversation()
  await person.composer.focus()
  await person.add(words.resources.attachButton)
  const picker = page.getByRole('dialog', { name: words.resources.picker.title })
  await picker.getByRole('treeitem', { name: 'Roses' }).click()
  await expect(picker.getByText('Water deeply')).toBeVisible()
  await page.keyboard.press(' ')
  await expect(picker.getByRole('treeitem', { name: 'Roses', selected: true })).toBeVisible()
  await page.setViewportSize({ width, height: 640 })
  await take(page, 'resources')

  // The table has all its columns from this width on.
  await page.setViewportSize({ width: 1240, height: 680 })
  await page.goto(app.address('/audit'))
  await page.getByRole('button', { name: words.auditLog.check.verify }).click()
  await expect(page.getByRole('button', { name: words.auditLog.check.again })).toBeVisible()
  await take(page, 'audit-log')
  expect([...taken].toSorted()).toEqual([...pictures].toSorted())
})
