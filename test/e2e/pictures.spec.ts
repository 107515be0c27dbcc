import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { PageLink } from './support/page-link.ts'
import { App, expect } from './support/app.ts'
import { changeRecord } from './support/damage.ts'
import {
  expectOtherPicture,
  expectPicture,
  programOf,
  serverOf,
  sizes,
  test,
  withEverything,
} from './support/picture.ts'
import { prepare } from './support/prepare.ts'
import { root } from './support/root.ts'
import { beginsWith, contains, words } from '../support/words.ts'
import { Steps } from './support/steps.ts'

const { answers } = words.inbox

const answer = `The folder holds **two notes**. The roses are the urgent ones:

| Plant | Needs | When |
| --- | --- | --- |
| Roses | Water | Today |
| Beans | A trellis | This week |

\`\`\`ts
const urgent = notes.filter((note) => note.due < tomorrow)
\`\`\`

Shall I write a reminder into \`todo.txt\`?`

/** Two servers in a named folder, a model, and a conversation about it. */
async function begun(app: App): Promise<Steps> {
  const folder = path.join(app.directory, 'notes')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'garden.txt'), 'The roses need water.\n')
  const call = (name: string, input: object) => ({ tool_use: { name, input } })
  const write = call('filesystem__write_file', { path: path.join(folder, 'todo.txt'), content: 'Water the roses' })
  app.fake.setScenario({
    turns: [
      {
        match: { tool_result: 'roses' },
        content: [{ text: answer }],
      },
      {
        match: { last_user: 'reminder' },
        content: [{ text: 'I write it down.' }, write],
      },
      {
        match: { last_user: 'together' },
        content: [
          { text: 'All three at once.' },
          call('everything__echo', { message: 'good morning' }),
          write,
          call('everything__echo', { message: 'The roses need water.' }),
        ],
      },
      {
        match: { last_user: 'garden' },
        content: [
          { text: 'I look into the folder first.' },
          call('filesystem__read_text_file', { path: path.join(folder, 'garden.txt') }),
        ],
      },
    ],
  })
  await withEverything(app)
  await prepare(app, { servers: { filesystem: serverOf(app, 'filesystem', App.script('filesystem'), [folder]) } })
  return new Steps(app)
}

test('[UI-21] matches the pictures of the first run and of running a tool by hand, and detects changes', async ({
  app,
}) => {
  const { page } = app
  await expect(page.getByRole('heading', { name: words.firstRun.welcome.title })).toBeVisible()
  await expectPicture(page, '09a-first-run')
  await expectPicture(page, '09a-first-run', 'phone')
  // A changed letter, colour or height gives another picture.
  await expectOtherPicture(page, '09a-first-run', (heading) => (heading.textContent = 'Welcome to Atriun'))
  await expectOtherPicture(page, '09a-first-run', (heading) => heading.style.setProperty('color', 'var(--ink-2)'))
  await expectOtherPicture(page, '09a-first-run', (heading) => heading.style.setProperty('padding-bottom', '1px'))
  await page.getByRole('button', { name: words.firstRun.manual.start }).click()
  await expect(page.getByRole('button', { name: 'Run', exact: true })).not.toHaveAttribute('aria-disabled', 'true')
  await expectPicture(page, '09c-manual-mode')
  await expectPicture(page, '09c-manual-mode', 'phone')
  await page.getByRole('button', { name: words.manual.composer.putAway }).click()
  await expect(page.getByRole('button', { name: 'Roll dice' })).toBeVisible()
  await expectPicture(page, '09b-empty-chat')
})

test('[UI-21] matches the pictures of a conversation, its questions and the palette', async ({ app }) => {
  test.setTimeout(120_000)
  const { page } = app
  const person = await begun(app)
  await person.newConversation()
  await person.send('What is in my garden notes?')
  await person.allow('Read Text File')
  await expect(page.getByText('Shall I write a reminder')).toBeVisible()
  await page.getByRole('main').click({ position: { x: 300, y: 100 } })
  await expectPicture(page, '01-chat')
  await expectPicture(page, '01-chat', 'narrow')
  await expectPicture(page, '01-chat', 'phone')
  await person.send('Yes, a reminder please.')
  await expect(person.ask('Write File')).toBeVisible()
  await page.keyboard.press('Control+.')
  await expect(person.ask('Write File').getByRole('button', { name: answers.deny, exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: answers.allowOnce })).not.toHaveAttribute('aria-disabled', 'true')
  await person.ask('Write File').evaluate((it) => it.scrollIntoView({ block: 'start' }))
  await expectPicture(page, '02a-approval')
  await expectPicture(page, '02a-approval', 'phone')
  await page.keyboard.press('Escape')
  await person.openPalette()
  await expectPicture(page, '10-command-palette')
  await page.keyboard.press('Escape')
  await expectPicturesOfAnswers(person)
})

