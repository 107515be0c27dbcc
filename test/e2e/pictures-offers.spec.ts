import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { beginsWith, words } from '../support/words.ts'
import { type App, expect } from './support/app.ts'
import { PageLink } from './support/page-link.ts'
import { expectPicture, programOf, test, withEverything } from './support/picture.ts'
import { root } from './support/root.ts'
import { Steps } from './support/steps.ts'

const picker = (page: Page) => page.getByRole('dialog', { name: words.resources.picker.title })

test('[UI-21] matches the pictures of a server’s offers, in the composer and on its page, and of a change to them', async ({
  app,
}) => {
  const person = new Steps(app)
  app.fake.setScenario({ turns: [{ match: { last_user: 'note' }, content: [{ text: 'It is noted.' }], sticky: true }] })
  await withEverything(app)
  await expectPicturesOfPages(app)
  await person.newConversation()
  await person.composer.focus()
  await expectPicturesOfPrompts(person)
  await expectPicturesOfResources(person)
  const [, conversation = ''] = app.page.url().split('/c/')
  await new PageLink(app.page).call('deleteConversation', { conversation })
  await expectPictureOfChange(app, person)
})

/** Prompts and resources on a server's page. */
async function expectPicturesOfPages(app: App): Promise<void> {
  const { page } = app
  await page.goto(app.address('/servers/everything/prompts'))
  await expect(page.getByText('/completable-prompt')).toBeVisible()
  await expectPicture(page, '06d-server-prompts')
  await page.goto(app.address('/servers/everything/resources'))
  await expect(page.getByRole('row', { name: /structure\.md/ })).toBeVisible()
  await expectPicture(page, '06e-server-resources')
}

/** Prompts in the composer. */
async function expectPicturesOfPrompts({ page }: Steps): Promise<void> {
  const { keyboard } = page
  await keyboard.type('/')
  await expect(page.getByRole('listbox', { name: 'Prompts' }).getByRole('option')).toHaveCount(4)
  await expectPicture(page, '04a-slash-menu')
  await keyboard.type('compl')
  await keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: /department/ })).toBeFocused()
  await keyboard.type('Sa')
  await expect(page.getByRole('option', { name: /Sales/ })).toBeVisible()
  await expectPicture(page, '04b-prompt-form')
  await keyboard.press('Escape')
  await keyboard.press('Escape')
  await expect(page.getByRole('form', { name: /^Prompt / })).toBeHidden()
}

/** Resources in the composer, and one that changed. */
async function expectPicturesOfResources(person: Steps): Promise<void> {
  const { page } = person
  const { keyboard } = page
  await person.composer.fill('')
  await person.add(words.resources.attachButton)
  await expect(picker(page).getByRole('searchbox')).toBeFocused()
  await keyboard.type('archi')
  await expect(picker(page).getByText('1 match', { exact: true })).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(picker(page).getByText('Everything Server – Architecture')).toBeVisible()
  await keyboard.press(' ')
  await expect(picker(page).getByText(beginsWith(words.resources.picker.chosen(1)))).toBeVisible()
  await expectPicture(page, '05a-resource-picker')
  await picker(page).getByRole('searchbox').fill('')
  await picker(page)
    .getByRole('tab', { name: beginsWith(words.resources.templates.label) })
    .click()
  await picker(page).getByRole('option', { name: /text/i }).click()
  await picker(page).getByRole('combobox', { name: 'resourceId' }).fill('1')
  await expect(picker(page).getByRole('status', { name: words.resources.templates.address })).toHaveText(
    'demo://resource/dynamic/text/1',
  )
  await keyboard.press('Enter')
  await expect(picker(page).getByText(/Resource 1: This is a plaintext resource/)).toBeVisible()
  await picker(page).getByRole('switch', { name: words.resources.follow.tell }).click()
  await picker(page).getByRole('button', { name: words.resources.templates.choose }).click()
  await expectPicture(page, '05b-resource-template')
  await keyboard.press('Control+Enter')
  await person.send('Please note what is in them.')
  await expect(page.getByText('It is noted.')).toBeVisible()
  await person.send('!tool everything__toggle-subscriber-updates {}')
  await person.allow('Toggle Subscriber Updates')
  await expect(page.getByText(words.resources.followed.changed)).toBeVisible()
  await person.composer.focus()
  await expectPicture(page, '05c-live-chip')
}

/** Definitions that a server changed after they were accepted. */
async function expectPictureOfChange(app: App, person: Steps): Promise<void> {
  const { page } = app
  const state = path.join(app.directory, 'how.txt')
  writeFileSync(state, 'back')
  const command = programOf(app, 'sums', path.join(root, 'test/support/servers/offers/rug-pull.mjs'))
  const sums = { command, env: { STATE_FILE: state, WATCH: '1' } }
  writeFileSync(path.join(app.directory, 'servers.json'), JSON.stringify({ mcpServers: { sums } }))
  await person.open('Servers')
  await person.row('sums').getByRole('button', { name: 'Review' }).click()
  await person.trust('sums')
  await person.ready('sums')
  writeFileSync(state, 'description')
  await expect(person.row('sums')).toContainText(words.servers.state.risky(1))
  await person.newConversation()
  await page.keyboard.press('Control+.')
  const review = person.review('sums')
  await expect(review.getByRole('button', { name: words.inbox.definitions.keepOff })).toBeFocused()
  await expect(review.getByText(words.inbox.definitions.noneChosen)).toBeVisible()
  await expectPicture(page, '02b-approval-changed')
}