/** Scrolls a question's conversation to its end: it stays there while content is still measured. */
const toEnd = (ask: Locator): Promise<void> =>
  ask.evaluate((it) => {
    const log = it.closest('[role=log]')
    log?.scrollTo(0, log.scrollHeight)
  })

/** Editing a call, a rule for it, and the plan of several, from the open question on. */
async function expectPicturesOfAnswers(person: Steps): Promise<void> {
  const { page } = person
  const ask = person.ask('Write File')
  const deny = ask.getByRole('button', { name: answers.deny, exact: true })
  await page.keyboard.press('Control+.')
  await expect(deny).toBeFocused()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: words.rules.dialog.title('Write File') })
  await expect(dialog.getByText(/in the last/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: words.rules.dialog.save })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectPicture(page, '02d-approval-rule')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await deny.focus()
  await page.keyboard.press('e')
  const content = ask.getByRole('textbox', { name: /content/i })
  await content.fill('Water the roses, tonight')
  await content.press('Escape')
  await toEnd(ask)
  await expect(ask.getByRole('button', { name: answers.allowEdited, exact: true })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectPicture(page, '02c-approval-edit')
  await deny.click()
  await expect(person.call('Write File', words.chat.callState.denied)).toBeVisible()
  await person.send('Do it together.')
  await expect(
    page.getByRole('group', { name: words.chat.callSet.title(3) }).getByText(words.chat.callSet.waiting(3)),
  ).toBeVisible()
  await page.keyboard.press('Control+.')
  const plan = page.getByRole('group', { name: beginsWith(words.plan.label(3)) })
  await expect(plan.getByRole('button', { name: words.plan.denyAll, exact: true })).toBeFocused()
  await plan.evaluate((it) => it.scrollIntoView({ block: 'start' }))
  await expect(plan.getByRole('button', { name: words.plan.run(2, 3) })).not.toHaveAttribute('aria-disabled', 'true')
  await expectPicture(page, '02e-approval-plan')
  await page.keyboard.press('d')
  await expect(plan).toBeHidden()
}

test('[UI-21] matches the pictures of a form and a page from servers', async ({ app }) => {
  test.setTimeout(120_000)
  const { page } = app
  app.fake.setScenario({
    turns: [
      { match: { last_user: 'rehearsal' }, content: [{ tool_use: { name: 'calendar__create_event', input: {} } }] },
      { match: { last_user: 'invoices' }, content: [{ tool_use: { name: 'billing__list_invoices', input: {} } }] },
    ],
  })
  const person = new Steps(app)
  const interviewer = path.join(root, 'test/support/servers/asks/interviewer.mjs')
  for (const name of ['calendar', 'billing'])
    await prepare(app, { servers: { [name]: serverOf(app, name, interviewer) } })
  await person.newConversation()
  await person.send('Book the release rehearsal and invite the on-call list.')
  await person.allow('Create event')
  const form = page.getByRole('group', { name: contains(words.questions.form.title('calendar')) })
  const contact = form.getByRole('textbox', { name: 'Contact email' })
  await contact.fill('release@example')
  await contact.press('Tab')
  await form.getByRole('button', { name: 'Decline' }).focus()
  await toEnd(form)
  await expect(form.getByRole('button', { name: 'Submit' })).not.toHaveAttribute('aria-disabled', 'true')
  await expectPicture(page, '03a-elicitation-form')
  await page.setViewportSize(sizes.phone)
  await expect(contact).toBeHidden()
  await person.call('Create event', words.chat.callState.waiting).getByRole('button', { name: 'Review' }).click()
  await expect(contact).toBeFocused()
  await expectPicture(page, '03a-elicitation-form', 'phone')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await person.newConversation()
  await person.send('Pull last month’s invoices into the comparison.')
  await person.allow('List invoices')
  const question = page.getByRole('group', { name: contains(words.questions.url.title('billing')) })
  await expect(question).toBeVisible()
  await toEnd(question)
  await expect(question.getByRole('button', { name: words.questions.url.open })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.keyboard.press('Control+.')
  await expect(question.getByRole('button', { name: words.questions.decline })).toBeFocused()
  await toEnd(question)
  await expectPicture(page, '03b-elicitation-url')
  await page.setViewportSize(sizes.phone)
  await expect(question).toBeHidden()
  await person.call('List invoices', words.chat.callState.waiting).getByRole('button', { name: 'Review' }).click()
  await expect(question).toBeVisible()
  await page.mouse.move(190, 400)
  await page.mouse.wheel(0, 3000)
  await expect(question.getByRole('button', { name: words.questions.url.open })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectPicture(page, '03b-elicitation-url', 'phone')
})

test('[UI-21] matches the pictures of a server’s request to use a model', async ({ app }) => {
  test.setTimeout(120_000)
  const { page } = app
  const person = new Steps(app)
  await withEverything(app, { sampling: 'ask' })
  await person.newConversation()
  const prompt = { prompt: 'sort these tickets.', maxTokens: 600 }
  await person.send(`!tool everything__trigger-sampling-request ${JSON.stringify(prompt)}`)
  await person.allow('Trigger Sampling Request Tool')
  const asked = page.getByRole('group', { name: contains(words.sampling.title('everything')) })
  await expect(asked).toBeVisible()
  await page.keyboard.press('Control+.')
  await expect(asked.getByRole('button', { name: 'Deny' })).toBeFocused()
  const send = asked.getByRole('button', { name: words.sampling.send })
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  await toEnd(asked)
  await expectPicture(page, '03c-sampling-request')
  await send.click()
  const review = page.getByRole('group', { name: contains(words.sampling.review.title('everything')) })
  await expect(review).toBeVisible()
  await page.keyboard.press('Control+.')
  await expect(review.getByRole('button', { name: words.sampling.review.withhold })).toBeFocused()
  await expect(review.getByRole('button', { name: words.sampling.review.send('everything') })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await toEnd(review)
  await expectPicture(page, '03d-sampling-review')
})

test('[UI-21] matches the pictures of the servers, the audit log and the settings', async ({ app }) => {
  test.setTimeout(180_000)
  const { page } = app
  const person = await begun(app)
  const link = new PageLink(page)
  programOf(app, 'sh', '/dev/null')
  await link.call('addServer', { id: 'docs', config: { command: 'sh', args: ['-c', 'npx -y docs@latest'] } })
  const start = person.review('docs').getByRole('button', { name: words.inbox.trust.trust })
  const places = {
    '06a-servers': '/servers',
    '06b-server-access': '/servers/everything/access',
    '06c-server-tools': '/servers/everything/tools',
    '06f-server-log': '/servers/everything/log',
    '06g-server-traffic': '/servers/everything/traffic',
    '06h-server-setup': '/servers/everything/setup',
    '06j-add-review': '/servers/docs',
    '07a-audit': '/audit',
    '08a-settings-models': '/settings/models',
    '08b-settings-approvals': '/settings/approvals',
    '08c-settings-appearance': '/settings/appearance',
    '08d-settings-privacy': '/settings/privacy',
  }
  for (const [name, route] of Object.entries(places)) {
    await page.goto(app.address(route))
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    if (name === '06f-server-log') await expect(page.getByText(words.serverReports.log.following)).toBeVisible()
    if (name === '06g-server-traffic') await page.getByRole('button', { name: 'initialize', exact: true }).click()
    if (name === '06j-add-review') await expect(start).not.toHaveAttribute('aria-disabled', 'true')
    await expectPicture(page, name)
  }
  await page.goto(app.address('/servers'))
  await page.getByRole('button', { name: 'Add server' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Add server' })).toBeVisible()
  await expectPicture(page, '06i-add-server')

  // Restarted together, both would speak at once, in random order.
  for (const name of ['everything', 'filesystem']) {
    await link.call('setServerEnabled', { id: name, enabled: false })
    await link.until(`${name} is off`, ({ servers }) => servers[name]?.status.state === 'off')
  }
  await app.end()
  const seq = changeRecord(app.directory, 'secret.changed')
  await app.again()
  await app.page.goto(app.address('/audit?view=records'))
  await app.page.getByRole('button', { name: words.auditLog.check.verify }).click()
  await expect(app.page.getByText(words.auditLog.check.broken(seq))).toBeVisible()
  await expectPicture(app.page, '07b-audit-broken')
})
